import { allOf, type Change, type ChangeOf, deciding, reshaping } from '../mock/behaviour.ts';
import { worldsOf } from '../mock/server.ts';
import { isSigned, type SignatureCheck, signatureOf } from '../mock/signature.ts';
import { createStore } from '../mock/state/store.ts';
import { answerCall, openWorld } from '../mock/world.ts';
import { inspectRequest } from '../schemas/contract.ts';
import { answerOf, entriesIn } from '../schemas/history/outcome.ts';
import { listOf, objectOf } from '../schemas/json.ts';
import type { Verdicts } from '../schemas/judge/judge-run.ts';
import { documentedOperations, isDocumented, operationOf } from '../schemas/operations.ts';
import type {
  Answer,
  DocumentedOperationId,
  Finding,
  JsonObject,
  JsonValue,
  JudgedExchange,
  OperationId,
} from '../schemas/types.ts';
import { changeOf, type Used, warnsOf } from './freedoms/registry.ts';
import { type JudgedService, judgedServiceOf } from './judged-service.ts';
import type { RecordedTest, SentExchange } from './recording.ts';
import { bytesOf, callOf, judgeAnswer, judgeTwins, type Known, type Visit } from './replay.ts';
import type { Stage } from './try-fault.ts';

/** The requests that services are judged by, and what the plain endpoint answered. */
export interface Stand {
  readonly tests: readonly RecordedTest[];
  readonly known: Known;
  readonly signing: SignatureCheck;
  readonly visit?: Visit;
}

/** Something that was said of a conforming service and is not true. */
export interface Alarm {
  /** Verdict, clause and operation, or what a run would say of an operation. */
  readonly what: string;
  readonly operation: OperationId;
  /** True for a warning that no freedom declares. */
  readonly weak: boolean;
}

const hasSeveral = (body: JsonValue) => Object.values(objectOf(body)).some((part) => listOf(part).length > 1);

/** What an exchange shows, so that one like it need not be sent again. */
function showsOf({ exchange: { sent }, judgement }: JudgedExchange): readonly string[] {
  const { operation, outcome, request, exercised } = judgement;
  const place = [operation, request, outcome, hasSeveral(sent.value)].join(' ');
  if (request !== 'broken' || !isDocumented(operation))
    return exercised.map((clause) => `${place} ${clause}`);
  const breaches = inspectRequest(operation, sent.value).breaches.map(
    ({ keyword, path }) => `${keyword} ${path.replace(/\[\d+\]/g, '')}`,
  );
  return [
    ...breaches,
    ...(sent.departs ?? []),
    JSON.stringify(sent.value).match(/\\u[0-9a-f]{4}/)?.[0] ?? '',
  ].map((one) => `${place} ${one}`);
}

/** The smallest tests that show everything that the recorded run shows of the plain endpoint. */
export function showingTests({ recording, plain }: Stage): readonly RecordedTest[] {
  const shows = new Map<RecordedTest, ReadonlySet<string>>();
  const times = new Map<string, number>();
  for (const test of recording.tests) {
    const judged = plain.get(test) ?? [];
    const own = new Set([
      ...judged.flatMap(showsOf),
      ...judgedServiceOf(judged, judgeTwins(test, judged)).exercised,
    ]);
    // A large test that shows nothing new is not needed; tests are in the order of their size.
    if ([...own].every((one) => times.has(one))) continue;
    shows.set(test, own);
    for (const one of own) times.set(one, (times.get(one) ?? 0) + 1);
  }
  const needed = [...shows].reverse().filter(([, own]) => {
    if (![...own].every((one) => (times.get(one) ?? 0) > 1)) return true;
    for (const one of own) times.set(one, (times.get(one) ?? 0) - 1);
    return false;
  });
  return needed.map(([test]) => test).reverse();
}

/** Tells by what a service does, and not by what it answers, that it did what an operation is for. */
function noting(done: (operation: DocumentedOperationId) => void): ChangeOf {
  return (operation): Change => {
    const { batch } = operationOf(operation);
    if (batch !== undefined || operation === 'cancel-subscription')
      return deciding(({ entryProblem }) => ({
        entryProblem(of, found, subject) {
          const problem = entryProblem(of, found, subject);
          if (problem === undefined) done(operation);
          return problem;
        },
      }));
    if (operation === 'direct-payment' || operation === 'payout')
      return deciding(({ decline }) => ({
        decline(request, found) {
          const problem = decline(request, found);
          if (problem === undefined) done(operation);
          return problem;
        },
      }));
    return reshaping((reply) => {
      if (reply.accepted) done(operation);
      return reply;
    });
  };
}

/** An endpoint that uses freedoms, with one memory of its own over all tests; `did` holds the requests it carried out. */
function serviceOf(used: readonly Used[], signing: SignatureCheck) {
  const did = new Set<string>();
  let isDone = false;
  const note = noting(() => {
    isDone = true;
  });
  const own = changeOf(used);
  const changed: ChangeOf = (operation) =>
    allOf(own(operation) ?? ((same) => same), note(operation) ?? ((same) => same));
  const { behaviourOf, guard } = worldsOf({ signing, changeOf: changed }).main;
  const { memo } = createStore();
  return {
    did,
    open() {
      const world = openWorld('a drawn service', behaviourOf, guard);
      const ours = { ...world, store: { ...world.store, memo } };
      return ({ id, sent }: SentExchange): Answer | undefined => {
        const call = callOf(sent);
        if (call === undefined) return undefined;
        isDone = false;
        const {
          status,
          headers,
          body,
          delayMs = 0,
        } = answerCall(ours, { ...call, address: '127.0.0.1' }).wire;
        if (isDone) did.add(id);
        return { kind: 'answer', status, headers, body: bytesOf(body), durationMs: 1 + delayMs };
      };
    },
  };
}

const assigned = ['transaction_id', 'recurring_id'] as const;

// The identifiers of the plain endpoint.
const ownName = /^[TS][0-9A-F]{8}K[0-9A-F]{8}$/;
// What every way of writing a body leaves as it is.
const anyName = /^[\w.:~-]+$/;

/** Adds what this service calls a transaction or subscription that the recorded one called otherwise. */
function learnNames(
  names: Map<string, string>,
  known: JudgedExchange | undefined,
  own: JudgedExchange,
): void {
  if (known === undefined) return;
  const learn = (before: JsonObject, now: JsonObject) => {
    for (const name of assigned) {
      const [old, other] = [before[name], now[name]];
      if (typeof old !== 'string' || typeof other !== 'string' || old === other) continue;
      if (ownName.test(old) && anyName.test(other)) names.set(old, other);
    }
  };
  learn(answerOf(known), answerOf(own));
  if (!isDocumented(own.exchange.operation) || operationOf(own.exchange.operation).lists === undefined)
    return;
  const records = new Map(entriesIn(own).map((entry) => [entry.order_no, entry]));
  for (const entry of entriesIn(known)) learn(entry, records.get(entry.order_no) ?? {});
}

/** A recorded request with the names that this service gave, signed anew. */
function renamed(
  request: SentExchange,
  names: ReadonlyMap<string, string>,
  signing: SignatureCheck,
): SentExchange {
  const { sent } = request;
  const used = [...names].filter(([old]) => sent.body.includes(old));
  if (used.length === 0) return request;
  const write = (text: string) => used.reduce((all, [old, other]) => all.replaceAll(old, other), text);
  const value = JSON.parse(write(JSON.stringify(sent.value))) as JsonObject;
  const { encryption_data: before } = value;
  const isOurs = typeof before === 'string' && isSigned(objectOf(sent.value), signing, [0]);
  const signature = isOurs ? signatureOf(value, signing) : before;
  const body = isOurs ? write(sent.body).replaceAll(before, String(signature)) : write(sent.body);
  return {
    ...request,
    sent: { ...sent, body, value: isOurs ? { ...value, encryption_data: String(signature) } : value },
  };
}

/** What was seen of a drawn service, and what was said of it that is not true. */
export interface ServiceSight {
  readonly sight: JudgedService;
  readonly alarms: readonly Alarm[];
}

/** Sends requests to a service that uses freedoms, and judges its answers. */
export async function judgeUsed(
  used: readonly Used[],
  { known, signing, visit, tests: all }: Stand,
  tests: readonly RecordedTest[] = all,
): Promise<ServiceSight> {
  const service = serviceOf(used, signing);
  const judged: JudgedExchange[] = [];
  const pairs: Verdicts[] = [];
  for (const test of tests) {
    const answers = service.open();
    const names = new Map<string, string>();
    const own: JudgedExchange[] = [];
    for (const recorded of test.requests) {
      const request = renamed(recorded, names, signing);
      const received = answers(request);
      if (received === undefined) continue;
      const one = await judgeAnswer(request, received, request === recorded ? known : new Map(), visit);
      learnNames(names, known.get(recorded.id), one);
      own.push(one);
    }
    judged.push(...own);
    pairs.push(...judgeTwins(test, own));
  }
  const sight = judgedServiceOf(judged, pairs);
  return { sight, alarms: alarmsOf(used, sight, service.did) };
}

function alarmsOf(
  used: readonly Used[],
  { findings, judged }: JudgedService,
  did: ReadonlySet<string>,
): readonly Alarm[] {
  const declared = warnsOf(used);
  const alarms = new Map<string, Alarm>();
  for (const finding of findings) {
    const { verdict, clause, operation } = finding;
    if (verdict === 'inconclusive' || (verdict === 'warn' && declared.has(clause))) continue;
    const what = whatOf(finding);
    alarms.set(what, { what, operation, weak: verdict === 'warn' });
  }
  const allowed = judged.filter(({ judgement }) => judgement.request !== 'broken');
  for (const { id: operation } of documentedOperations) {
    const own = allowed.filter(({ exchange }) => exchange.operation === operation);
    const isCarriedOut = own.some(({ exchange }) => did.has(exchange.id));
    if (!isCarriedOut || own.some(({ judgement }) => judgement.outcome === 'accepted')) continue;
    if (used.some(({ freedom }) => freedom.unmarked?.includes(operation) === true)) continue;
    const what = `incomplete: ${operation} never accepted`;
    alarms.set(what, { what, operation, weak: false });
  }
  return [...alarms.values()].sort(
    (one, other) => Number(one.weak) - Number(other.weak) || (one.what < other.what ? -1 : 1),
  );
}

/** The fewest tests that show an alarm: the one with its exchange, those that call its operation, or all of them. */
export async function testsShowing(
  { what, operation }: Alarm,
  used: readonly Used[],
  { sight }: ServiceSight,
  stand: Stand,
): Promise<readonly RecordedTest[]> {
  const found = sight.findings.find((finding) => whatOf(finding) === what);
  const ofExchange = stand.tests.filter(({ requests }) => requests.some(({ id }) => id === found?.exchange));
  const ofOperation = stand.tests.filter(({ calls }) => calls.has(operation));
  for (const tests of [ofExchange, ofOperation]) {
    const { alarms } = await judgeUsed(used, stand, tests);
    if (alarms.some((alarm) => alarm.what === what)) return tests;
  }
  return stand.tests;
}

const whatOf = ({ verdict, clause, operation }: Finding) => `${verdict} ${clause} ${operation}`;
