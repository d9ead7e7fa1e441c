import { join } from 'node:path';
import { makeTemporary, removeFolder } from '../cli/temporary-folder.ts';
import type { Misfit } from '../mock/misfits/misfit.ts';
import { readOpening, sharedCauses } from '../reports/opening.ts';
import { defined } from '../schemas/defined.ts';
import type { CauseKind } from '../schemas/opening.ts';
import { runSpecs } from './run-specs.ts';
import type { ProofOptions } from './selection.ts';
import { serveMisfit } from './serve-wrong.ts';

/** The result of a full run against one misfit. */
export interface MisfitScore {
  readonly name: string;
  readonly exit: number;
  readonly result: string;
  /** The cause and key of the first block of the report. */
  readonly kind?: CauseKind;
  readonly key?: string;
  readonly requests: number;
  /** Deviations from the required result; empty if there are none. */
  readonly problems: readonly string[];
}

function problemsOf({ expects }: Misfit, seen: Omit<MisfitScore, 'problems'>): string[] {
  const problems: string[] = [];
  const want = (what: string, wanted: unknown, is: unknown) => {
    if (wanted !== is) problems.push(`${what} is ${String(is)}, not ${String(wanted)}`);
  };
  want('exit status', expects.exit, seen.exit);
  // A wrong configuration must not count against the service.
  if (expects.exit === 3) want('result', 'incomplete', seen.result);
  if (expects.kind !== undefined) want('cause', expects.kind, seen.kind);
  if (expects.key !== undefined) want('key', expects.key, seen.key);
  if (seen.requests > expects.most) problems.push(`${seen.requests} requests, more than ${expects.most}`);
  return problems;
}

/** Runs the suite against one misfit, and returns the result. */
export async function runMisfit(misfit: Misfit, options: ProofOptions): Promise<MisfitScore> {
  const out = join(makeTemporary('misfit'), 'out');
  const served = await serveMisfit(misfit);
  try {
    const { exitCode: exit, result } = await runSpecs({
      ...options,
      ...defined({ operations: misfit.operation && [misfit.operation] }),
      out,
      target: served.targetFile,
      variables: served.variables,
    });
    const report = readOpening(out);
    const [first] = report === undefined ? [] : sharedCauses(report);
    const { kind, key } = report?.stopped ?? first?.cause ?? {};
    const seen = {
      name: misfit.name,
      exit,
      result,
      ...defined({ kind, key }),
      requests: served.service.arrived,
    };
    return { ...seen, problems: problemsOf(misfit, seen) };
  } finally {
    await served.close();
    removeFolder(join(out, '..'));
  }
}
