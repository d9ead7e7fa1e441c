import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** A request that moves something, as it arrived, and the service's answer to it. */
interface Moved {
  readonly path: string;
  readonly sent: Record<string, unknown>;
  readonly answer: Record<string, unknown>;
}

type Way = (response: ServerResponse, moved: Moved, before: Moved | undefined) => void;

const json = (response: ServerResponse, body: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const page =
  '<!doctype html><html><head><title>Sign in</title></head><body><form><input></form></body></html>';
const status =
  (code: number, body: string, headers: Record<string, string> = {}): Way =>
  (response) =>
    void response.writeHead(code, { 'content-type': 'text/html', ...headers }).end(body);

const listName = (answer: object) => Object.keys(answer).find((name) => name.endsWith('_orders'));

/** The answer as one without success, with a text in each place for one, changed in each entry and at the top. */
function refusal(
  { answer }: Moved,
  words: string,
  named: Record<string, string> = {},
  envelope: Record<string, string> = { return_status: '0', return_message: words },
): object {
  const list = listName(answer);
  const top = { ...answer, ...envelope };
  const changed = { amount: '1.00', ...named };
  if (list === undefined && 'request_id' in answer)
    return {
      ...answer,
      ...('request_id' in named ? { request_id: named.request_id } : {}),
      status: 'FAILED',
      failure_reason: words,
      failure_type: 'BANK',
    };
  if (list === undefined)
    return {
      ...answer,
      ...('recurring_id' in named ? { recurring_id: named.recurring_id } : {}),
      cancel_status: '0',
      error_message: words,
    };
  const own = `${list.replace('_orders', '')}_status`;
  const text = list === 'refund_orders' ? { refund_message: `F0096:${words}` } : { error_message: words };
  const entries = answer[list] as object[];
  return {
    ...top,
    [list]: entries.map((entry) => ({ ...entry, ...text, [own]: '0', ...pick(changed, entry) })),
  };
}

const pick = (named: Record<string, string>, entry: object) =>
  Object.fromEntries(
    Object.entries(named).filter(([name]) => name !== 'amount' && Object.hasOwn(entry, name)),
  );

const other = {
  order_no: 'ANOTHER-1',
  transaction_id: 'T-OF-ANOTHER-1',
  request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  recurring_id: 'R-OF-ANOTHER-1',
};

const half = 'half of the entries';

/** An answer with the first half of its entries, none of one. */
function keptHalf(answer: Record<string, unknown>): Record<string, unknown> {
  const list = listName(answer);
  if (list === undefined) return {};
  const entries = answer[list] as object[];
  return { ...answer, [list]: entries.slice(0, entries.length >> 1) };
}

/** Ways of losing an answer, or of answering something else. The work was done before; after 429 it was not. */
export const ways: Readonly<Record<string, Way>> = {
  reset: (response) => void response.socket?.destroy(),
  silence: () => {},
  'empty 200': status(200, ''),
  'empty 204': status(204, ''),
  'queued 202': (response) => json(response, { status: 'accepted' }, 202),
  'redirect 307': (response, { path }) => void response.writeHead(307, { location: path }).end(),
  '100 and the end'(response) {
    response.writeContinue();
    response.socket?.end();
  },
  'a body cut short'(response, { answer }) {
    const body = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(body.length) });
    response.write(body.slice(0, body.length >> 1), () => response.socket?.destroy());
  },
  'half a document': (response, { answer }) =>
    void response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer).slice(0, 60)),
  drip(response, { answer }) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(JSON.stringify(answer).slice(0, 1));
  },
  'a login page': status(200, page),
  'an object that says nothing': (response) => json(response, {}),
  'a reason in its own form': (response) =>
    json(response, { error: { code: 'E91', message: 'no response' } }),
  [half](response, { answer }) {
    if (listName(answer) === undefined) response.socket?.destroy();
    else json(response, keptHalf(answer));
  },
  "another order's refusal": (response, moved) => json(response, refusal(moved, 'not allowed', other)),
  "another merchant's refusal": (response, moved) =>
    json(response, { ...refusal(moved, 'not allowed'), merchant_id: '999999' }),
  "another call's answer": (response, _moved, before) =>
    before === undefined ? void response.socket?.destroy() : json(response, before.answer),
  ...Object.fromEntries(
    [400, 404, 408, 409, 425, 429, 500, 502, 503, 504].map((code) => [`status ${code}`, status(code, page)]),
  ),
  'status 400 in words': (response) => json(response, { error: 'Bad Request' }, 400),
};

/** Answers without success, in the documented form and about the order that was asked for, with some words. */
export const saying =
  (words: string): Way =>
  (response, moved) =>
    json(response, refusal(moved, words));

/** Answers as one call that was taken and whose orders were refused, one by one. */
export const sayingOfOrders =
  (words: string): Way =>
  (response, moved) =>
    json(response, refusal(moved, words, {}, { return_status: '1', return_message: 'OK' }));

const kinds: Readonly<Record<string, readonly [kind: string, name: string]>> = {
  '/v1/authorise': ['payment', 'order_no'],
  '/v1/checkout': ['payment', 'order_no'],
  '/v1/capture': ['capture', 'transaction_id'],
  '/v1/cancel': ['return', 'transaction_id'],
  '/v1/refund': ['return', 'transaction_id'],
  '/v1/payout': ['payout', 'request_id'],
  '/v1/cancelsubscription': ['subscription', 'recurring_id'],
};

function namesIn(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([own, part]) =>
    own === name && typeof part === 'string' ? [part] : namesIn(part, name),
  );
}

/** A service behind a front that does all that it is asked, spoils the answers, and counts what was done to what. */
export interface Front {
  readonly url: string;
  /** How often each subject was worked on after an answer about it was spoiled, with the ways. */
  again(): readonly string[];
  /** The same for anything else that moves money over such an order or subscription. */
  over(): readonly string[];
  /** How many answers were spoiled, by path. */
  readonly spoiled: Readonly<Record<string, number>>;
}

/** Starts a front; `wayOf` names the way of the n-th answer about one path, or none where it comes as it is. */
export async function openFront(
  service: string,
  wayOf: (path: string, number: number) => readonly [name: string, way: Way] | undefined,
): Promise<Front> {
  const asked: Record<string, number> = {};
  const spoiled: Record<string, number> = {};
  const open = new Map<string, string>();
  const again: string[] = [];
  const over: string[] = [];
  const made = new Set<string>();
  const last = new Map<string, Moved>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const body = await text(request);
    const pass = async () => {
      const headers = { 'content-type': request.headers['content-type'] ?? '' };
      const got = await fetch(service + path, { method: 'POST', headers, body });
      const said = await got.text();
      for (const [, id] of said.matchAll(/<(?:transaction_id|recurring_id)>([^<]+)</g)) made.add(id ?? '');
      return { status: got.status, type: got.headers.get('content-type') ?? '', body: said };
    };
    const [kind, name] = kinds[path] ?? [];
    const say = (got: Awaited<ReturnType<typeof pass>>) =>
      void response.writeHead(got.status, { 'content-type': got.type }).end(got.body);
    if (kind === undefined || name === undefined) return say(await pass());
    const sent = parsed(body);
    // Entries that one request repeats are planned: they are of one decision.
    const subjects = [...new Set(namesIn(sent, name))]
      .filter((one) => kind === 'payout' || kind === 'payment' || made.has(one))
      .map((one) => `${kind} ${one}`);
    if (subjects.length === 0) return say(await pass());
    const number = asked[path] ?? 0;
    asked[path] = number + 1;
    const [how, way] = wayOf(path, number) ?? [];
    if (how !== undefined) spoiled[path] = (spoiled[path] ?? 0) + 1;
    // What is asked to wait was not done.
    if (how === 'status 429') return way?.(response, { path, sent, answer: {} }, undefined);
    for (const subject of subjects) {
      const before = open.get(subject);
      if (before !== undefined) again.push(`${path} for ${subject}, after ${before}`);
      const [, id = ''] = subject.split(' ');
      const other = open.get(id);
      if (other !== undefined) over.push(`${path} for ${subject}, after ${other}`);
      if (how !== undefined) for (const one of [subject, id]) open.set(one, `${path} was answered by ${how}`);
    }
    if (way === undefined) return say(await pass());
    const moved = { path, sent, answer: parsed((await pass()).body) };
    // The entries that it keeps are answered.
    if (how === half)
      for (const id of namesIn(keptHalf(moved.answer), name))
        for (const one of [`${kind} ${id}`, id]) open.delete(one);
    const before = last.get(path);
    last.set(path, moved);
    way(response, moved, before);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, again: () => again, over: () => over, spoiled };
}

/** The members of a body, in JSON or as a form, however they are written. */
function parsed(body: string): Record<string, unknown> {
  try {
    return JSON.parse(body);
  } catch {
    return Object.fromEntries(new URLSearchParams(body));
  }
}
