import { answerHostedPage } from '../mock/pages/hosted.ts';
import { type MockOptions, worldsOf } from '../mock/server.ts';
import { answerCall, openWorld } from '../mock/world.ts';
import { defined } from '../schemas/defined.ts';
import type { Verdicts } from '../schemas/judge/judge-run.ts';
import { dependsOnRefusal, isAcceptedLike, judgeTwin, type Twin } from '../schemas/judge/judge-twin.ts';
import { judge } from '../schemas/judge.ts';
import { onceFor } from '../schemas/once-for.ts';
import { operationPaths, readRequest } from '../schemas/read-request.ts';
import type { Answer, Exchange, JudgedExchange, NoAnswer, SentRequest } from '../schemas/types.ts';
import type { SealedBrowser } from '../specs/support/visiting/sealed-browser.ts';
import { createPageScripts } from '../targets/sending/page-scripts.ts';
import type { RecordedTest, SentExchange } from './recording.ts';

/** Answers one request; undefined if it does not call an operation. */
type Answers = (request: SentExchange) => Answer | undefined;

/** The service that receives recorded requests; `open` starts it with an empty memory, once per test. */
export interface Service {
  open(): Answers;
  /** Opens a page of the service in a browser, if pages are checked. */
  readonly visit?: Visit;
}

/** Opens an answer like the browser of a shopper; undefined without a browser. */
export type Visit = (sent: SentRequest, answer: Answer) => Promise<Exchange['page']>;

const encoder = new TextEncoder();

/** The bytes of a written body. */
export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? encoder.encode(body) : body;
}

/** A recorded request as a call, parsed once for all services; undefined if it does not call an operation. */
export const callOf = onceFor(({ method, url, headers, body }: SentRequest) => {
  const { origin, pathname } = new URL(url);
  const path = operationPaths.find((one) => pathname.endsWith(one));
  if (path === undefined || method !== 'POST') return undefined;
  const prefix = pathname.slice(0, -path.length);
  const bytes = encoder.encode(body);
  const contentType = headers['content-type'];
  const read = readRequest(path, bytes, contentType);
  return { path, contentType, bytes, base: origin + prefix, prefix, read };
});

/** An endpoint that answers in this process. */
export function endpointOf(options: MockOptions, visit?: Visit): Service {
  const { name, behaviourOf, guard } = worldsOf(options).main;
  const [address = '127.0.0.1'] = guard.addresses ?? [];
  // The rate limit of an acquirer uses the clock, but here all requests come at once, so its 429 is ignored.
  const unhurried: typeof behaviourOf = (...asked) => {
    const behaviour = behaviourOf(...asked);
    const answerEarly: typeof behaviour.answerEarly = (about) => {
      const reply = behaviour.answerEarly(about);
      return reply?.status === 429 ? undefined : reply;
    };
    return { ...behaviour, answerEarly };
  };
  return {
    ...(visit && { visit }),
    open() {
      const world = openWorld(name, options.acquirer === undefined ? behaviourOf : unhurried, guard);
      return ({ sent }) => {
        const call = callOf(sent);
        if (call === undefined) return undefined;
        const { status, headers, body, delayMs = 0 } = answerCall(world, { ...call, address }).wire;
        return { kind: 'answer', status, headers, body: bytesOf(body), durationMs: 1 + delayMs };
      };
    },
  };
}

/** Opens pages in a browser, with the scripts of the embedded endpoint. */
export function visitsOf(browser: SealedBrowser, unavailable: (why: string) => void): Visit {
  const plain = worldsOf({}).main;
  const scriptsOf = createPageScripts(10_000);
  return async (sent, answer) => {
    const scripts = scriptsOf(sent.url, async ({ url }) => {
      const { origin, pathname, search } = new URL(url);
      const path = pathname.slice(pathname.indexOf('/v1/'));
      const at = { path, search, base: origin, prefix: '', address: '', contentType: undefined };
      const { status, headers, body } = answerHostedPage(plain, { ...at, bytes: new Uint8Array() }).wire;
      return { kind: 'answer', status, headers, body: encoder.encode(String(body)), durationMs: 1 };
    });
    const page = await browser.visit(sent, answer, scripts.fetch);
    if (!('unavailable' in page)) return { ...page, ...scripts.told() };
    unavailable(page.unavailable);
    return undefined;
  };
}

/** The judged exchanges of the plain endpoint, by exchange id. */
export type Known = ReadonlyMap<string, JudgedExchange>;

function isSame(one: Answer | NoAnswer, other: Answer): boolean {
  if (one.kind !== 'answer') return false;
  const head = ({ status, headers, durationMs }: Answer) => JSON.stringify([status, headers, durationMs]);
  return Buffer.compare(one.body, other.body) === 0 && head(one) === head(other);
}

/**
 * Judges the answer to a recorded request. An answer equal to the known one keeps its judgement, because most variants
 * change few answers. A page is opened if it was opened in the recorded run.
 */
export async function judgeAnswer(
  { page, ...request }: SentExchange,
  received: Answer,
  known: Known | undefined,
  visit: Visit | undefined,
): Promise<JudgedExchange> {
  const like = known?.get(request.id);
  if (like !== undefined && isSame(like.exchange.received, received)) return like;
  const exchange: Exchange = { ...request, received };
  const judgement = judge(exchange);
  if (page === undefined || judgement.outcome !== 'accepted') return { exchange, judgement };
  const seen = known === undefined ? page : await visit?.(request.sent, received);
  if (seen === undefined) return { exchange, judgement };
  const shown = { ...exchange, page: seen };
  return { exchange: shown, judgement: judge(shown) };
}

/** Sends the requests of a test to a service, until `isEnough` is true for the last one; returns them judged. */
export async function replay(
  { requests }: RecordedTest,
  { open, visit }: Service,
  known?: Known,
  isEnough: (judged: JudgedExchange) => boolean = () => false,
): Promise<readonly JudgedExchange[]> {
  const answers = open();
  const all: JudgedExchange[] = [];
  for (const request of requests) {
    const received = answers(request);
    if (received === undefined) continue;
    const one = await judgeAnswer(request, received, known, visit);
    all.push(one);
    if (isEnough(one)) break;
  }
  return all;
}

/**
 * Judges the pairs of a test by the answers of a service. A pair that rests on a refusal needs an accepted control
 * after it; if the recorded run did not send one, the pair is judged without it.
 */
export function judgeTwins({ twins }: RecordedTest, judged: readonly JudgedExchange[]): readonly Verdicts[] {
  const at = new Map(judged.map(({ exchange }, index) => [exchange.id, index]));
  const one = (id: string) => judged[at.get(id) ?? -1];
  return twins.flatMap(({ clause, wants, control: controlId, probe: probeId, after: asked }) => {
    const [control, probe] = [one(controlId), one(probeId)];
    if (control === undefined || probe === undefined) return [];
    const twin: Twin = { clause, wants, control, probe };
    if (!dependsOnRefusal(twin)) return [judgeTwin(twin)];
    const last = Math.max(at.get(probeId) ?? 0, at.get(controlId) ?? 0);
    const after = judged.slice(last + 1).find((later) => isAcceptedLike(later, { control }));
    return [
      judgeTwin({
        ...twin,
        ...defined({ after: after ?? (asked === undefined ? undefined : ('none' as const)) }),
      }),
    ];
  });
}
