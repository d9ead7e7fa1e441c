import { createHash } from 'node:crypto';
import type { Effect, OperationId } from './types.ts';

/** Who certifies what, and for how long: the content of a certification file. Nothing of it can be checked. */
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
  /** The last day, as in `2027-12-31`. */
  readonly validUntil?: string;
  readonly contact?: string;
}

/** Where the seed of a run comes from; `date` is the day that it was made from. */
export type SeedSource =
  | { readonly how: 'date-and-target'; readonly date: string }
  | { readonly how: 'given' }
  | { readonly how: 'random' };

/** What a target file declares, in words, and its text with every secret masked. */
export interface DeclaredScope {
  /** How the bodies of an operation are written, where the target file says so. */
  readonly encodings: Readonly<Partial<Record<OperationId, string>>>;
  /** The recipe of encryption_data by its name. */
  readonly signing: string;
  readonly allow: readonly Effect[];
  /** Bounds of the run; what is not bounded is left out. */
  readonly limits: Readonly<Record<string, number>>;
  /** The text of the target file with masks, and its SHA-256; absent where the target came from no file. */
  readonly file?: { readonly sha256: string; readonly text: string };
}

/** What a run ran on. */
export interface Platform {
  readonly node: string;
  readonly playwright: string;
  readonly os: string;
  /** Name and version of the browser; absent where none was started. */
  readonly browser?: string;
}

/** What the connection to a service showed. */
export interface ServiceFacts {
  /** Milliseconds by which the service's `Date` is ahead; known to about a second. */
  readonly clockOffsetMs?: number;
  /** The certificate of the service over https. */
  readonly certificate?: {
    /** SHA-256 over its DER form, hexadecimal. */
    readonly sha256: string;
    readonly subject: string;
    readonly issuer: string;
    /** As the certificate says it. */
    readonly validTo: string;
    readonly protocol: string;
  };
}

/** A file of the suite that is not as the release or the commit has it; without a digest it is gone. */
export interface ChangedFile {
  readonly path: string;
  readonly sha256?: string;
}

/** Cases per property of profile certification: with as many a run sends the whole of every plan. */
export const certificationRuns = 25;

/** The seed of a certification on a day (`2026-01-31`) for a target: the first 31 bits of a SHA-256. */
export function certificationSeed(date: string, targetSha256: string): number {
  const digest = createHash('sha256').update(`certification ${date} ${targetSha256}`).digest();
  return digest.readUInt32BE(0) >>> 1;
}
