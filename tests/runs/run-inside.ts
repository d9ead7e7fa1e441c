import type { RunOptions } from '../../cli/project/run-options.ts';
import type { ChangeOf } from '../../mock/behaviour.ts';
import { runSpecs } from '../../proof/run-specs.ts';
import type { Statement } from '../../reports/statement/format.ts';

/** Makes a run of the specs with few cases; the embedded endpoint answers from this process, changed by `changeOf`. */
export function runInside(
  options: RunOptions & { readonly out: string; readonly changeOf?: ChangeOf },
): Promise<Statement> {
  return runSpecs({ seed: '7', runs: '1', ...options });
}
