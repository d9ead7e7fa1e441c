import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { contractSha256 } from '../contract-digest.ts';
import type { TargetFacts } from '../statement/format.ts';

/** The folder, beside the reports, that keeps the history of one target under one contract: another target's failure is no trend. */
export function historyFolder(out: string, { name, environment, baseUrl }: TargetFacts): string {
  const key = JSON.stringify([name, environment, baseUrl, contractSha256()]);
  const digest = createHash('sha256').update(key).digest('hex').slice(0, 12);
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return join(dirname(out), '.history', [words, digest].filter((part) => part !== '').join('-'));
}
