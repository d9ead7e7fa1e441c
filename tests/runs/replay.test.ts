import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { replayCommand } from '../../reports/exports/repeat.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { commandsIn } from '../cli/printed-commands.ts';
import { conformance } from '../e2e/command.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { answers, paidOut } from '../schemas/corpus/answers.ts';
import { runInside } from './run-inside.ts';

removeFolders();

/** What a payout gets: its own values, or a refusal when the body cannot be read. */
function paid(body: string, number: number): JsonObject {
  try {
    const more = {
      transaction_id: `PT-${number}`,
      short_reference_id: `20250301-${String(number).padStart(6, '0')}`,
    };
    return { ...answers.payout, ...paidOut(JSON.parse(body)), ...more };
  } catch {
    return { return_status: '-1', return_message: 'The request cannot be read.' };
  }
}

/** A service that takes any signature, pays out, and answers every query with half a text. */
async function startHalf(): Promise<string> {
  let number = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url !== '/v1/payout') return response.end('{"return_status":"1","return_message":"OK"');
      number += 1;
      response.end(JSON.stringify(paid(Buffer.concat(chunks).toString(), number)));
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('what a fixed signature proved in a run is proved again', async () => {
  const folder = makeFolder();
  const [target, out] = [join(folder, 'target.json'), join(folder, 'out')];
  const file = {
    name: 'half',
    environment: 'sandbox',
    baseUrl: await startHalf(),
    merchant: { merchant_id: '700001', account_id: '800001' },
    signing: { recipe: 'none' },
    allow: ['reads', 'creates', 'moves-money', 'irreversible'],
    cards: [
      { card: '4111111111111111', expiration_month: '12', expiration_year: '2035', security_code: '123' },
    ],
    limits: { requestsPerSecond: 200, amountPerRequest: '1000.00', amountTotal: '1000000.00' },
  };
  writeFileSync(target, JSON.stringify(file));
  const asked = { operation: 'query,payout', grep: 'as documented|shape', seed: '5' };
  expect(await runInside({ ...asked, target, out })).toMatchObject({ result: 'non-conformant' });
  const half = readEvidence(out).exchanges.find(
    ({ origin, judgement }) =>
      origin.file !== undefined && judgement.findings.some(({ clause }) => clause === '1.4/json/well-formed'),
  );
  const [printed = []] = commandsIn(replayCommand(half?.id ?? 'none', out, target));
  const replayed = await conformance(printed);
  expect(replayed.stdout).toContain('Reproduced: fail 1.4/json/well-formed');
});
