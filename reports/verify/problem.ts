/** What is wrong with an evidence folder. */
export interface VerifyProblem {
  /**
   * `changed`, `removed`, `added`: a file against the digest. `digest`, `signature`: the digest file itself.
   * `schema`, `statement`: the statement, or what it says against the evidence. `incomplete`: evidence is missing.
   * `verdict`: judged again, an exchange gives other findings.
   */
  readonly kind:
    | 'changed'
    | 'removed'
    | 'added'
    | 'digest'
    | 'signature'
    | 'schema'
    | 'incomplete'
    | 'verdict'
    | 'statement';
  /** File, exchange or clause. */
  readonly at: string;
  readonly detail: string;
}
