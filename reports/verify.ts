import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../schemas/defined.ts';
import { exactJsonText } from '../schemas/plain-text.ts';
import type { JsonObject } from '../schemas/types.ts';
import { deriveStatement } from './derived-files.ts';
import { contractSha256 } from './digest.ts';
import { mergedFile } from './evidence/collect.ts';
import { evidenceBounds, type FileMemory, linesOf, unpacked } from './evidence/exchange-lines.ts';
import { readLines } from './evidence/line-file.ts';
import type { EvidenceExchange, GatheredEvidence } from './evidence/lines.ts';
import { closingLines, endLine, readEvidence } from './evidence.ts';
import { longestBody } from './redact/exchange.ts';
import { whyWithheld } from './redact/withheld.ts';
import { factsIn } from './run/run-facts.ts';
import type { Signers } from './signing/envelope.ts';
import type { Statement, SuiteFacts } from './statement/format.ts';
import { validateStatement } from './statement.ts';
import { checkAllure, checkDerivedFiles, checkFilesBefore } from './verify/derived.ts';
import { checkFiles, type VerifyProblem } from './verify/files.ts';
import { isShortened, rejudge } from './verify/rejudge.ts';

/** The result of a verification. */
export interface Verification extends Signers {
  /** Empty if everything is as it should be. */
  readonly problems: readonly VerifyProblem[];
  /** Number of files in the folder. */
  readonly files: number;
  /** Number of exchanges in the evidence. */
  readonly exchanges: number;
  /** Number of exchanges that were judged again with the same findings. */
  readonly rejudged: number;
  /** Number of exchanges that are stored in part only and cannot be judged again. */
  readonly shortened: number;
  /** Number of findings on a masked or shortened value: attested by the run, not re-checkable. */
  readonly attested: number;
  /** Root digest as in the digest file. */
  readonly root: string;
  /** The statement of the folder, if it is valid. */
  readonly statement?: Statement;
}

/** Options of a verification. */
export interface VerifyOptions {
  /** Public keys (PEM) that must have signed. Every other signature is named, and not checked. */
  readonly publicKeys?: readonly string[];
  /** Version and commit of the verifying suite. If another release wrote differing reports, one sentence says so. */
  readonly suite?: Pick<SuiteFacts, 'version' | 'commit'>;
  /** The evidence of the folder, if the caller has just read it. */
  readonly evidence?: GatheredEvidence;
}

const statementFile = 'conformance.json';

function readStatement(dir: string): { statement?: Statement; problems: VerifyProblem[] } {
  const file = join(dir, statementFile);
  const problem = (detail: string): VerifyProblem => ({ kind: 'schema', at: statementFile, detail });
  if (!existsSync(file))
    return { problems: [{ kind: 'incomplete', at: statementFile, detail: 'it is missing' }] };
  const text = readFileSync(file, 'utf8');
  try {
    const value: unknown = JSON.parse(text);
    const problems = validateStatement(value).map(problem);
    return problems.length > 0 ? { problems } : { statement: value as Statement, problems };
  } catch {
    return { problems: [problem('it is not valid JSON')] };
  }
}

// Another contract judges differently, which says nothing about the evidence.
function contractProblems(suite: SuiteFacts | undefined): VerifyProblem[] {
  if (suite === undefined || suite.contractSha256 === contractSha256()) return [];
  const detail = `its contract is ${String(suite.contractSha256).slice(0, 12)}…, this suite's is ${contractSha256().slice(0, 12)}…: verify with the suite that made it (${suite.version})`;
  return [{ kind: 'release', at: statementFile, detail }];
}

/** The kinds of problem that occur when one release recreates the reports of another one. */
const releaseKinds: readonly VerifyProblem['kind'][] = [
  'schema',
  'statement',
  'derived',
  'verdict',
  'evidence',
];

// Many differences with one cause would hide that cause.
function otherRelease(
  problems: readonly VerifyProblem[],
  wrote: SuiteFacts | undefined,
  own: VerifyOptions['suite'],
): readonly VerifyProblem[] {
  const isSame =
    wrote === undefined || own === undefined || !problems.some(({ kind }) => releaseKinds.includes(kind));
  if (isSame || (wrote.version === own.version && wrote.commit === own.commit)) return problems;
  const named = ({ version, commit }: Pick<SuiteFacts, 'version' | 'commit'>) =>
    `${version} (commit ${commit})`;
  const detail = `its reports were written by release ${named(wrote)}, and this one, ${named(own)}, writes them otherwise: verify with the release that wrote them`;
  return [
    { kind: 'release', at: statementFile, detail },
    ...problems.filter(({ kind }) => !releaseKinds.includes(kind)),
  ];
}

function checkDerived(
  dir: string,
  stated: Statement | undefined,
  evidence: GatheredEvidence,
): readonly VerifyProblem[] {
  const run = factsIn(evidence);
  const problem = (detail: string): VerifyProblem[] => [
    { kind: 'incomplete', at: 'exchanges.ndjson', detail },
  ];
  if (run === undefined) return problem('it does not say what the run knew besides its exchanges');
  let derived: Statement;
  try {
    derived = deriveStatement(evidence);
  } catch (error) {
    return problem(`no statement can be made from it: ${(error as Error).message}`);
  }
  return [
    ...checkDerivedFiles(dir, stated, { statement: derived, evidence }),
    ...checkFilesBefore(dir, run),
    ...checkAllure(dir),
  ];
}

/**
 * Checks an evidence folder: files against the digest, signatures, the evidence in itself, every stored exchange by
 * judging it again, and every report by recreating it from the evidence. Reads only; throws only if the folder cannot
 * be read.
 */
export function verifyEvidence(dir: string, how: VerifyOptions = {}): Verification {
  const { publicKeys, suite } = how;
  const files = checkFiles(dir, publicKeys);
  const { statement, problems } = readStatement(dir);
  const evidence = how.evidence ?? readEvidence(dir);
  const found = [...files.problems, ...problems, ...checkEvidenceFile(dir, evidence)];
  const { named, signedBy, root } = files;
  const { exchanges } = evidence;
  const counts = { exchanges: exchanges.length, shortened: exchanges.filter(isShortened).length };
  const facts = { files: files.files, ...counts, root, named, signedBy, ...defined({ statement }) };
  const wrote = factsIn(evidence)?.suite;
  const foreign = [...contractProblems(statement?.suite), ...contractProblems(wrote)].slice(0, 1);
  if (foreign.length > 0) {
    const others = found.filter(({ kind }) => !releaseKinds.includes(kind));
    return { ...facts, problems: [...others, ...foreign], rejudged: 0, attested: 0 };
  }
  const again = rejudge(evidence);
  const all = [...found, ...again.problems, ...checkDerived(dir, statement, evidence)];
  return {
    ...facts,
    problems: otherRelease(all, wrote, suite),
    rejudged: again.rejudged,
    attested: again.attested,
  };
}

/** The lines of the evidence file, recreated from what was read: blocks unpacked, without the last line. */
function* recreatedLines(evidence: GatheredEvidence): Generator<string, undefined> {
  const memory: FileMemory = new Map();
  if (evidence.run !== undefined) yield exactJsonText({ kind: 'run', ...evidence.run });
  for (const exchange of evidence.exchanges) yield* linesOf(exchange, memory);
  yield* closingLines(evidence);
}

function nameOf(text: string): string {
  try {
    const { kind, id } = JSON.parse(text) as JsonObject;
    return [kind, id].filter((part) => typeof part === 'string').join(' ');
  } catch {
    return 'something else';
  }
}

function* linesIn(text: string): Generator<string> {
  if (!text.startsWith('{"kind":"block"')) return yield text;
  try {
    for (const line of unpacked(JSON.parse(text))) yield exactJsonText(line);
  } catch {
    yield 'a block that cannot be read';
  }
}

/** Compares the file line by line with the recreated lines; reports the first difference. */
function compareLines(file: string, evidence: GatheredEvidence): VerifyProblem[] {
  const lines = [...readLines(file)].map(({ text }) => text);
  const last = lines.pop();
  const again = recreatedLines(evidence);
  const sum = createHash('sha256');
  const problem = (detail: string): VerifyProblem[] => [{ kind: 'evidence', at: mergedFile, detail }];
  for (const [at, text] of lines.entries()) {
    sum.update(`${text}\n`);
    for (const line of linesIn(text)) {
      const { value: wanted } = again.next();
      if (wanted !== line)
        return problem(
          `line ${at + 1} holds ${nameOf(line)} where the run wrote ${wanted === undefined ? 'nothing more' : nameOf(wanted)}`,
        );
    }
  }
  if (again.next().done !== true) return problem('it ends before its last line');
  return last === endLine(evidence, sum.digest('hex'))
    ? []
    : problem('its last line does not fit the lines before');
}

// An exchange without its full bodies is not judged again, so there must be a reason for shortening it.
function isRightlyShortened({ sent, received }: EvidenceExchange, size: number): boolean {
  const parts = received.kind === 'answer' ? [sent, received] : [sent];
  return parts.every(
    ({ body, shortened }) =>
      shortened === undefined ||
      (shortened.length > longestBody && body.length > longestBody / 2) ||
      whyWithheld(body, shortened.length) !== undefined ||
      (body === '' && size >= evidenceBounds.packed),
  );
}

// A failure of the suite says nothing about the service and cannot be judged again.
function failureProblems({ exchanges }: GatheredEvidence): VerifyProblem[] {
  return exchanges.flatMap(({ id, failed = [], judgement }) => {
    const unjudged = judgement.findings.filter(({ values }) => values.expected.says === 'judgement');
    const details = [...failed, ...unjudged.map(({ received }) => `judging it failed (${received})`)];
    return details.map((detail): VerifyProblem => ({ kind: 'incomplete', at: `exchange ${id}`, detail }));
  });
}

function addressProblems(evidence: GatheredEvidence): VerifyProblem[] {
  const { exchanges } = evidence;
  const base = factsIn(evidence)?.target?.baseUrl?.replace(/\/+$/, '') ?? '';
  // A masked address cannot be compared.
  if (base === '' || base.includes('secret-')) return [];
  const foreign = exchanges.filter(({ sent }) => !sent.url.startsWith(base));
  const [first] = foreign;
  if (first === undefined) return [];
  const detail = `the run names the base address ${base}, but ${foreign.length} of ${exchanges.length} exchanges went elsewhere, as ${first.sent.url}`;
  return [{ kind: 'evidence', at: `exchange ${first.id}`, detail }];
}

/** Checks the format of the evidence file: lines, order, sum, shortened bodies, base address. */
function checkEvidenceFile(dir: string, evidence: GatheredEvidence): VerifyProblem[] {
  const file = join(dir, mergedFile);
  if (!existsSync(file)) return [];
  try {
    return checkContent(file, evidence);
  } catch {
    return [{ kind: 'evidence', at: mergedFile, detail: 'a line of it is not what a run writes' }];
  }
}

function checkContent(file: string, evidence: GatheredEvidence): VerifyProblem[] {
  const { size } = statSync(file);
  const detail = 'its bodies are marked as shortened, though nothing demanded it';
  return [
    ...compareLines(file, evidence),
    ...evidence.exchanges.flatMap((exchange): VerifyProblem[] =>
      isShortened(exchange) && !isRightlyShortened(exchange, size)
        ? [{ kind: 'evidence', at: `exchange ${exchange.id}`, detail }]
        : [],
    ),
    ...failureProblems(evidence),
    ...addressProblems(evidence),
  ];
}
