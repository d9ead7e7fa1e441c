import { answerHostedPage } from '../mock/pages/hosted.ts';
import { type MockOptions, worldsOf } from '../mock/server.ts';
import { answerCall, openWorld } from '../mock/world.ts';
import { given } from '../schemas/given.ts';
import type { Verdicts } from '../schemas/judge/judge-run.ts';
import { isAcceptedLike, judgeTwin, restsOnRefusal, type Twin } from '../schemas/judge/judge-twin.ts';
import { judge } from '../schemas/judge.ts';
import { onceFor } from '../schemas/once-for.ts';
import { operationPaths, readRequest } from '../schemas/read-request.ts';
import type { Answer, Exchange, JudgedExchange, NoAnswer, SentRequest } from '../schemas/types.ts';
import type { SealedBrowser } from '../specs/support/visiting/sealed-browser.ts';
import { createPageScripts } from '../targets/sending/page-scripts.ts';
import type { RecordedTest, SentExchange } from './recording.ts';

/** Answers one request; undefined for what is no call of an operation. */
type Answers = (request: SentExchange) => Answer | undefined;

/** What recorded requests are put to, each test from an empty memory. */
export interface Service {
  open(): Answers;
  /** Opens a page of it in a browser, where pages are looked at. */
  readonly visit?: Visit;
}

/** Opens an answer as a shopper's browser would; undefined where there is no browser. */
export type Visit = (sent: SentRequest, answer: Answer) => Promise<Exchange['page']>;

const encoder = new TextEncoder();

/** A recorded request as a call, read once for all services; undefined for what is no call of an operation. */
const callOf = onceFor(({ method, url, headers, body }: SentRequest) => {
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
  const { name, mannerOf, guard } = worldsOf(options).main;
  const [address = '127.0.0.1'] = guard.addresses ?? [];
  // An acquirer that limits the rate counts by the clock, and here all requests come at once.
  const unhurried: typeof mannerOf = (...asked) => {
    const manner = mannerOf(...asked);
    const turnAway: typeof manner.turnAway = (about) => {
      const reply = manner.turnAway(about);
      return reply?.status === 429 ? undefined : reply;
    };
    return { ...manner, turnAway };
  };
  return {
    ...(visit && { visit }),
    open() {
      const world = openWorld(name, options.acquirer === undefined ? mannerOf : unhurried, guard);
      return ({ sent }) => {
        const call = callOf(sent);
        if (call === undefined) return undefined;
        const { status, headers, body, delayMs = 0 } = answerCall(world, { ...call, address }).wire;
        const bytes = typeof body === 'string' ? encoder.encode(body) : body;
        return { kind: 'answer', status, headers, body: bytes, durationMs: 1 + delayMs };
      };
    },
  };
}

/** Opens pages in a browser, and hands them the scripts of the embedded endpoint. */
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

/** What the plain endpoint was judged like, by the ids of the exchanges. */
export type Known = ReadonlyMap<string, JudgedExchange>;

function isSame(one: Answer | NoAnswer, other: Answer): boolean {
  if (one.kind !== 'answer') return false;
  const head = ({ status, headers, durationMs }: Answer) => JSON.stringify([status, headers, durationMs]);
  return Buffer.compare(one.body, other.body) === 0 && head(one) === head(other);
}

/**
 * Judges the answer to a recorded request. One that is equal to what is known has the judgement that is known: most variants
 * change few answers. A page is opened where it was opened in the recorded run.
 */
async function judged(
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

/** Puts the requests of a test to a service, until `isEnough` says so of the last one; returns them judged. */
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
    const one = await judged(request, received, known, visit);
    all.push(one);
    if (isEnough(one)) break;
  }
  return all;
}

/**
 * Judges the pairs of a test by what a service answered. What rests on a refusal needs a control that was accepted after it; where
 * the recorded run had no reason to send one, nothing is said of it.
 */
export function twinsOf({ twins }: RecordedTest, judged: readonly JudgedExchange[]): readonly Verdicts[] {
  const at = new Map(judged.map(({ exchange }, index) => [exchange.id, index]));
  const one = (id: string) => judged[at.get(id) ?? -1];
  return twins.flatMap(({ clause, wants, control: controlId, probe: probeId, after: asked }) => {
    const [control, probe] = [one(controlId), one(probeId)];
    if (control === undefined || probe === undefined) return [];
    const twin: Twin = { clause, wants, control, probe };
    if (!restsOnRefusal(twin)) return [judgeTwin(twin)];
    const last = Math.max(at.get(probeId) ?? 0, at.get(controlId) ?? 0);
    const after = judged.slice(last + 1).find((later) => isAcceptedLike(later, { control }));
    return [
      judgeTwin({
        ...twin,
        ...given({ after: after ?? (asked === undefined ? undefined : ('none' as const)) }),
      }),
    ];
  });
}
