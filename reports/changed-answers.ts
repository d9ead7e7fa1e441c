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

/** How many answers are changed, at most: whoever verifies a folder does not know what it asks for. */
export const mostChanged = 2000;
const changesOfOne = 20;
/** Longer bodies would take most of the time, and hold what shorter ones hold. */
const longest = 12_000;

/** Draws numbers from a seed (mulberry32). */
function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return below === 0 ? 0 : ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Tells an answer that says success to a request that the document allows, and that is kept whole. */
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
 * Changes one thing at a time in answers of a run and judges each of them again, first alone, then with the other exchanges of its
 * test: nothing is sent. The seed draws, so that the same evidence gives the same figures.
 */
export function changeAnswers(
  exchanges: readonly EvidenceExchange[],
  seed: number,
  asked = mostChanged,
): ChangedAnswers {
  const most = Math.min(asked, mostChanged);
  const draw = drawFrom(seed);
  const operations = [...groupedBy(exchanges.filter(isChangeable), ({ operation }) => operation).values()];
  const results: { readonly changed: ChangedAnswer; readonly told: Told }[] = [];
  const beside = besideOf(exchanges);
  // Where nothing can be changed, or next to nothing, this ends nevertheless.
  for (let tries = 0; results.length < most && tries < most && operations.length > 0; tries += 1) {
    const some = operations[draw(operations.length)] ?? [];
    const line = some[draw(some.length)];
    if (line === undefined) continue;
    const original = originalOf(exchangeOf(line), isOpenIn(line));
    if (original === undefined) continue;
    const plain = { exchange: original.exchange, judgement: judge(original.exchange) };
    const around = onceFor((one: JudgedExchange): Around => {
      const others = beside(line, one);
      return { others, before: judgeRun(inTime([...others, one])).findings };
    });
    for (let of = 0; of < changesOfOne && results.length < most; of += 1) {
      const changed = original.change(draw);
      if (changed !== undefined) results.push({ changed, told: tell(changed, plain, () => around(plain)) });
    }
  }
  const freed = results.flatMap(({ told }) => (typeof told === 'object' ? [told.freeBy] : []));
  const countOf = (wanted: Told) => results.filter(({ told }) => told === wanted).length;
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

/** Exchanges that are judged with a changed answer: those next to it that name what it names. */
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

/** What is said of a changed answer; undefined where nothing is said of it although something ought to be. */
type Told = 'fail' | 'warn' | 'unnamed' | { readonly freeBy: ClauseId } | undefined;

/** The exchanges that are judged with an answer, and what is found over them. */
type Around = { readonly others: readonly JudgedExchange[]; readonly before: readonly Finding[] };

function tell(changed: ChangedAnswer, plain: JudgedExchange, around: () => Around): Told {
  const now = { exchange: changed.exchange, judgement: judge(changed.exchange) };
  const alone = worstOf(now.judgement.findings, plain.judgement.findings);
  if (alone !== undefined) return alone;
  const freeBy = differenceOf(plain, now);
  if (freeBy !== undefined) return { freeBy };
  const { others, before } = around();
  return worstOf(judgeRun(inTime([...others, now])).findings, before) ?? freedomOf(changed);
}

const inTime = (run: readonly JudgedExchange[]) =>
  [...run].sort((one, other) => one.exchange.origin.ordinal - other.exchange.origin.ordinal);

const keyOf = ({ clause, path, verdict }: Finding) => `${clause}\n${path}\n${verdict}`;

/** The worst verdict that was not there before. */
function worstOf(now: readonly Finding[], before: readonly Finding[]): 'fail' | 'warn' | undefined {
  const known = new Set(before.map(keyOf));
  const found = now.filter((finding) => !known.has(keyOf(finding))).map(({ verdict }) => verdict);
  return found.includes('fail') ? 'fail' : found.includes('warn') ? 'warn' : undefined;
}

/** The clause at which something else was observed. */
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
  // What may be single or repeated is listed once, single.
  const written = steps.map((step) => (typeof step === 'number' ? '[]' : step));
  return (
    documented.get(written.join('\n')) ?? documented.get(written.filter((step) => step !== '[]').join('\n'))
  );
}

/** The clause that leaves a change free: that of its place where the place allows it, or one that says that nothing is said. */
function freedomOf({ change, path, place, exchange }: ChangedAnswer): Told {
  const { answers, id } = operationOf(exchange.operation as DocumentedOperationId);
  if (place === undefined) {
    if (path === '') return change === 'a header more' ? 'unnamed' : undefined;
    const isPosted = change.startsWith('posted');
    const schema = isPosted ? postedFormSchema() : staticInputsSchema();
    const found = schemaAt(schema, [path]);
    return found === undefined ? { freeBy: '4.3/other-inputs' } : freeAt(found, schema);
  }
  const steps = answers === 'xml' ? place.steps.slice(1) : place.steps;
  const above = objectOf(schemaAt(answerSchema(id), steps.slice(0, -1)));
  const found = schemaAt(answerSchema(id), steps);
  if (found === undefined) return { freeBy: '2.14/undocumented-field' };
  const { now } = place;
  if (now !== undefined && now !== null && now !== '')
    return admits(found, now) ? freeAt(found, above) : undefined;
  const name = String(steps.at(-1));
  if (leavesOut(exchange, name)) return { freeBy: '2.14/required-request-fields' };
  const owed = [above.required, objectOf(above.then).required, objectOf(above.listed).names].flatMap(listOf);
  return owed.includes(name) && !(now === '' && mayBeEmpty.has(name)) ? undefined : freeAt(found, above);
}

/** Tells a batch of which an entry says nothing under a name, so that one result need not repeat it. */
function leavesOut({ operation, sent }: Exchange, name: string): boolean {
  const { batch } = operationOf(operation as DocumentedOperationId);
  const entries = listOf(objectOf(sent.value)[batch?.field ?? '']);
  return batch?.entry.includes(name) === true && entries.some((entry) => isBlank(objectOf(entry)[name]));
}

/** The clause of a place, or that of the list of names that it is in. */
function freeAt(schema: JsonObject, { listed }: JsonObject): Told {
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
