import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { noReportFile, taggedIn } from '../allure/generate.ts';
import { withoutQuotations } from '../certificate/cause-cards.ts';
import { type Derivation, derivedFiles } from '../derived-files.ts';
import { renderMatrix } from '../pages/matrix.ts';
import { renderSentPage } from '../pages/sent.ts';
import { renderStart } from '../pages/start.ts';
import { filesBefore, type RunFacts, rootBefore } from '../run/run-facts.ts';
import type { Statement } from '../statement/format.ts';
import { compareStatements } from './compare-statements.ts';
import type { VerifyProblem } from './problem.ts';

const statementFile = 'conformance.json';

function checkFile(dir: string, name: string, wanted: string, hasDocument = false): VerifyProblem[] {
  const file = join(dir, name);
  if (!existsSync(file)) return [{ kind: 'incomplete', at: name, detail: 'it is missing' }];
  // Passages of the caller's copy of the document stand in the certificate alone, and only where a copy was given.
  const setAside = hasDocument && name === 'certificate.html' ? withoutQuotations : (text: string) => text;
  return setAside(readFileSync(file, 'utf8')) === wanted
    ? []
    : [{ kind: 'derived', at: name, detail: 'it is not what the evidence gives' }];
}

/** Compares every file that follows from the evidence with what it should be; `stated` is the statement as it was found. */
export function checkDerivedFiles(
  dir: string,
  stated: Statement | undefined,
  from: Derivation,
): VerifyProblem[] {
  const { statement: derived } = from;
  const differences = stated === undefined ? [] : compareStatements(stated, derived);
  const files = Object.entries(derivedFiles).flatMap(([name, render]) => {
    // Its differences say more than that there are some; without any, it was written in another way.
    if (name === statementFile && (stated === undefined || differences.length > 0)) return [];
    return checkFile(dir, name, render(from), derived.document !== undefined);
  });
  return [...differences, ...files];
}

const runOptions = [
  ['seed', ({ seed }: RunFacts) => String(seed)],
  ['profile', ({ profile }: RunFacts) => profile],
  ['runs', ({ runsPerProperty }: RunFacts) => String(runsPerProperty)],
] as const;

function checkRunRecord(dir: string, facts: RunFacts): VerifyProblem[] {
  const file = join(dir, 'run.json');
  if (!existsSync(file)) return [];
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    return runOptions
      .filter(([name, of]) => record[name] !== undefined && !isDeepStrictEqual(record[name], of(facts)))
      .map(([name, of]) => ({
        kind: 'evidence',
        at: 'run.json',
        detail: `its ${name} is ${JSON.stringify(record[name])}, that of the evidence ${of(facts)}`,
      }));
  } catch {
    return [{ kind: 'evidence', at: 'run.json', detail: 'it is not valid JSON' }];
  }
}

/** Checks what the run had left before its evidence was written: its options, its ledger, the results of its tests. */
export function checkFilesBefore(dir: string, facts: RunFacts): VerifyProblem[] {
  const record = checkRunRecord(dir, facts);
  if (rootBefore(dir) === facts.before) return record;
  const detail = 'what stands there is not what the run had left when its evidence was written';
  return [...record, { kind: 'evidence', at: filesBefore.join(', '), detail }];
}

/** Checks that the Allure report of the tests is there, and that its start page, clause matrix and what was sent are those that the evidence gives. */
export function checkAllure(dir: string, derived: Statement): VerifyProblem[] {
  const results = join(dir, 'allure-results');
  if (!existsSync(results) || existsSync(join(dir, noReportFile))) return [];
  const pages = ['operations/', 'clauses/', 'dashboard/']
    .map((page) => `allure-report/${page}index.html`)
    .filter((page) => !existsSync(join(dir, page)))
    .map((at): VerifyProblem => ({ kind: 'incomplete', at, detail: 'it is missing' }));
  try {
    const tagged = taggedIn(results);
    return [
      ...pages,
      ...checkFile(dir, 'allure-report/index.html', renderStart(derived, tagged)),
      ...checkFile(dir, 'allure-report/matrix/index.html', renderMatrix(derived, tagged)),
      ...checkFile(dir, 'allure-report/sent/index.html', renderSentPage(derived)),
    ];
  } catch {
    return [...pages, { kind: 'evidence', at: 'allure-results', detail: 'a result cannot be read' }];
  }
}
