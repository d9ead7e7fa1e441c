import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** An answer of the service behind, before it is lost. */
interface Carried {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

type Way = (response: ServerResponse, answer: Carried) => void;

const answering =
  (status: number, body: string, type = 'application/json'): Way =>
  (response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

const page = '<!doctype html><html><head><title>Sorry</title></head><body>Try again later</body></html>';

/** The ways in which an answer is lost after the work was done. */
export const ways = {
  'no answer': () => {},
  'a reset': (response) => void response.socket?.destroy(),
  'status 500': answering(500, '{"message":"Internal Server Error"}'),
  'status 502': answering(502, page, 'text/html'),
  'status 503': answering(503, '{"message":"Service Unavailable"}'),
  'status 503 with Retry-After': (response) =>
    void response.writeHead(503, { 'retry-after': '0' }).end('{"message":"busy"}'),
  'an empty 202': answering(202, ''),
  'a body that is cut short': (response, { status, type, body }) => {
    response.writeHead(status, { 'content-type': type, 'content-length': String(Buffer.byteLength(body)) });
    response.write(body.slice(0, body.length >> 1), () => response.socket?.destroy());
  },
  'half a body': (response, { status, type, body }) =>
    void response.writeHead(status, { 'content-type': type }).end(body.slice(0, body.length >> 1)),
  'a page': answering(200, page, 'text/html'),
  'an empty 200': answering(200, ''),
  'an object that says nothing': answering(200, '{}'),
  'a refusal as timed out': answering(400, '{"error":"upstream request timed out"}'),
  'a refusal as under way': answering(200, '{"return_status":"0","return_message":"taken, being processed"}'),
} as const satisfies Readonly<Record<string, Way>>;

/** One way to lose an answer. */
export type WayName = keyof typeof ways;

const kinds: readonly (readonly [path: RegExp, kind: string, name: string])[] = [
  [/\/authorise$|\/checkout$/, 'payment', 'order_no'],
  [/\/capture$/, 'capture', 'transaction_id'],
  [/\/review$/, 'review', 'transaction_id'],
  [/\/cancel$|\/refund$/, 'return', 'transaction_id'],
  [/\/payout$/, 'payout', 'request_id'],
  [/\/cancelsubscription$/, 'subscription', 'recurring_id'],
];

/** What has to be made by the service before, and where an answer names it. */
const needsMade = /^(?:capture|review|return|subscription) /;
const givenIds = /<(?:transaction_id|recurring_id)>([^<]+)</g;

/** What a request is about, read from its bytes, however they are written. */
function subjectsIn(path: string, body: string): readonly string[] {
  const [, kind, name] = kinds.find(([pattern]) => pattern.test(path)) ?? [];
  if (kind === undefined) return [];
  const text = body.replaceAll(/(?:%[0-7][0-9a-f])+/gi, decodeURIComponent);
  const found = [...text.matchAll(new RegExp(`\\b${name}["'\\]\\s:=>]+([^"'&<,}\\s]+)`, 'g'))];
  return found.map(([, value]) => `${kind} ${value}`);
}

/** A service that does the work and loses some answers. */
export interface LossyService {
  readonly url: string;
  /** Requests that arrived about something after an answer about it was lost. */
  readonly again: readonly string[];
  /** Answers that were lost. */
  readonly lost: readonly string[];
  /** All requests that arrived, in order. */
  readonly asked: readonly { readonly path: string; readonly body: string }[];
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function carry(url: string, headers: IncomingHttpHeaders, body: Buffer): Promise<Carried> {
  return new Promise((resolve, reject) => {
    const passing = httpRequest(url, { method: 'POST', headers, agent: false }, async (answer) => {
      const text = (await bodyOf(answer)).toString('utf8');
      const { statusCode: status = 0, headers: own } = answer;
      resolve({ status, type: own['content-type'] ?? '', body: text });
    });
    passing.once('error', reject).end(body);
  });
}

/** Starts a forwarder before a service: it carries every request on, and loses some answers in one way, or in some by turns. */
export async function loseAnswers(
  service: string,
  loses: (path: string, body: string) => boolean,
  way: WayName | readonly WayName[],
): Promise<LossyService> {
  const byTurns = typeof way === 'string' ? [way] : way;
  let losses = 0;
  const again: string[] = [];
  const lost: string[] = [];
  const asked: { readonly path: string; readonly body: string }[] = [];
  const doubtful = new Set<string>();
  const made = new Set<string | undefined>();
  const server = createServer(async (request, response) => {
    const path = request.url ?? '';
    const body = await bodyOf(request);
    const named = subjectsIn(path, body.toString('utf8'));
    // Nothing comes of orders that the service never made.
    const subjects = named.filter((one) => !needsMade.test(one) || made.has(one.split(' ')[1]));
    asked.push({ path, body: body.toString('utf8') });
    again.push(...subjects.filter((one) => doubtful.has(one)));
    const answer = await carry(service + path, request.headers, body);
    const { status, type } = answer;
    for (const [, id] of answer.body.matchAll(givenIds)) made.add(id);
    // Before an answer can be lost, the work has to be done.
    if (status !== 200 || !loses(path, body.toString('utf8')))
      return void response.writeHead(status, { 'content-type': type }).end(answer.body);
    lost.push(...subjects);
    for (const subject of subjects) doubtful.add(subject);
    const next = byTurns[losses++ % byTurns.length] ?? 'a reset';
    ways[next](response, answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, again, lost, asked };
}
