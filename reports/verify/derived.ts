import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { jsonText } from '../../schemas/plain-text.ts';
import { table } from '../../schemas/table.ts';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import { noReportFile } from '../allure/generate.ts';
import { type Derivation, derivedFiles } from '../derived-files.ts';
import { filesBefore, type RunFacts, rootBefore } from '../run/run-facts.ts';
import type { ClauseRow, Statement } from '../statement/format.ts';
import type { VerifyProblem } from './files.ts';

/** Maximum number of listed differences in one member of a statement; the rest is counted. */
const most = 10;

/** The rows of a statement by clause and operation. */
function byClause(rows: readonly ClauseRow[]): Readonly<Record<string, ClauseRow>> {
  return table(Object.fromEntries(rows.map((row) => [[row.id, row.operation ?? ''].join(' ').trim(), row])));
}

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Every place where two values differ, such as `suite.version`, with both values. */
export function differences(
  one: unknown,
  other: unknown,
  at = '',
): readonly (readonly [at: string, one: unknown, other: unknown])[] {
  if (isDeepStrictEqual(one, other)) return [];
  if (!isGroup(one) || !isGroup(other) || Array.isArray(one) !== Array.isArray(other))
    return [[at, one, other]];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const below = (name: string) =>
    Array.isArray(one) ? `${at}[${name}]` : at === '' ? name : `${at}.${name}`;
  return names.flatMap((name) => differences(one[name], other[name], below(name)));
}

function different(stated: unknown, derived: unknown, name: string): VerifyProblem[] {
  return differences(stated, derived, name).map(([at, one, other]) => ({
    kind: 'statement',
    at,
    detail: `the statement says ${shown(one)}, the evidence gives ${shown(other)}`,
  }));
}

function shortened(problems: readonly VerifyProblem[], name: string): readonly VerifyProblem[] {
  if (problems.length <= most) return problems;
  const detail = `${problems.length - most} more of its places differ`;
  return [...problems.slice(0, most), { kind: 'statement', at: name, detail }];
}

function missingExchanges(stated: Statement, derived: Statement): VerifyProblem[] {
  const counts = ({ run }: Statement, id: OperationId) => run.operations[id]?.exchanges ?? 0;
  return operationIds.flatMap((operation): VerifyProblem[] => {
    const [told, held] = [counts(stated, operation), counts(derived, operation)];
    if (told === held) return [];
    const detail = `the statement counts ${told} exchanges of ${operation}, the evidence holds ${held}`;
    const missing = { operation, exchanges: told - held };
    return [{ kind: 'incomplete', at: 'exchanges.ndjson', detail, missing }];
  });
}

/** Reports where a statement differs from that of the evidence, missing exchanges first. */
export function compareStatements(stated: Statement, evidenced: Statement): VerifyProblem[] {
  // In its written form, because a statement file contains no lone surrogates.
  const derived: Statement = JSON.parse(jsonText(evidenced));
  const names = new Set(['result', 'clauses', ...Object.keys(stated), ...Object.keys(derived)]);
  const rows = different(byClause(stated.clauses), byClause(derived.clauses), '');
  return [
    ...missingExchanges(stated, derived),
    ...([...names] as (keyof Statement)[]).flatMap((name) =>
      shortened(
        name === 'clauses' && rows.length > 0 ? rows : different(stated[name], derived[name], name),
        name,
      ),
    ),
  ];
}

const statementFile = 'conformance.json';

function checkFile(dir: string, name: string, wanted: string): VerifyProblem[] {
  const file = join(dir, name);
  if (!existsSync(file)) return [{ kind: 'incomplete', at: name, detail: 'it is missing' }];
  return readFileSync(file, 'utf8') === wanted
    ? []
    : [{ kind: 'derived', at: name, detail: 'it is not what the evidence gives' }];
}

/** Compares every file that is derived from the evidence with its expected text; `stated` is the statement found. */
export function checkDerivedFiles(
  dir: string,
  stated: Statement | undefined,
  from: Derivation,
): VerifyProblem[] {
  const { statement: derived } = from;
  const differences = stated === undefined ? [] : compareStatements(stated, derived);
  const files = Object.entries(derivedFiles).flatMap(([name, render]) => {
    // The listed differences are enough; without any, only the text of the statement can differ.
    if (name === statementFile && (stated === undefined || differences.length > 0)) return [];
    return checkFile(dir, name, render(from));
  });
  return [...differences, ...files];
}

function checkRunRecord(
  dir: string,
  { seed, profile, warnings = 'note', runsPerProperty }: RunFacts,
): VerifyProblem[] {
  const file = join(dir, 'run.json');
  if (!existsSync(file)) return [];
  const problem = (detail: string): VerifyProblem => ({ kind: 'evidence', at: 'run.json', detail });
  try {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    const known = { seed: String(seed), profile, warnings, runs: String(runsPerProperty) };
    return Object.entries(known)
      .filter(([name, wanted]) => record[name] !== undefined && record[name] !== wanted)
      .map(([name, wanted]) =>
        problem(`its ${name} is ${JSON.stringify(record[name])}, that of the evidence ${wanted}`),
      );
  } catch {
    return [problem('it is not valid JSON')];
  }
}

/** Checks the files from before the evidence was written: options, ledger and test results. */
export function checkFilesBefore(dir: string, facts: RunFacts): VerifyProblem[] {
  const record = checkRunRecord(dir, facts);
  if (rootBefore(dir) === facts.before) return record;
  const detail = 'it is not what the run left when its evidence was written';
  return [...record, { kind: 'evidence', at: filesBefore.join(', '), detail }];
}

/** Checks that the Allure report exists where the run has results of tests. */
export function checkAllure(dir: string): VerifyProblem[] {
  if (!existsSync(join(dir, 'allure-results')) || existsSync(join(dir, noReportFile))) return [];
  const page = 'allure-report/index.html';
  return existsSync(join(dir, page)) ? [] : [{ kind: 'incomplete', at: page, detail: 'it is missing' }];
}
