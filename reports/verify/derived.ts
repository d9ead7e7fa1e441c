import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { derivedFiles, deriveStatement } from '../derived-files.ts';
import { mergedFile } from '../evidence/collect.ts';
import type { GatheredEvidence } from '../evidence/lines.ts';
import { factsIn, filesBefore, type RunFacts, rootBefore } from '../run/run-facts.ts';
import type { Statement } from '../statement/format.ts';
import type { VerifyProblem } from './files.ts';

function shown(line: string | undefined): string {
  if (line === undefined) return 'nothing';
  const text = line.trim();
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

/** Compares a report with the text that the evidence gives; names the first line that differs. */
export function compareReport(name: string, found: string, wanted: string): VerifyProblem[] {
  if (found === wanted) return [];
  const [lines, again] = [found.split('\n'), wanted.split('\n')];
  const first = lines.findIndex((line, at) => line !== again[at]);
  const at = first === -1 ? lines.length : first;
  const detail = `line ${at + 1} is ${shown(lines[at])}; the evidence gives ${shown(again[at])}`;
  return [{ kind: 'derived', at: name, detail }];
}

function checkReport(dir: string, name: string, wanted: string): VerifyProblem[] {
  const file = join(dir, name);
  if (!existsSync(file)) return [{ kind: 'incomplete', at: name, detail: 'it is missing' }];
  return compareReport(name, readFileSync(file, 'utf8'), wanted);
}

/** Checks the files from before the evidence was written: preflight, ledger and test results. */
function checkFilesBefore(dir: string, facts: RunFacts): VerifyProblem[] {
  if (rootBefore(dir) === facts.before) return [];
  const detail = 'it is not what the run left when its evidence was written';
  return [{ kind: 'evidence', at: filesBefore.join(', '), detail }];
}

/** Makes every report again from the evidence and compares it; `statement` is what the evidence gives. */
export function checkReports(
  dir: string,
  evidence: GatheredEvidence,
): { readonly problems: readonly VerifyProblem[]; readonly statement?: Statement } {
  const incomplete = (detail: string) => ({
    problems: [{ kind: 'incomplete', at: mergedFile, detail } as const],
  });
  const facts = factsIn(evidence);
  if (facts === undefined) return incomplete('it does not say what the run knew besides its exchanges');
  try {
    const statement = deriveStatement(evidence);
    const reports = Object.entries(derivedFiles).flatMap(([name, render]) =>
      checkReport(dir, name, render({ statement, evidence })),
    );
    return { statement, problems: [...reports, ...checkFilesBefore(dir, facts)] };
  } catch (error) {
    return incomplete(`no reports can be made from it: ${(error as Error).message}`);
  }
}
