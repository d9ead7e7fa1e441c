import { createHash } from 'node:crypto';
import type { Effect, OperationId } from './types.ts';

/** Content of a certification file: who certifies which product, and until when. None of it can be verified. */
export interface Certification {
  readonly tester?: {
    readonly name?: string;
    readonly organisation?: string;
    readonly accreditation?: string;
  };
  readonly vendor?: string;
  readonly product?: {
    readonly name?: string;
    readonly version?: string;
    readonly environment?: string;
  };
  readonly purpose?: string;
  /** Last day of validity, for example `2027-12-31`. */
  readonly validUntil?: string;
  readonly contact?: string;
}

/** Source of the seed of a run; `date` is the day from which it was derived. */
export type SeedSource =
  | { readonly how: 'date-and-target'; readonly date: string }
  | { readonly how: 'contract' }
  | { readonly how: 'given' }
  | { readonly how: 'random' };

/** Description of what a target file declares, and its text with every secret masked. */
export interface DeclaredScope {
  /** Encoding of the request body by operation, where the target file sets one. */
  readonly encodings: Readonly<Partial<Record<OperationId, string>>>;
  /** Name of the signing recipe of `encryption_data`. */
  readonly signing: string;
  readonly allow: readonly Effect[];
  /** Limits of the run by name; a missing name means no limit. */
  readonly limits: Readonly<Record<string, number>>;
  /** Masked text of the target file and its SHA-256; absent if the target did not come from a file. */
  readonly file?: { readonly sha256: string; readonly text: string };
}

/** Versions of the platform that a run used. */
export interface Platform {
  readonly node: string;
  readonly playwright: string;
  readonly os: string;
  /** Name and version of the browser; absent if none was started. */
  readonly browser?: string;
}

/** Facts about the service that the connection showed. */
export interface ServiceFacts {
  /** Milliseconds by which the `Date` header of the service is ahead of the local clock; accurate to about a second. */
  readonly clockOffsetMs?: number;
  /** The TLS certificate of the service. */
  readonly certificate?: {
    /** SHA-256 of the DER form, in hexadecimal. */
    readonly sha256: string;
    readonly subject: string;
    readonly issuer: string;
    /** Expiry date as written in the certificate. */
    readonly validTo: string;
    readonly protocol: string;
  };
}

/** A file of the suite that differs from the release or commit; without `sha256` the file is missing. */
export interface ChangedFile {
  readonly path: string;
  readonly sha256?: string;
}

/** Cases per property in the certification profile; enough to send every case of every plan. */
export const certificationRuns = 25;

/**
 * The seed of a run that names none: a number of five digits at most, from the SHA-256 of the contract. It stays until
 * a release changes the contract, so two runs differ only where the service does.
 */
export function contractSeed(contractSha256: string): number {
  return Number.parseInt(contractSha256.slice(0, 4), 16);
}

/** The seed of a certification for a day (`2026-01-31`) and a target: the first 31 bits of a SHA-256. */
export function certificationSeed(date: string, targetSha256: string): number {
  const digest = createHash('sha256').update(`certification ${date} ${targetSha256}`).digest();
  return digest.readUInt32BE(0) >>> 1;
}
