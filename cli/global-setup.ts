import type { FullConfig } from '@playwright/test';
import { writeBegunRun } from '../reports/begun-run.ts';
import { startRedaction } from '../reports/redact.ts';
import { namedOrigins, secretsOf } from '../targets/secrets-of.ts';
import { readSettings } from '../targets/settings.ts';
import { startEmbedded } from './embedded.ts';
import { endWithCommand } from './end-with-command.ts';
import { runnerFolder } from './folder-lock.ts';
import { boundWorkers } from './process-memory.ts';
import { reporterOptions } from './reporter-options.ts';
import { writeRunRecord } from './run-record.ts';

/** Playwright's global set-up: starts the embedded endpoint for an embedded target, and stops it at the end. */
export default async function globalSetup({ shard }: FullConfig): Promise<() => Promise<void>> {
  endWithCommand(runnerFolder(readSettings().out));
  boundWorkers();
  const embedded = await startEmbedded();
  const settings = readSettings();
  const { target, seed } = settings;
  // The runner's own process prints and writes errors too.
  startRedaction({ seed, secrets: secretsOf(target), origins: namedOrigins(target) });
  writeRunRecord(settings, shard === null ? undefined : `${shard.current}/${shard.total}`);
  if (settings.variants === undefined)
    writeBegunRun(
      reporterOptions(settings),
      shard === null ? undefined : `shard ${shard.current} of ${shard.total}`,
    );
  return async () => embedded?.close();
}
