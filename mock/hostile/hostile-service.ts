import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operationOf } from '../../schemas/operations.ts';
import { readRequest } from '../../schemas/read-request.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';

/** A request that a hostile service heard. */
export interface Heard {
  readonly operation: DocumentedOperationId;
  readonly body: JsonObject;
}

/** A hostile service that listens on loopback. */
export interface StartedHostile {
  readonly baseUrl: string;
  /** Everything that it was asked, in order. */
  readonly heard: readonly Heard[];
  stop(): Promise<void>;
}

/** A service that lies, hides, leaks or attacks in one way. */
export interface HostileService {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly does: string;
  /** The operation whose answers are hostile. */
  readonly operation: DocumentedOperationId;
  start(): Promise<StartedHostile>;
}

/** Answers one request; `number` counts the requests of its operation from 1. */
export type Answerer = (asked: Heard, answer: ServerResponse, number: number) => void;

/** Starts a service that answers every request with one function. */
export async function startAnswering(answerer: Answerer): Promise<StartedHostile> {
  const heard: Heard[] = [];
  const server = createServer(async (request, answer) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const path = (request.url ?? '/').replace(/\?.*$/s, '');
    const read = readRequest(path, Buffer.concat(chunks), request.headers['content-type']);
    const asked = { operation: read.operation, body: read.ok ? read.value : {} };
    heard.push(asked);
    answerer(asked, answer, heard.filter(({ operation }) => operation === asked.operation).length);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    stop: () =>
      new Promise((stopped) => {
        server.close(() => stopped());
        server.closeAllConnections();
      }),
  };
}

/** Answers a card payment with success (2.6); `said` stands in the place of what an honest service would say. */
export function answerPayment(
  answer: ServerResponse,
  { body }: Heard,
  said: Readonly<Record<string, string>>,
): void {
  const echoed = ['merchant_id', 'account_id', 'order_no', 'amount', 'currency'] as const;
  const members = {
    ...Object.fromEntries(echoed.map((name) => [name, String(body[name] ?? '')])),
    order_status: '1',
    result_info: '0000:Success',
    ...said,
  };
  const children = Object.entries(members).map(([name, value]) => `<${name}>${escaped(value)}</${name}>`);
  answer.setHeader('content-type', 'application/xml').end(`<respon>${children.join('')}</respon>`);
}

/** Answers a batch with success for every entry, and everything else with an empty success. */
export function answerOthers(answer: ServerResponse, { operation, body }: Heard): void {
  const { batch } = operationOf(operation);
  const asked = batch === undefined ? [] : body[batch.field];
  const entries = (Array.isArray(asked) ? asked : []).map((entry) => ({
    ...(entry as JsonObject),
    ...(batch === undefined ? {} : { [batch.status]: '1', [batch.message]: '' }),
  }));
  const success = { return_status: '1', return_message: 'OK' };
  const told = batch === undefined ? success : { ...success, [batch.field]: entries };
  answer.setHeader('content-type', 'application/json').end(JSON.stringify(told));
}

function escaped(text: string): string {
  const written = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return written.replaceAll(/[\n\r\u0085\u2028]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
