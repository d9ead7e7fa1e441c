import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { given } from '../schemas/given.ts';
import { contractSha256 } from './contract-digest.ts';
import { deriveStatement } from './derived-files.ts';
import type { GatheredEvidence } from './evidence/lines.ts';
import { readEvidence } from './evidence.ts';
import { factsIn } from './run-facts.ts';
import type { Statement, SuiteFacts } from './statement/format.ts';
import { validateStatement } from './statement/validate.ts';
import { checkAllure, checkDerivedFiles, checkFilesBefore } from './verify/derived.ts';
import { checkEvidenceFile } from './verify/evidence-file.ts';
import { checkFiles, type SealFacts } from './verify/files.ts';
import type { VerifyProblem } from './verify/problem.ts';
import { isShortened, rejudge } from './verify/rejudge.ts';

/** What verification found. */
export interface Verification extends SealFacts {
  /** Empty when everything holds. */
  readonly problems: readonly VerifyProblem[];
  /** Files in the folder. */
  readonly files: number;
  /** Exchanges in the evidence. */
  readonly exchanges: number;
  /** Exchanges judged again with the same findings. */
  readonly rejudged: number;
  /** Exchanges that are kept in part only, so that they cannot be judged again. */
  readonly shortened: number;
  /** Findings that rest on a masked or shortened value: attested by the run, not re-checkable. */
  readonly attested: number;
  /** Root digest as in the digest file. */
  readonly root: string;
  /** The statement as it was found, when it is one. */
  readonly statement?: Statement;
}

/** What a verifier brings along. */
export interface VerifyOptions {
  /** Keys (PEM) that must have signed; any right signature is reported by its fingerprint. */
  readonly publicKeys?: readonly string[];
  /** Version and commit of the suite that verifies: what another one wrote, and this one would write otherwise, is told in one sentence. */
  readonly suite?: Pick<SuiteFacts, 'version' | 'commit'>;
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
    return { problems: [problem('it is no JSON')] };
  }
}

// Another contract judges otherwise, which says nothing against the evidence.
function contractProblems(suite: SuiteFacts | undefined): VerifyProblem[] {
  if (suite === undefined || suite.contractSha256 === contractSha256()) return [];
  const detail = `its contract is ${String(suite.contractSha256).slice(0, 12)}…, this suite's is ${contractSha256().slice(0, 12)}…: verify with the suite that made it (${suite.version})`;
  return [{ kind: 'release', at: statementFile, detail }];
}

/** What shows when one release makes the reports of another one again. */
const made: readonly VerifyProblem['kind'][] = ['schema', 'statement', 'derived', 'verdict', 'evidence'];

// Many differences of one cause would hide it.
function otherRelease(
  problems: readonly VerifyProblem[],
  wrote: SuiteFacts | undefined,
  own: VerifyOptions['suite'],
): readonly VerifyProblem[] {
  const isSame =
    wrote === undefined || own === undefined || !problems.some(({ kind }) => made.includes(kind));
  if (isSame || (wrote.version === own.version && wrote.commit === own.commit)) return problems;
  const named = ({ version, commit }: Pick<SuiteFacts, 'version' | 'commit'>) =>
    `${version} (commit ${commit})`;
  const detail = `its reports were written by release ${named(wrote)}, and this one, ${named(own)}, writes them otherwise: verify with the release that wrote them`;
  return [
    { kind: 'release', at: statementFile, detail },
    ...problems.filter(({ kind }) => !made.includes(kind)),
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
  if (run === undefined) return problem('it does not say what the run knew beside its exchanges');
  let derived: Statement;
  try {
    derived = deriveStatement(evidence);
  } catch (error) {
    return problem(`no statement can be made from it: ${(error as Error).message}`);
  }
  return [
    ...checkDerivedFiles(dir, stated, { statement: derived, facts: run, evidence }),
    ...checkFilesBefore(dir, run),
    ...checkAllure(dir, derived),
  ];
}

/**
 * Checks an evidence folder: every file against the digest, the signature, the evidence against itself, every stored
 * exchange by judging it again, and every report by making it again from the evidence. Reads only; throws only when the
 * folder cannot be read.
 */
export function verifyEvidence(dir: string, { publicKeys, suite }: VerifyOptions = {}): Verification {
  const files = checkFiles(dir, publicKeys);
  const { statement, problems } = readStatement(dir);
  const evidence = readEvidence(dir);
  const found = [...files.problems, ...problems, ...checkEvidenceFile(dir, evidence)];
  const { signedBy, timeStamps, root } = files;
  const { exchanges } = evidence;
  const counts = { exchanges: exchanges.length, shortened: exchanges.filter(isShortened).length };
  const facts = { files: files.files, ...counts, root, signedBy, timeStamps, ...given({ statement }) };
  const wrote = factsIn(evidence)?.suite;
  const foreign = [...contractProblems(statement?.suite), ...contractProblems(wrote)].slice(0, 1);
  if (foreign.length > 0) {
    const others = found.filter(({ kind }) => !made.includes(kind));
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
