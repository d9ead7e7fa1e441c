import { join } from 'node:path';
import type { RunOptions } from '../cli/project/run-options.ts';
import { makeTemporary, removeFolder } from '../cli/temporary-folder.ts';
import type { ChangeOf } from '../mock/behaviour.ts';
import type { EvidenceExchange, SentNote, TwinNote } from '../reports/evidence/lines.ts';
import { inStoredWords } from '../reports/evidence/rebuild.ts';
import { readEvidence } from '../reports/evidence.ts';
import { presentRedaction, redactExchange } from '../reports/redact.ts';
import { makeFolder } from '../reports/replace-file.ts';
import type { Statement } from '../reports/statement/format.ts';
import { verifyEvidence } from '../reports/verify.ts';
import { onceFor } from '../schemas/once-for.ts';
import { exactJsonText } from '../schemas/plain-text.ts';
import { testName } from '../schemas/source-name.ts';
import type { Exchange, JudgedExchange, OperationId, Origin } from '../schemas/types.ts';
import { readRecords } from '../specs/support/record.ts';
import { type Choice, runSpecs } from './run-specs.ts';

/** One sent request of a recorded run, with the observed page if there is one. */
export type SentExchange = Omit<Exchange, 'received'>;

/** The requests of one test in order, and the pairs that it compared. */
export interface RecordedTest {
  readonly requests: readonly SentExchange[];
  readonly twins: readonly TwinNote[];
  /** The operations that the test calls. */
  readonly calls: ReadonlySet<OperationId>;
  /** True for a test of the project `quick`. */
  readonly isQuick: boolean;
}

/** The requests of one run of the specs, smallest tests first, and the results of the run. */
export interface Recording {
  readonly tests: readonly RecordedTest[];
  /** All exchanges of the tests, unmasked. */
  readonly judged: readonly JudgedExchange[];
  readonly statement: Statement;
  /** The evidence of the run. */
  readonly exchanges: readonly EvidenceExchange[];
  /** The classes of values that each test sent. */
  readonly sent: readonly SentNote[];
  /** The problems that `verify` finds in the evidence. */
  readonly problems: readonly string[];
  /** Another answer to a request of the run, as its evidence would store it. */
  readonly store: Store;
}

/** An exchange as evidence stores it: masked, written as a line, and read back. */
export type Store = (judged: JudgedExchange) => EvidenceExchange;

/** Stores like the run that was started last, whichever run is started after it. */
export function openStore(): Store {
  const masking = presentRedaction();
  return onceFor(
    (judged: JudgedExchange): EvidenceExchange =>
      JSON.parse(exactJsonText(masking(() => inStoredWords(redactExchange(judged))))),
  );
}

const placeOf = ({ file = '', test }: Origin) => testName(file, test);

function testsOf(
  exchanges: readonly JudgedExchange[],
  notes: readonly TwinNote[],
  quick: ReadonlySet<string>,
): readonly RecordedTest[] {
  const tests = new Map<string, { requests: SentExchange[]; twins: TwinNote[] }>();
  const of = (origin: Origin) => {
    const test = tests.get(placeOf(origin)) ?? { requests: [], twins: [] };
    tests.set(placeOf(origin), test);
    return test;
  };
  const requests = exchanges
    .map(({ exchange: { received: _, ...request } }) => request)
    .sort((one, other) => one.origin.ordinal - other.origin.ordinal);
  for (const request of requests) of(request.origin).requests.push(request);
  for (const note of notes) if (note.origin !== undefined) of(note.origin).twins.push(note);
  return [...tests]
    .map(([name, test]) => ({
      ...test,
      calls: new Set(test.requests.map(({ operation }) => operation)),
      isQuick: quick.has(name),
    }))
    .sort((one, other) => one.requests.length - other.requests.length);
}

/** Runs the specs against an embedded endpoint, changed if `changeOf` says how, and keeps every request in memory; the reports are deleted. */
export async function record(options: RunOptions & Choice, changeOf?: ChangeOf): Promise<Recording> {
  const folder = makeTemporary('proof');
  const out = join(folder, 'out');
  const recordIn = join(folder, 'records');
  makeFolder(recordIn, 0o700);
  try {
    const statement = await runSpecs({ ...options, out, recordIn, changeOf });
    const records = readRecords(recordIn);
    const judged = records.flatMap(({ exchanges }) => exchanges);
    const evidence = readEvidence(out);
    const { exchanges, notes } = evidence;
    return {
      tests: testsOf(
        judged,
        notes.filter((note) => note.kind === 'twin'),
        new Set(records.flatMap(({ name, isQuick }) => (isQuick ? [name] : []))),
      ),
      judged,
      statement,
      exchanges,
      sent: notes.filter((note) => note.kind === 'sent'),
      problems: verifyEvidence(out, { evidence }).problems.map(({ at, detail }) => `${at} ${detail}`),
      store: openStore(),
    };
  } finally {
    removeFolder(folder);
  }
}
