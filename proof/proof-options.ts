/** How a proof is run. */
export interface ProofOptions {
  readonly seed?: string;
  readonly runs?: string;
}
