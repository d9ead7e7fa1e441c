import type { EvidenceWriter } from '../../reports/evidence.ts';
import { redactText } from '../../reports/redact.ts';
import { limits } from '../../schemas/media/limits.ts';
import { plainValue } from '../../schemas/plain-text.ts';
import type { Answer, Finding, NoAnswer } from '../../schemas/types.ts';
import { decodeBody } from '../../targets/transport/read-body.ts';
import { maskBreach } from '../judge/print.ts';
import { judgeWatched, type Watched, type Watchpoint } from '../judge/watched.ts';
import type { Forwarded } from './forward.ts';
import { namedHeaders } from './raw-headers.ts';
import type { Passed, Withheld } from './serve.ts';

/** What is told of one exchange that passed, masked. */
export interface Told {
  readonly kind: 'exchange' | 'not-judged' | 'not-passed-on';
  readonly method: string;
  readonly path: string;
  /** HTTP status, or why there was none. */
  readonly status: number | NoAnswer['reason'];
  /** Absent where nothing was passed on. */
  readonly durationMs?: number;
  /** Why it was not judged, or not passed on. */
  readonly reason?: string;
  readonly exchange?: string;
  readonly operation?: string;
  readonly outcome?: string;
  readonly findings?: readonly Pick<Finding, 'clause' | 'verdict' | 'path' | 'expected' | 'received'>[];
  /** Where the request breaks the document. */
  readonly breaches?: readonly string[];
}

/** Judges an exchange that passed and writes it down; throws `EvidenceError` when the disk does not take it. */
export function takeDown(
  passed: Passed,
  point: Watchpoint & { readonly base: string },
  evidence: EvidenceWriter,
  seed: number,
): Told {
  const { method, path, received, ordinal } = passed;
  const origin = { test: 'conformance proxy', ordinal, seed };
  const headers = namedHeaders(passed.headers);
  const watched: Watched = {
    method,
    url: point.base + path,
    headers,
    body: unpack(passed.body, headers['content-encoding']),
    received: received.kind === 'none' ? received : answerOf(received),
    origin,
  };
  const common = {
    method,
    // A query may hold what nobody should read.
    path: redactText(path.replace(/\?.*$/s, '')),
    status: received.kind === 'none' ? received.reason : received.status,
    durationMs: Math.round(received.durationMs),
  };
  const found = judgeWatched(watched, point);
  if ('reason' in found) return { kind: 'not-judged', ...common, reason: found.reason };
  const { exchange } = found.judged;
  const { judgement } = evidence.record(found.judged);
  const breaches = found.breaches.map((breach) => maskBreach(breach, exchange));
  const observations = breaches.flatMap(({ clause, path: at, expected, received: got }) =>
    clause === undefined
      ? []
      : [
          {
            clause,
            operation: exchange.operation,
            fingerprint: 'request breaks it',
            detail: `a request breaks it at ${at || 'the whole body'}: expected ${expected}, found ${got}`,
          },
        ],
  );
  if (observations.length > 0) evidence.note({ kind: 'observed', origin, observations });
  return {
    kind: 'exchange',
    ...common,
    exchange: exchange.id,
    operation: exchange.operation,
    outcome: judgement.outcome,
    findings: judgement.findings.map(({ clause, verdict, path: at, expected, received: got }) => ({
      clause,
      verdict,
      path: at,
      expected,
      received: got,
    })),
    breaches: breaches.map(({ clause, path: at }) => `${clause ?? 'unreadable'}${at && ` at ${at}`}`),
  };
}

/** Tells of a request that the proxy answered by itself. */
export function tellWithheld({ method, path, status, reason }: Withheld): Told {
  return {
    kind: 'not-passed-on',
    method,
    path: redactText(path.replace(/\?.*$/s, '')),
    status,
    reason: redactText(reason),
  };
}

function answerOf({ status, headers, body, durationMs }: Forwarded): Answer {
  const named = namedHeaders(headers);
  return {
    kind: 'answer',
    status,
    headers: named,
    body: unpack(body, named['content-encoding']),
    durationMs,
  };
}

/** One line for a reader. */
export function toldLine(masked: Told): string {
  const { method, path, status, durationMs, reason, ...told } = plainValue(masked);
  if (told.kind === 'not-passed-on') return `–  ${method} ${path}  ${status}  not passed on: ${reason}`;
  const head = `${method} ${path}  ${status}  ${durationMs} ms`;
  if (told.kind === 'not-judged') return `·  ${head}  not judged: ${reason}`;
  const { operation, outcome, exchange, findings = [], breaches = [] } = told;
  const caller = breaches.length === 0 ? '' : `  the request breaks ${breaches.join(', ')}`;
  const failed = findings.some(({ verdict }) => verdict === 'fail' || verdict === 'suite-error');
  const mark = failed ? '✗' : findings.length > 0 ? '!' : '✓';
  const said = findings.map(({ verdict, clause, path: at }) => `${verdict} ${clause}${at && ` at ${at}`}`);
  const verdict = said.length === 0 ? 'no finding' : said.join(', ');
  return `${mark}  ${head}  ${operation} ${outcome}: ${verdict}${caller}  ${exchange}`;
}

/** The body behind a Content-Encoding; the bytes themselves where it is unknown, wrong or too large unpacked. */
export function unpack(bytes: Uint8Array, encoding: string | undefined): Uint8Array {
  try {
    return decodeBody(bytes, encoding, limits.bytes);
  } catch {
    return bytes;
  }
}
