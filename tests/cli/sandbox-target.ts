import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { publishedCards } from '../../generators/context.ts';
import { startMock } from '../../mock/server.ts';
import { folderWith } from '../targets/target-folder.ts';

/** Starts a service for one test and writes a target file that allows these effects on it; `lines` has one line per request. */
export async function sandboxTarget(
  allow: readonly string[],
  more: object = {},
): Promise<{ lines: string[]; file: string }> {
  const lines: string[] = [];
  const service = await startMock({ log: (line) => lines.push(line) });
  onTestFinished(() => service.close());
  const target = {
    name: 'sandbox',
    environment: 'sandbox',
    baseUrl: service.url,
    merchant: { merchant_id: '100001', account_id: '100001001' },
    signing: { recipe: 'none' },
    cards: publishedCards.slice(0, 1),
    limits: { requestsPerSecond: 1000 },
    allow,
    ...more,
  };
  return { lines, file: join(folderWith({ 'target.json': target }), 'target.json') };
}
