import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStatement } from '../cli/after/read-reports.ts';
import type { RunOptions } from '../cli/run/run-options.ts';
import { runSuite } from '../cli/run/run-suite.ts';
import { makeTemporary, removeFolder } from '../cli/temporary-folder.ts';
import type { EvidenceExchange, TwinNote } from '../reports/evidence/lines.ts';
import { readEvidence } from '../reports/evidence.ts';
import type { Statement } from '../reports/statement/format.ts';
import { verifyEvidence } from '../reports/verify.ts';
import type { Exchange, OperationId, Origin } from '../schemas/types.ts';

/** One request of a recorded run as it was sent, and what a browser saw of its page. */
export type SentExchange = Omit<Exchange, 'received'>;

/** The requests of one test in their order, and the pairs that it compared. */
export interface RecordedTest {
  readonly requests: readonly SentExchange[];
  readonly twins: readonly TwinNote[];
  /** The operations that it calls. */
  readonly calls: ReadonlySet<OperationId>;
}

/** What one run of the specs sent, the smallest tests first, and what it found out. */
export interface Recording {
  readonly tests: readonly RecordedTest[];
  readonly statement: Statement;
  /** The evidence of the run. */
  readonly exchanges: readonly EvidenceExchange[];
  /** What `verify` says of the evidence. */
  readonly problems: readonly string[];
}

const placeOf = ({ file, test }: Origin) => `${file} ${test}`;

function requestsIn(folder: string): readonly SentExchange[] {
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'),
  );
  // Of an exchange whose page was opened the second line holds what was seen.
  const byId = new Map<string, SentExchange>();
  for (const line of lines) {
    const request = JSON.parse(line) as SentExchange;
    byId.set(request.id, request);
  }
  return [...byId.values()].sort((one, other) => one.origin.ordinal - other.origin.ordinal);
}

function testsIn(folder: string, notes: readonly TwinNote[]): readonly RecordedTest[] {
  const tests = new Map<string, { requests: SentExchange[]; twins: TwinNote[] }>();
  const of = (origin: Origin) => {
    const test = tests.get(placeOf(origin)) ?? { requests: [], twins: [] };
    tests.set(placeOf(origin), test);
    return test;
  };
  for (const request of requestsIn(folder)) of(request.origin).requests.push(request);
  for (const note of notes) if (note.origin !== undefined) of(note.origin).twins.push(note);
  return [...tests.values()]
    .map((test) => ({ ...test, calls: new Set(test.requests.map(({ operation }) => operation)) }))
    .sort((one, other) => one.requests.length - other.requests.length);
}

/** Runs the specs as a user does, and keeps every request as it was sent; nothing of it stays on the disk. */
export async function record(options: RunOptions): Promise<Recording> {
  const folder = makeTemporary('proof');
  const [out, sent] = [join(folder, 'out'), join(folder, 'sent')];
  mkdirSync(sent);
  try {
    await runSuite({ ...options, out, known: { recording: sent }, skipAllure: true, quiet: true });
    const evidence = readEvidence(out);
    const { exchanges, notes } = evidence;
    return {
      tests: testsIn(
        sent,
        notes.filter((note) => note.kind === 'twin'),
      ),
      statement: readStatement(out),
      exchanges,
      problems: verifyEvidence(out, { evidence }).problems.map(({ at, detail }) => `${at} ${detail}`),
    };
  } finally {
    removeFolder(folder);
  }
}
