import { drawRequest } from '../../generators/drawn.ts';
import type { Shape } from '../../generators/request.ts';
import { stableWords } from '../../opening/answer-words.ts';
import { amountParts } from '../../schemas/amount-parts.ts';
import { coreMembersOf } from '../../schemas/contract.ts';
import { isDone } from '../../schemas/history/states.ts';
import { objectOf } from '../../schemas/json.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import type { Harness } from './harness.ts';
import { withRetries } from './retries.ts';
import type { Service } from './service.ts';

/** Most requests that look for the fields that a payment needs, after the first two. */
const mostTrials = 12;

/** Fields that add up to the amount, or belong together: one is not left out without the others. */
const groups: readonly (readonly string[])[] = [amountParts, ['source_amount', 'source_currency']];

/** Records what was observed of an answer at a clause where the document is silent; nothing is judged. */
function observe(
  { evidence }: Pick<Harness, 'evidence'>,
  { exchange: { operation, origin } }: JudgedExchange,
  clause: ClauseId,
  detail: string,
): void {
  evidence.note({
    kind: 'observed',
    origin,
    observations: [{ clause, operation, fingerprint: detail, detail }],
  });
}

/**
 * Finds needed parts, of which a request without any was refused, in at most `most` trials: where the first parts can be
 * left out and one more cannot, that one is needed. `isAll` tells whether nothing else is.
 */
export async function neededAmong<Part>(
  parts: readonly Part[],
  isTakenWithout: (left: readonly Part[]) => Promise<boolean>,
  most: number,
): Promise<{ readonly needed: readonly Part[]; readonly isAll: boolean }> {
  const needed: Part[] = [];
  let others = parts;
  let spare = 0;
  for (let trials = 0; spare < others.length; trials += 1) {
    let refused = others.length;
    for (; refused - spare > 1; trials += 1) {
      if (trials === most) return { needed, isAll: false };
      const middle = Math.ceil((spare + refused) / 2);
      if (await isTakenWithout(others.slice(0, middle))) spare = middle;
      else refused = middle;
    }
    needed.push(...others.slice(spare, refused));
    others = others.toSpliced(spare, 1);
    if (trials === most) return { needed, isAll: spare === others.length };
    if (await isTakenWithout(others)) break;
  }
  return { needed, isAll: true };
}

/** Observes which fields a payment needs besides those of every request: none, or those that are refused when left out. */
export async function observeNeeds(
  service: Service,
  harness: Pick<Harness, 'evidence'>,
  operation: DocumentedOperationId,
): Promise<void> {
  const send = (shape: Shape, left: readonly string[], caseName: string) =>
    withRetries(async () => {
      const { body } = drawRequest(operation, service.plain(operation), shape, service.drawSeed);
      const kept = Object.entries(body).filter(([name]) => !left.includes(name));
      return service.send(operation, Object.fromEntries(kept), { caseName, intent: 'odd' });
    });
  const isAccepted = (judged: JudgedExchange) => {
    const { outcome } = judged.judgement;
    if (outcome !== 'accepted' && outcome !== 'refused') service.lacks(judged, 'the answer is no decision');
    return outcome === 'accepted';
  };
  const plain = await send('minimal', [], 'the core fields alone');
  const tell = (says: string) => observe(harness, plain, '2.14/required-request-fields', says);
  if (isAccepted(plain)) return tell('needs no further field');
  const whole = service.need(await send('full', [], 'every documented field'));
  const core = coreMembersOf(operation);
  const names = Object.keys(objectOf(whole.exchange.sent.value)).filter((name) => !core.includes(name));
  const grouped = new Set(groups.flat());
  const parts = [...groups, ...names.filter((name) => !grouped.has(name)).map((name) => [name])]
    .map((group) => group.filter((name) => names.includes(name)))
    .filter(({ length }) => length > 0);
  const { needed, isAll } = await neededAmong(
    parts,
    async (left) => isAccepted(await send('full', left.flat(), `without ${left.flat().length} fields`)),
    mostTrials,
  );
  const named = needed.map((group) => (group.length === 1 ? group[0] : `one of (${group.join(', ')})`));
  tell(`needs ${[...named, ...(isAll ? [] : ['more'])].join(', ')}`);
}

/** A request with one defect. */
interface Defective {
  readonly operation: DocumentedOperationId;
  readonly body: JsonObject;
  readonly defect: string;
}

/** Observes how a request with one defect is answered. */
export async function observeRefusal(
  service: Service,
  harness: Pick<Harness, 'evidence'>,
  { operation, body, defect }: Defective,
): Promise<void> {
  const judged = await withRetries(() =>
    service.send(operation, body, { intent: 'odd', asGenerated: true, caseName: defect }),
  );
  if (judged.exchange.received.kind === 'none') service.lacks(judged, 'the request was not answered');
  observe(
    harness,
    judged,
    '7.8/error-bodies',
    `${defect}: ${isDone(judged) ? 'accepted' : stableWords(judged)}`,
  );
}
