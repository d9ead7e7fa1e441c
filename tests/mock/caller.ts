import { Agent, type IncomingMessage, request } from 'node:http';
import { request as requestOverTls } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { signatureOf } from '../../mock/signature.ts';
import { judge } from '../../schemas/judge.ts';
import { encodeForm } from '../../schemas/media/form.ts';
import { encodeXml } from '../../schemas/media/xml-write.ts';
import { operationOf } from '../../schemas/operations.ts';
import type {
  Answer,
  DocumentedOperationId,
  Encoding,
  JsonObject,
  JudgedExchange,
  NoAnswer,
} from '../../schemas/types.ts';
import type { Signature } from '../../targets/sending/wire-request.ts';

/** The signature check of every endpoint in these tests. */
export const signing = { recipe: 'hmac-sha256', key: 'a key for tests' };

/** How a call differs from a plain one. */
export interface CallOptions {
  readonly intent?: 'valid' | 'odd';
  readonly encoding?: Encoding;
  readonly contentType?: string;
  readonly nested?: 'json' | 'brackets';
  readonly rawBody?: string;
  /** Another signature than the right one, or how it is made of that; null for none. */
  readonly signature?: Signature | null;
}

/** How a caller signs and connects. */
export interface CallerOptions {
  readonly sign?: (body: JsonObject, operation: DocumentedOperationId) => string;
  /** Address of this machine that requests leave from. */
  readonly localAddress?: string;
  readonly tls?: { readonly ca: string; readonly cert?: string; readonly key?: string };
  /** Answers what is sent, in place of the endpoint at the base address. */
  readonly answer?: (path: string, headers: Record<string, string>, body: string) => Answer;
}

/** Sends requests to one endpoint, signed and judged. */
export interface Caller {
  send(operation: DocumentedOperationId, body: JsonObject, options?: CallOptions): Promise<JudgedExchange>;
  readonly exchanges: readonly JudgedExchange[];
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });
const types = { json: 'application/json', form: 'application/x-www-form-urlencoded', xml: 'application/xml' };

/** Opens a caller of the endpoint at a base address. */
export function openCaller(base: string, how: CallerOptions = {}): Caller {
  const { sign = (body) => signatureOf(body, signing) } = how;
  const exchanges: JudgedExchange[] = [];
  return {
    exchanges,
    async send(operation, unsigned, options = {}) {
      const { path, encoding: usual } = operationOf(operation);
      const { encoding = usual, signature = (right: string) => right } = options;
      const written = typeof signature === 'function' ? signature(sign(unsigned, operation)) : signature;
      const value = written === null ? unsigned : { ...unsigned, encryption_data: written };
      const body = options.rawBody ?? write(value, encoding, options.nested ?? 'json');
      const headers = { 'content-type': options.contentType ?? types[encoding] };
      const sentAt = performance.now();
      const received = how.answer?.(path, headers, body) ?? (await post(base + path, headers, body, how));
      const exchange = {
        id: exchanges.length.toString(16).padStart(8, '0'),
        operation,
        sent: {
          method: 'POST',
          url: base + path,
          headers,
          body,
          encoding,
          value,
          signed: true,
          intent: options.intent ?? 'valid',
        },
        received,
        origin: { test: 'mock', ordinal: exchanges.length, seed: 1 },
        times: { sentAt, answeredAt: performance.now() },
      } as const;
      const judged = { exchange, judgement: judge(exchange) };
      exchanges.push(judged);
      return judged;
    },
  };
}

function write(value: JsonObject, encoding: Encoding, nested: 'json' | 'brackets'): string {
  if (encoding === 'form') return encodeForm(value, nested);
  return encoding === 'xml' ? encodeXml(value, { root: 'request' }) : JSON.stringify(value);
}

function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { tls, localAddress }: CallerOptions,
): Promise<Answer | NoAnswer> {
  return new Promise((resolve) => {
    const started = performance.now();
    const none = (detail: string) =>
      resolve({ kind: 'none', reason: 'reset', detail, durationMs: performance.now() - started });
    const send = tls === undefined ? request : requestOverTls;
    const call = send(
      url,
      {
        method: 'POST',
        ...(tls ?? { agent: localAddress === undefined ? agent : false }),
        ...(localAddress === undefined ? {} : { localAddress }),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        read(answer).then(
          (bytes) =>
            resolve({
              kind: 'answer',
              status: answer.statusCode ?? 0,
              headers: flat(answer),
              body: bytes,
              durationMs: performance.now() - started,
            }),
          (error: Error) => none(error.message),
        );
      },
    );
    call.on('error', (error) => none(error.message));
    call.end(body);
  });
}

async function read(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const whole = Buffer.concat(chunks);
  return answer.headers['content-encoding'] === 'gzip' ? gunzipSync(whole) : whole;
}

function flat({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
