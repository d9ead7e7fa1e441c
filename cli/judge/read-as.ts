import { isDocumented, type Operation, operationOf } from '../../schemas/operations.ts';
import { isBlank, membersOf, scalarText } from '../../schemas/outcome.ts';
import { formOf } from '../../schemas/rules/form-of.ts';
import type { Answer, DocumentedOperationId, JsonValue, JudgedExchange } from '../../schemas/types.ts';
import type { FileNote, Reading } from './reading.ts';

/** Adds what each answer was taken for where it can be taken for something else, and what only a browser can show. */
export function withReadAs(reading: Reading): Reading {
  const readAs = reading.cases.flatMap(({ judged, from = judged.exchange.id }): readonly FileNote[] =>
    [refusalOf(judged), postOf(judged)].flatMap((what) => (what === undefined ? [] : [{ from, what }])),
  );
  return { ...reading, readAs };
}

/** The member by which an answer shows success, and what it has to be (2.7, 2.8, 7.1 to 7.5). */
const success = {
  'direct-payment': ['result_info', '0000:...'],
  'apm-payment': ['issuer_url', 'an address'],
  query: ['return_status', '1'],
  capture: ['return_status', '1'],
  review: ['return_status', '1'],
  cancel: ['return_status', '1'],
  'cancel-subscription': ['cancel_status', '1'],
  refund: ['return_status', '1'],
  'refund-search': ['return_status', '1'],
  payout: ['transaction_id', 'the number of a payout'],
} as const satisfies Record<
  Exclude<DocumentedOperationId, 'redirect-payment'>,
  readonly [member: string, wanted: string]
>;

function refusalOf({ exchange, judgement }: JudgedExchange): string | undefined {
  const { operation, received } = exchange;
  const { outcome, request, answer } = judgement;
  if (outcome !== 'refused' || request === 'broken' || received.kind === 'none' || !isDocumented(operation))
    return undefined;
  const why = whyRefused(operationOf(operation), received, answer);
  return `taken for a refusal, because ${why}, and judged as one; --accepted judges it as a success`;
}

function whyRefused(operation: Operation, { status, body }: Answer, answer: JsonValue | undefined): string {
  if (status < 200 || status > 299) return `its status is ${status}`;
  const form = formOf(body);
  if (form === 'empty') return 'its body is empty';
  if (answer === undefined)
    return `its body is ${form === 'html' ? 'a page' : form}, not ${operation.answers}`;
  if (operation.id === 'redirect-payment') return 'it has no form named "theForm"';
  const members = membersOf(operation, answer);
  const failure = ['failure_reason', 'failure_type'].find((name) => !isBlank(members[name]));
  if (operation.family === 'payout' && failure !== undefined) return `${failure} holds a text`;
  const [name, wanted] = success[operation.id];
  const found = isBlank(members[name]) ? 'absent or empty' : `"${scalarText(members[name]) ?? '...'}"`;
  const beside = operation.batch === undefined ? '' : `, and no entry has ${operation.batch.status} 1`;
  return `${name} is ${found}, not ${wanted}${beside}`;
}

const posts = {
  onload: 'its load handler posts a form',
  script: 'a script in it posts a form',
  none: 'nothing in its text posts a form by itself',
} as const;

/** What the text of a saved page shows of its automatic post (2.8), which only a browser can judge. */
function postOf({ exchange, judgement }: JudgedExchange): string | undefined {
  const { operation, page } = exchange;
  const { outcome, answer } = judgement;
  if (outcome !== 'accepted' || page !== undefined || !isDocumented(operation) || answer === undefined)
    return undefined;
  const { autoPost } = membersOf(operationOf(operation), answer);
  if (autoPost !== 'onload' && autoPost !== 'script' && autoPost !== 'none') return undefined;
  return operationOf(operation).answers === 'html'
    ? `2.8/theForm/automatic-post needs a browser: not judged (${posts[autoPost]})`
    : undefined;
}
