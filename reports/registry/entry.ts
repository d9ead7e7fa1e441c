/** One certificate in a registry: a pointer, with the digest of what it points to. */
export interface RegistryEntry {
  readonly entry: 1;
  readonly number: string;
  readonly product: string;
  readonly version: string;
  readonly vendor: string;
  readonly result: string;
  /** What keeps it from being a certificate; entered all the same because somebody said so. */
  readonly lacks: readonly string[];
  /** Root digest of the package. */
  readonly root: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
  /** Fingerprints of the keys that signed the package. */
  readonly signedBy: readonly string[];
  /** Last day, or `not stated`. */
  readonly validUntil: string;
  /** Where the package is. */
  readonly package: string;
  /** ISO 8601. */
  readonly registeredAt: string;
}

/** What withdraws a certificate: a file beside its entry, which stays as it is. */
export interface Withdrawal {
  readonly withdrawal: 1;
  readonly number: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly withdrawnAt: string;
}
