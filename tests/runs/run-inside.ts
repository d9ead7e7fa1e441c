import { runSpecs, type SpecRun } from '../../proof/run-specs.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { withoutLoader } from '../e2e/command.ts';

/** Makes a run of the specs with few cases; the embedded endpoint answers from this process, changed by `changeOf`. */
export function runInside(options: SpecRun): Promise<Statement> {
  return runSpecs({
    seed: '7',
    runs: '1',
    ...options,
    variables: { ...withoutLoader, ...options.variables },
  });
}
