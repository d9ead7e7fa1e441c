import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mergedFile } from '../../reports/evidence/collect.ts';
import { judgedOf, readEvidence } from '../../reports/evidence.ts';
import { factsIn, readPlan } from '../../reports/run/run-facts.ts';
import { readLedgers, sortLedger } from '../../targets/clean-up.ts';
import { cleanUpSettings } from '../../targets/clean-up-settings.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { ledgerEntriesOf } from '../../targets/ledger/entries.ts';
import { isOf, originText } from '../../targets/ledger/entry.ts';
import { isAlive, lockFolder } from '../../targets/lock.ts';
import type { Settings } from '../../targets/settings.ts';
import { demandPlainFiles } from '../after/read-reports.ts';

/** The files that a run or session leaves in its folder. */
const runFiles = ['ledger.ndjson', 'conformance.json', mergedFile, 'parts', '.conformance'];

// In any other folder, "nothing is left" would be wrong.
function demandRunFiles(folder: string): void {
  if (!existsSync(folder))
    throw new ConfigurationError(`${folder} does not exist; a run writes its ledger there.`);
  if (statSync(folder).isDirectory()) demandPlainFiles(folder);
  if (!runFiles.some((name) => existsSync(join(folder, name))))
    throw new ConfigurationError(
      `${folder} holds nothing that a run leaves; name the folder of its reports.`,
    );
}

// Without its ledger, such as after a merge, "nothing is left" would be wrong.
function demandLedger(folder: string): void {
  const has = (name: string) => existsSync(join(folder, name));
  // A run that was killed before it created anything has neither.
  if (has('ledger.ndjson') || !has(mergedFile)) return;
  const evidence = readEvidence(folder);
  const facts = factsIn(evidence);
  if (facts === undefined || facts.target.environment === 'embedded') return;
  if (evidence.exchanges.some((one) => ledgerEntriesOf(judgedOf(one), () => true).length > 0))
    throw new ConfigurationError(
      `${folder} holds no ledger of what its exchanges created; name the folder of the run itself, or of each shard if it is merged.`,
    );
}

function demandEnded(folder: string): void {
  const pid = readPlan(folder)?.pid;
  if (pid !== undefined && isAlive({ pid }))
    throw new ConfigurationError(
      `The run in ${folder} is still running (process ${pid}); wait until it ends.`,
    );
}

/** Options of Playwright that a clean-up refuses: with each, something could be undone twice, or a part forgotten. */
const refused = ['--repeat-each', '--retries', '--shard', '--fully-parallel'];

/**
 * The settings of a clean-up that Playwright starts with these words. Where it sends, the folder of its requests is
 * locked until this process ends. Throws `ConfigurationError` if the folder is not that of a run that has ended, or of
 * another target.
 */
export function cleanUpRun(words: readonly string[], environment: NodeJS.ProcessEnv): Settings {
  const { CONFORMANCE_CLEAN_UP: named = '', CONFORMANCE_SEND: again } = environment;
  if (named.trim() === '') throw new ConfigurationError('CLEAN_UP is empty: name the folder of a run.');
  const harmful = words.map((word) => word.split('=')[0] ?? '').find((word) => refused.includes(word));
  if (harmful !== undefined)
    throw new ConfigurationError(
      `${harmful} is refused: a clean-up undoes each thing once, one after the other.`,
    );
  if (environment.CONFORMANCE_REHEARSE !== undefined)
    throw new ConfigurationError('REHEARSE and CLEAN_UP name two things to do: give one of them.');
  demandRunFiles(named);
  demandEnded(named);
  demandLedger(named);
  const { folder, sends, settings } = cleanUpSettings(environment);
  if (again !== undefined && !sends)
    throw new ConfigurationError(`SEND must be the folder of CLEAN_UP, ${folder}; nothing is sent.`);
  const { open } = sortLedger(readLedgers(folder));
  const [other] = open;
  const { target, out } = settings;
  if (sends && other !== undefined && !open.some((entry) => isOf(entry, target)))
    throw new ConfigurationError(
      `${folder} is what a run left on ${originText(other)}; the target is ${target.baseUrl ?? 'the embedded endpoint'} (merchant ${target.merchant.merchant_id}), so nothing is sent.`,
    );
  if (sends) {
    // Two clean-ups at once would undo everything twice.
    const release = lockFolder(out);
    process.once('exit', () => {
      rmSync(join(out, 'runner'), { recursive: true, force: true });
      release();
    });
  }
  process.stderr.write(
    `Clean-up of ${folder} on ${target.name}${sends ? '' : `: nothing is sent without SEND=${folder}`}.\n`,
  );
  return settings;
}
