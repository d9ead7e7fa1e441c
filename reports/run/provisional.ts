import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defined } from '../../schemas/defined.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { deriveStatement } from '../derived-files.ts';
import { readEvidence } from '../evidence/collect.ts';
import type { SkippedNote } from '../evidence/lines.ts';
import { judgeTogether } from '../evidence.ts';
import { readOpening } from '../opening.ts';
import { makeFolder } from '../replace-file.ts';
import type { Statement } from '../statement/format.ts';
import { factsAtEnd, presentPlan } from './run-facts.ts';
import { problemNotesIn } from './service-problems.ts';

/** A test of a spec that ended, with the reason if it was skipped. */
export type EndedTest = SkippedNote | { readonly kind: 'ended'; readonly test: string };

const endedFile = (out: string) => join(out, 'runner', 'ended.ndjson');

/** Notes for the closing tests that a test ended. */
export function noteEnded(out: string, ended: EndedTest): void {
  makeFolder(dirname(endedFile(out)));
  appendFileSync(endedFile(out), `${JSON.stringify(ended)}\n`);
}

function endedIn(out: string): readonly EndedTest[] {
  if (!existsSync(endedFile(out))) return [];
  const lines = readFileSync(endedFile(out), 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as EndedTest);
}

/** Judges a run before its end, without writing anything; undefined if no test of the specs has run. */
export function judgeSoFar(out: string): Statement | undefined {
  const plan = presentPlan(out);
  const ended = endedIn(out);
  const skipped = ended.filter((one) => one.kind === 'skipped');
  // Parts of workers that are still waiting are not closed yet.
  const { exchanges, notes } = readEvidence(out);
  const isRun = ended.length > 0 || exchanges.some(({ origin: { file } }) => file?.includes('.spec.'));
  if (plan === undefined || !isRun) return undefined;
  const evidence = { exchanges, notes: [...notes, ...skipped, ...problemNotesIn(out)], problems: [] };
  const facts = {
    ...factsAtEnd(plan, { interruptions: [], suiteErrors: [] }),
    ...defined({ opening: readOpening(out) }),
    before: '',
  };
  const run: JsonObject = JSON.parse(jsonText(facts));
  return deriveStatement({ ...evidence, run, across: judgeTogether(evidence) });
}
