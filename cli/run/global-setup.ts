import type { FullConfig } from '@playwright/test';
import { startRedaction } from '../../reports/redact.ts';
import { writeBegunRun } from '../../reports/run/run-facts.ts';
import { namedOrigins, secretsOf } from '../../targets/file/secrets-of.ts';
import { readSettings } from '../../targets/settings.ts';
import { reporterOptions } from './reporter-options.ts';
import { boundWorkers } from './runner-process.ts';

/** Playwright's global set-up: bounds the workers, masks what the runner itself prints, and notes that the run has begun. */
export default function globalSetup({ shard }: Pick<FullConfig, 'shard'>): void {
  const settings = readSettings();
  boundWorkers();
  const { target, seed } = settings;
  startRedaction({ seed, secrets: secretsOf(target), origins: namedOrigins(target) });
  writeBegunRun(
    reporterOptions(settings),
    shard === null ? undefined : `shard ${shard.current} of ${shard.total}`,
  );
}
