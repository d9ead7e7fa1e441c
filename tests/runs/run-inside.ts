import { serveTarget } from '../../cli/embedded.ts';
import { environmentOf, type RunOptions } from '../../cli/project/run-options.ts';
import type { ChangeOf } from '../../mock/behaviour.ts';
import { runHere, specsBy } from '../../proof/run-here.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { readSettings } from '../../targets/settings.ts';

/**
 * Makes a run in this process, one test after the other as one worker does, with every report but Allure's: a third of what
 * the processes of a run cost. What those do, and what the command prints, is tested in `tests/e2e`.
 */
export async function runInside({
  skipOpening,
  changeOf,
  ...options
}: RunOptions & { readonly out: string; readonly changeOf?: ChangeOf }): Promise<Statement> {
  const environment = environmentOf({ seed: '7', runs: '1', ...options, workers: '1' });
  const served = await serveTarget(readSettings(environment), environment, changeOf);
  try {
    const opens = !(skipOpening ?? served.settings.grep !== undefined);
    return await runHere(served.settings, specsBy(), { opens });
  } finally {
    await served.close();
  }
}
