import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractSha256 } from './contract-digest.ts';
import { readEvidence } from './evidence.ts';
import type { Statement } from './statement/format.ts';
import { validateStatement } from './statement/validate.ts';
import { checkAgainstEvidence } from './verify/against-evidence.ts';
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
const certificateFile = 'certificate.html';

function readStatement(dir: string): { statement?: Statement; text: string; problems: VerifyProblem[] } {
  const file = join(dir, statementFile);
  const problem = (detail: string): VerifyProblem => ({ kind: 'schema', at: statementFile, detail });
  if (!existsSync(file))
    return { text: '', problems: [{ kind: 'incomplete', at: statementFile, detail: 'it is missing' }] };
  const text = readFileSync(file, 'utf8');
  try {
    const value: unknown = JSON.parse(text);
    const problems = validateStatement(value).map(problem);
    return problems.length > 0 ? { text, problems } : { statement: value as Statement, text, problems };
  } catch {
    return { text, problems: [problem('it is no JSON')] };
  }
}

// The page is made from the statement alone and names its digest.
function checkCertificate(dir: string, text: string): VerifyProblem[] {
  const file = join(dir, certificateFile);
  if (!existsSync(file)) return [];
  const sha256 = createHash('sha256').update(text).digest('hex');
  if (readFileSync(file, 'utf8').includes(`content="${sha256}"`)) return [];
  return [{ kind: 'statement', at: certificateFile, detail: 'it was made from another statement' }];
}

/**
 * Checks an evidence folder: every file against the digest, the signature, the statement against its schema and against
 * the evidence, and every stored exchange by judging it again. Reads only; throws only when the folder cannot be read.
 */
export function verifyEvidence(dir: string, { publicKeyPem }: VerifyOptions = {}): Verification {
  const files = checkFiles(dir, publicKeyPem);
  const { statement, text, problems } = readStatement(dir);
  const evidence = readEvidence(dir);
  const found = [...files.problems, ...problems, ...checkCertificate(dir, text)];
  const facts = {
    files: files.files,
    root: files.root,
    ...(files.signedBy !== undefined && { signedBy: files.signedBy }),
  };
  if (statement !== undefined && statement.suite.contractSha256 !== contractSha256()) {
    const detail = `its contract is ${statement.suite.contractSha256.slice(0, 12)}…, this suite's is ${contractSha256().slice(0, 12)}…: verify with the suite that made it (${statement.suite.version})`;
    return {
      ...facts,
      problems: [...found, { kind: 'verdict', at: statementFile, detail }],
      rejudged: 0,
      attested: 0,
    };
  }
  const again = rejudge(evidence);
  const counted = statement === undefined ? [] : checkAgainstEvidence(statement, evidence);
  return {
    ...facts,
    problems: [...found, ...again.problems, ...counted],
    rejudged: again.rejudged,
    attested: again.attested,
  };
}
