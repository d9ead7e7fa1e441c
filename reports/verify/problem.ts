import type { OperationId } from '../../schemas/types.ts';

/** What is wrong with an evidence folder. */
export interface VerifyProblem {
  /**
   * `changed`, `removed`, `added`: a file against the digest. `digest`, `signature`: the digest file itself.
   * `schema`, `statement`: the statement, or what it says against the evidence. `incomplete`: evidence is missing.
   * `verdict`: judged again, an exchange gives other findings. `derived`: a report is not what the evidence gives.
   * `evidence`: the evidence contradicts itself. `release`: another release wrote the reports. `package`, `registry`: the
   * package around the evidence, or its entry in a registry.
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
    | 'derived'
    | 'evidence'
    | 'statement'
    | 'release'
    | 'package'
    | 'registry';
  /** File, exchange or clause. */
  readonly at: string;
  readonly detail: string;
  /** Exchanges of an operation that the statement counts and the evidence lacks; negative when it has more. */
  readonly missing?: { readonly operation: OperationId; readonly exchanges: number };
}
