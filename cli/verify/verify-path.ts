import { statSync } from 'node:fs';
import { type PackageVerification, verifyPackage } from '../../reports/package/verify-package.ts';
import { type Verification, type VerifyOptions, verifyEvidence } from '../../reports/verify.ts';
import { suiteFacts } from '../certify/suite-facts.ts';

/** Verifies the reports of a run in a folder, or a package, as this release does. */
export function verifyPath(
  path: string,
  options: Omit<VerifyOptions, 'suite'> = {},
): Verification | PackageVerification {
  const how = { ...options, suite: suiteFacts() };
  return statSync(path).isDirectory() ? verifyEvidence(path, how) : verifyPackage(path, how);
}
