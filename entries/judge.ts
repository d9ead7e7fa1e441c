import { unpacked } from '../cli/judge/body.ts';
import { judgeWatched } from '../cli/judge/watched.ts';
import { judgedOf, readEvidence } from '../reports/evidence.ts';
import { redactFindingOf } from '../reports/redact.ts';
import { defined } from '../schemas/defined.ts';
import { findingText } from '../schemas/finding-text.ts';
import type { JudgedExchange } from '../schemas/types.ts';

/** An HTTP message; a text body is UTF-8, bytes may still be packed, and header names may have any case. */
interface Message {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

/** A request of any client. */
export interface Call extends Message {
  /** The absolute URL; the method defaults to `POST`. */
  readonly url: string;
  readonly method?: string;
}

/** The answer to a request. */
export interface Answered extends Message {
  readonly status: number;
}

function bytesOf(message: Message): Uint8Array {
  if (typeof message.body === 'string') return Buffer.from(message.body);
  const open = unpacked(message.body, headersOf(message)['content-encoding']);
  if (open === undefined) throw new TypeError('a body is still packed, and cannot be unpacked here');
  return open;
}

const headersOf = ({ headers = {} }: Message) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

let judgedSoFar = 0;

/**
 * Judges a request and its answer against every clause of the operation that the URL names, directly below `base` if
 * given. Throws `TypeError` if the URL names no operation, or a body cannot be unpacked.
 */
export function judgeCall(call: Call, answered: Answered, base?: string): JudgedExchange {
  const found = judgeWatched(
    {
      method: call.method ?? 'POST',
      url: call.url,
      headers: headersOf(call),
      body: bytesOf(call),
      received: {
        kind: 'answer',
        status: answered.status,
        headers: headersOf(answered),
        body: bytesOf(answered),
        durationMs: 0,
      },
      origin: { test: 'judgeCall', ordinal: judgedSoFar++, seed: 0 },
    },
    defined({ base }),
  );
  if ('reason' in found) throw new TypeError(`${call.url} cannot be judged: ${found.reason}`);
  return found.judged;
}

/** A matcher for `expect.extend` of Vitest, Jest or Playwright: passes if no clause fails, else prints the failures. */
export function toConform(judged: JudgedExchange): { pass: boolean; message: () => string } {
  const { exchange, judgement } = judged;
  const failed = judgement.findings.filter(({ verdict }) => verdict === 'fail' || verdict === 'suite-error');
  return {
    pass: failed.length === 0,
    message: () =>
      failed.length === 0
        ? `exchange ${exchange.id} conforms to every clause that it exercises`
        : failed.map((one) => findingText(redactFindingOf(judged, one), exchange)).join('\n\n'),
  };
}

/** The judged exchanges of a run in a folder, for your own checks; other digits replace masked ones. */
export function readExchanges(folder: string): readonly JudgedExchange[] {
  return readEvidence(folder).exchanges.map(judgedOf);
}

export { judge } from '../schemas/judge.ts';
export type {
  Exchange,
  Finding,
  JsonObject,
  JudgedExchange,
  Judgement,
  OperationId,
} from '../schemas/types.ts';
