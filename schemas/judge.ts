import { clausesOf } from './clauses.ts';
import { isObject } from './contract/expand.ts';
import type { Feature } from './contract/recording.ts';
import { type Inspection, inspectRequest, validateAnswer } from './contract.ts';
import { judgeUndocumented } from './judge-undocumented.ts';
import { decode } from './media/decode.ts';
import type { Decoded } from './media/decoded.ts';
import { type OpenNotebook, openNotebook } from './notebook.ts';
import { isDocumented, type Operation, operationOf } from './operations.ts';
import { type Grade, hasSkeleton, membersOf, outcomeOf } from './outcome.ts';
import { pagePath } from './page-path.ts';
import { rules } from './rules/registry.ts';
import type { View } from './rules/rule.ts';
import { isOtherResult } from './rules/told-apart.ts';
import { saysWhatWasSent } from './sent-value.ts';
import type { DocumentedOperationId, Exchange, JsonObject, Judgement } from './types.ts';

/**
 * Judges one exchange against the whole contract: pure, deterministic, never throws.
 * A fault of the judge itself becomes a finding with the verdict `suite-error`.
 */
export function judge(exchange: Exchange): Judgement {
  try {
    return isDocumented(exchange.operation)
      ? judgeDocumented(exchange, exchange.operation)
      : judgeUndocumented(exchange);
  } catch (error) {
    return failedJudgement(exchange, error);
  }
}

function judgeDocumented(exchange: Exchange, id: DocumentedOperationId): Judgement {
  const operation = operationOf(id);
  const asked = inspectRequest(id, exchange.sent.value);
  const view = viewOf(exchange, operation, asked);
  const members = view.answer;
  const skeleton = hasSkeleton(operation, members);
  // A call refused as a whole for want of a key says nothing about the service.
  const unsure = !exchange.sent.signed && !skeleton && view.outcome !== 'accepted';
  const notebook = openNotebook(exchange, unsure);

  for (const clause of asked.exercised) notebook.holds(clause);
  if (exchange.sent.intent === 'valid') reportOwnFaults(asked, notebook);
  const judged = isJudgedAsAnswer(view, skeleton) ? checkAnswer(view, notebook) : view;
  const reads = judged.checked !== undefined || isUnreadable(view);
  for (const rule of rules) {
    if (!rule.operations.includes(id)) continue;
    if (rule.looksAt === 'answer' && !reads) continue;
    if (rule.looksAt === 'page' && exchange.page === undefined) continue;
    rule.check(judged, notebook);
  }
  return {
    exchange: exchange.id,
    operation: exchange.operation,
    outcome: view.outcome,
    request: view.grade,
    ...notebook.close(),
    ...(view.decoded?.ok ? { answer: view.decoded.value } : {}),
  };
}

function viewOf(exchange: Exchange, operation: Operation, asked: Inspection): View {
  const { sent, received } = exchange;
  const request = isObject(sent.value) ? sent.value : {};
  const grade = gradeOf(exchange, operation, asked);
  const common = {
    exchange,
    operation,
    grade,
    request,
    asked,
    comparable: grade !== 'broken' || saysWhatWasSent(sent),
  };
  if (received.kind === 'none') return { ...common, outcome: 'none', answer: {} };
  const decoded = decode(operation.answers, received.body, received.headers['content-type']);
  const outcome = outcomeOf(operation, received.status, decoded, grade);
  return {
    ...common,
    outcome,
    received,
    decoded,
    answer: decoded.ok ? membersOf(operation, decoded.value) : {},
  };
}

function gradeOf({ sent }: Exchange, operation: Operation, asked: Inspection): Grade {
  if (sent.intent === 'odd' || asked.breaches.length > 0 || !isObject(sent.value)) return 'broken';
  const body = sent.value;
  if (!operation.core.every((name) => Object.hasOwn(body, name))) return 'partial';
  return operation.batch === undefined || hasWholeEntries(operation, body) ? 'complete' : 'partial';
}

// The request fields of an entry (2.9); review and refund have more than the common four.
const entryFields: Partial<Record<DocumentedOperationId, readonly string[]>> = {
  review: ['review_flag'],
  refund: ['refund_amount', 'refund_reason'],
};

function hasWholeEntries({ id, batch }: Operation, body: JsonObject): boolean {
  const entries = body[batch?.field ?? ''];
  const fields = ['transaction_id', 'order_no', 'currency', 'amount', ...(entryFields[id] ?? [])];
  return (
    Array.isArray(entries) &&
    entries.length > 0 &&
    entries.every((entry) => isObject(entry) && fields.every((name) => Object.hasOwn(entry, name)))
  );
}

/** A valid request that breaks the caller's clauses is a fault of the suite. */
function reportOwnFaults({ breaches }: Inspection, notebook: OpenNotebook): void {
  for (const { clause, path, expected, received } of breaches) {
    notebook.rules(clause, 'suite-error', {
      path,
      expected,
      received,
      message: 'The suite sent a request that breaks the document',
    });
  }
}

/** Any form of refusal is right for a broken request and for one that leaves core fields out (7.8, 2.14). */
function isJudgedAsAnswer({ received, grade, outcome, decoded }: View, skeleton: boolean): boolean {
  if (received === undefined || received.status < 200 || received.status > 299 || !decoded?.ok) return false;
  if (received.status === 204) return false;
  return skeleton || grade === 'complete' || (grade === 'partial' && outcome === 'accepted');
}

function isUnreadable({ received, grade, decoded }: View): boolean {
  return received?.status === 200 && grade === 'complete' && decoded?.ok === false;
}

function checkAnswer(view: View, notebook: OpenNotebook): View {
  const { operation, decoded } = view;
  if (!decoded?.ok) return view;
  const isXml = operation.answers === 'xml';
  const root = isXml && isObject(decoded.value) ? decoded.value.respon : decoded.value;
  // Another root, or the other payment's result, lacks everything else for that one reason.
  if (root === undefined || isOtherResult(view))
    return { ...view, checked: { breaches: [], exercised: new Set(), undocumented: [] } };
  const checked = validateAnswer(operation.id, root, {
    request: view.comparable ? view.request : {},
    features: featuresOf(view.request),
  });
  for (const clause of checked.exercised) notebook.holds(clause);
  for (const { clause, path, expected, received } of checked.breaches) {
    notebook.breaks(clause, { path: pathOf(operation, path, decoded), expected, received });
  }
  return { ...view, checked };
}

function pathOf({ answers }: Operation, path: string, decoded: Decoded): string {
  if (answers === 'html') return pagePath(path, decoded);
  if (answers === 'json') return path;
  return path === '' ? 'respon' : `respon.${path}`;
}

function featuresOf({ subscription, token_id, token_flag }: JsonObject): ReadonlySet<Feature> {
  const used = new Set<Feature>();
  if (isObject(subscription) && Object.keys(subscription).length > 0) used.add('subscription');
  if (typeof token_id === 'string' && token_id !== '') used.add('token');
  if (typeof token_flag === 'string' && !/^(?:no)?$/i.test(token_flag)) used.add('token');
  return used;
}

function failedJudgement(exchange: Exchange, error: unknown): Judgement {
  const clause = clausesOf(exchange.operation)[0]?.id ?? '1/operations/path';
  const reason = error instanceof Error ? error.message : String(error);
  return {
    exchange: exchange.id,
    operation: exchange.operation,
    outcome: exchange.received?.kind === 'none' ? 'none' : 'unclear',
    request: 'broken',
    findings: [
      {
        clause,
        verdict: 'suite-error',
        operation: exchange.operation,
        path: '',
        message: 'The judge could not judge this exchange',
        expected: 'a judgement',
        received: reason.slice(0, 200),
        exchange: exchange.id,
      },
    ],
    exercised: [],
    observations: [],
  };
}
