import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractSha256 } from './contract-digest.ts';
import { deriveStatement } from './derived-files.ts';
import type { GatheredEvidence } from './evidence/lines.ts';
import { readEvidence } from './evidence.ts';
import { factsIn } from './run-facts.ts';
import type { Statement, SuiteFacts } from './statement/format.ts';
import { validateStatement } from './statement/validate.ts';
import { checkAllure, checkDerivedFiles, checkFilesBefore } from './verify/derived.ts';
import { checkEvidenceFile } from './verify/evidence-file.ts';
import { checkFiles } from './verify/files.ts';
import type { VerifyProblem } from './verify/problem.ts';
import { rejudge } from './verify/rejudge.ts';

/** What verification found. */
export interface Verification {
  /** Empty when everything holds. */
  readonly problems: readonly VerifyProblem[];
  /** Files in the folder. */
  readonly files: number;
  /** Exchanges judged again with the same findings. */
  readonly rejudged: number;
  /** Findings that rest on a masked or shortened value: attested by the run, not re-checkable. */
  readonly attested: number;
  /** Fingerprint of the key that signed, when there is a right signature. */
  readonly signedBy?: string;
  /** Root digest as in the digest file. */
  readonly root: string;
}

/** What a verifier brings along. */
export interface VerifyOptions {
  /** The key that must have signed; without it any right signature is reported by its fingerprint. */
  readonly publicKeyPem?: string;
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
  return [{ kind: 'verdict', at: statementFile, detail }];
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
    ...checkDerivedFiles(dir, stated, derived, run),
    ...checkFilesBefore(dir, run),
    ...checkAllure(dir, derived),
  ];
}

/**
 * Checks an evidence folder: every file against the digest, the signature, the evidence against itself, every stored
 * exchange by judging it again, and every report by making it again from the evidence. Reads only; throws only when the
 * folder cannot be read.
 */
export function verifyEvidence(dir: string, { publicKeyPem }: VerifyOptions = {}): Verification {
  const files = checkFiles(dir, publicKeyPem);
  const { statement, problems } = readStatement(dir);
  const evidence = readEvidence(dir);
  const found = [...files.problems, ...problems, ...checkEvidenceFile(dir, evidence)];
  const facts = {
    files: files.files,
    root: files.root,
    ...(files.signedBy !== undefined && { signedBy: files.signedBy }),
  };
  const foreign = [
    ...contractProblems(statement?.suite),
    ...contractProblems(factsIn(evidence)?.suite),
  ].slice(0, 1);
  if (foreign.length > 0) return { ...facts, problems: [...found, ...foreign], rejudged: 0, attested: 0 };
  const again = rejudge(evidence);
  return {
    ...facts,
    problems: [...found, ...again.problems, ...checkDerived(dir, statement, evidence)],
    rejudged: again.rejudged,
    attested: again.attested,
  };
}
