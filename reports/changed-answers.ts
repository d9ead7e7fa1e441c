import { answerSchema, mayBeEmpty, postedFormSchema, staticInputsSchema } from '../schemas/contract.ts';
import { isBlank } from '../schemas/history/outcome.ts';
import { anyEntry, groupedBy, listOf, objectOf, type Step } from '../schemas/json.ts';
import { judgeRun } from '../schemas/judge/judge-run.ts';
import { judge } from '../schemas/judge.ts';
import { onceFor } from '../schemas/once-for.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { compare } from '../schemas/plain-text.ts';
import { placesOf } from '../schemas/schema-places.ts';
import type {
  ClauseId,
  DocumentedOperationId,
  Exchange,
  Finding,
  JsonObject,
  JsonValue,
  JudgedExchange,
} from '../schemas/types.ts';
import { type ChangedAnswer, type Draw, originalOf } from './changed-answers/changes.ts';
import type { EvidenceExchange } from './evidence/lines.ts';
import { exchangeOf, judgedOf } from './evidence.ts';
import { addIds } from './exports/repeat.ts';
import type { ChangedAnswers } from './statement/format.ts';

/** Upper limit of changed answers. The evidence asks for a number, and a verifier must not trust it. */
export const mostChanged = 2000;
const changesOfOne = 20;
/** Longest changed body in characters; longer ones take most of the time and hold the same kinds of values. */
const longest = 12_000;

/** Pseudo-random number generator (mulberry32): `draw(below)` returns an integer from 0 to `below - 1`. */
function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return below === 0 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** True if the answer is complete, and accepts a request that the document allows. */
function isChangeable({ received, sent, judgement, operation }: EvidenceExchange): boolean {
  return (
    received.kind === 'answer' &&
    received.shortened === undefined &&
    received.body.length <= longest &&
    sent.shortened === undefined &&
    isDocumented(operation) &&
    judgement.outcome === 'accepted' &&
    judgement.request !== 'broken'
  );
}

/**
 * Changes answers of a run, one change at a time, and judges each one again: first alone, then with the related
 * exchanges of its test. Sends nothing. Equal evidence and seed give equal figures.
 */
export function changeAnswers(
  exchanges: readonly EvidenceExchange[],
  seed: number,
  asked = mostChanged,
): ChangedAnswers {
  const most = Math.min(asked, mostChanged);
  const draw = drawFrom(seed);
  const operations = [...groupedBy(exchanges.filter(isChangeable), ({ operation }) => operation).values()];
  const results: { readonly changed: ChangedAnswer; readonly told: Detection }[] = [];
  const beside = besideOf(exchanges);
  // The number of tries is limited, so the loop ends even if hardly any answer can be changed.
  for (let tries = 0; results.length < most && tries < most && operations.length > 0; tries += 1) {
    const some = operations[draw(operations.length)] ?? [];
    const line = some[draw(some.length)];
    if (line === undefined) continue;
    const original = originalOf(exchangeOf(line), isOpenIn(line));
    if (original === undefined) continue;
    const plain = { exchange: original.exchange, judgement: judge(original.exchange) };
    const around = onceFor((one: JudgedExchange): RunContext => {
      const others = beside(line, one);
      return { others, before: judgeRun(inTime([...others, one])).findings };
    });
    for (let of = 0; of < changesOfOne && results.length < most; of += 1) {
      const changed = original.change(draw);
      if (changed !== undefined) results.push({ changed, told: detect(changed, plain, () => around(plain)) });
    }
  }
  const freed = results.flatMap(({ told }) => (typeof told === 'object' ? [told.freeBy] : []));
  const countOf = (wanted: Detection) => results.filter(({ told }) => told === wanted).length;
  return {
    seed,
    changed: results.length,
    failed: countOf('fail'),
    warned: countOf('warn'),
    unnamed: countOf('unnamed'),
    free: [...groupedBy(freed, (clause) => clause)]
      .map(([clause, some]) => ({ clause, count: some.length }))
      .sort((one, other) => other.count - one.count || compare(one.clause, other.clause)),
    unseen: results.flatMap(({ changed: { exchange, path, change }, told }) =>
      told === undefined ? [`${exchange.id} ${exchange.operation} ${path}: ${change}`] : [],
    ),
  };
}

const isOpenIn = ({ masked }: EvidenceExchange) => {
  const closed = new Set(masked);
  return (path: string) => !closed.has(`received.body.${anyEntry(path)}`);
};

/** Maximum number of exchanges that are judged with a changed answer: the nearest ones that share an identifier. */
const mostBeside = 12;

function besideOf(exchanges: readonly EvidenceExchange[]) {
  const keyOf = ({ origin }: EvidenceExchange) => `${origin.file}\n${origin.test}`;
  const tests = groupedBy(exchanges, keyOf);
  return (line: EvidenceExchange, { judgement }: JudgedExchange) => {
    const ids = [...addIds(judgement.answer, addIds(line.sent.value, new Set()))];
    const distance = ({ origin }: EvidenceExchange) => Math.abs(origin.ordinal - line.origin.ordinal);
    return (tests.get(keyOf(line)) ?? [])
      .filter(({ id, sent, received }) => {
        const text = sent.body + (received.kind === 'answer' ? received.body : '');
        return id !== line.id && ids.some((named) => text.includes(named));
      })
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, mostBeside)
      .map(judgedOf);
  };
}

/** The result for a changed answer; undefined if the suite missed a change that it ought to report. */
type Detection = 'fail' | 'warn' | 'unnamed' | { readonly freeBy: ClauseId } | undefined;

/** The exchanges that are judged with an answer, and the findings over all of them before the change. */
type RunContext = { readonly others: readonly JudgedExchange[]; readonly before: readonly Finding[] };

function detect(changed: ChangedAnswer, plain: JudgedExchange, around: () => RunContext): Detection {
  const now = { exchange: changed.exchange, judgement: judge(changed.exchange) };
  const alone = worstOf(now.judgement.findings, plain.judgement.findings);
  if (alone !== undefined) return alone;
  const freeBy = differenceOf(plain, now);
  if (freeBy !== undefined) return { freeBy };
  const { others, before } = around();
  return worstOf(judgeRun(inTime([...others, now])).findings, before) ?? freeingClause(changed);
}

const inTime = (run: readonly JudgedExchange[]) =>
  [...run].sort((one, other) => one.exchange.origin.ordinal - other.exchange.origin.ordinal);

const keyOf = ({ clause, path, verdict }: Finding) => `${clause}\n${path}\n${verdict}`;

/** The worst new verdict. */
function worstOf(now: readonly Finding[], before: readonly Finding[]): 'fail' | 'warn' | undefined {
  const known = new Set(before.map(keyOf));
  const found = now.filter((finding) => !known.has(keyOf(finding))).map(({ verdict }) => verdict);
  return found.includes('fail') ? 'fail' : found.includes('warn') ? 'warn' : undefined;
}

/** The clause of the first observation that differs. */
function differenceOf(
  { judgement: before }: JudgedExchange,
  { judgement: now }: JudgedExchange,
): ClauseId | undefined {
  const seen = ({ observations }: typeof now) =>
    new Map(observations.map((one) => [`${one.clause}\n${one.fingerprint}`, one.clause]));
  const [old, other] = [seen(before), seen(now)];
  const differing = [...other, ...old].filter(([key]) => old.has(key) !== other.has(key));
  return differing[0]?.[1];
}

const schemasOf = onceFor(
  (schema: JsonObject) => new Map(placesOf(schema).map((place) => [place.steps.join('\n'), place.schema])),
);

function schemaAt(schema: JsonObject, steps: readonly Step[]): JsonObject | undefined {
  const documented = schemasOf(schema);
  // A field that may be single or repeated is listed once, in its single form.
  const written = steps.map((step) => (typeof step === 'number' ? '[]' : step));
  return (
    documented.get(written.join('\n')) ?? documented.get(written.filter((step) => step !== '[]').join('\n'))
  );
}

/** The clause that permits a change: that of its place if the new value fits, else one that leaves it open. */
function freeingClause({ change, path, place, exchange }: ChangedAnswer): Detection {
  const { answers, id } = operationOf(exchange.operation as DocumentedOperationId);
  if (place === undefined) {
    if (path === '') return change === 'a header more' ? 'unnamed' : undefined;
    const isPosted = change.startsWith('posted');
    const schema = isPosted ? postedFormSchema() : staticInputsSchema();
    const found = schemaAt(schema, [path]);
    return found === undefined ? { freeBy: '4.3/other-inputs' } : freeingClauseAt(found, schema);
  }
  const steps = answers === 'xml' ? place.steps.slice(1) : place.steps;
  const above = objectOf(schemaAt(answerSchema(id), steps.slice(0, -1)));
  const found = schemaAt(answerSchema(id), steps);
  if (found === undefined) return { freeBy: '2.14/undocumented-field' };
  const { now } = place;
  if (now !== undefined && now !== null && now !== '')
    return admits(found, now) ? freeingClauseAt(found, above) : undefined;
  const name = String(steps.at(-1));
  if (omitsField(exchange, name)) return { freeBy: '2.14/required-request-fields' };
  const owed = [above.required, objectOf(above.then).required, objectOf(above.listed).names].flatMap(listOf);
  return owed.includes(name) && !(now === '' && mayBeEmpty.has(name))
    ? undefined
    : freeingClauseAt(found, above);
}

/** True if an entry of the sent batch leaves out the field `name`; its result then need not repeat it. */
function omitsField({ operation, sent }: Exchange, name: string): boolean {
  const { batch } = operationOf(operation as DocumentedOperationId);
  const entries = listOf(objectOf(sent.value)[batch?.field ?? '']);
  return batch?.entry.includes(name) === true && entries.some((entry) => isBlank(objectOf(entry)[name]));
}

/** The clause of a place, or of the list of names that contains it. */
function freeingClauseAt(schema: JsonObject, { listed }: JsonObject): Detection {
  const { clause } = schema;
  const named = typeof clause === 'string' ? [clause] : Object.values(objectOf(clause));
  const freeBy = [...named, objectOf(listed).clause].find((one) => typeof one === 'string');
  return freeBy === undefined ? undefined : { freeBy };
}

function admits({ type, pattern, sampled }: JsonObject, value: JsonValue): boolean {
  const kind = Array.isArray(value) ? 'array' : typeof value;
  const types = [type].flat();
  if (type !== undefined && !types.includes(kind) && !(kind === 'number' && types.includes('integer')))
    return false;
  if (typeof value !== 'string') return true;
  const fits = (shape: JsonValue | undefined) =>
    typeof shape !== 'string' || new RegExp(shape, 'u').test(value);
  return fits(pattern) && fits(objectOf(sampled).pattern);
}
