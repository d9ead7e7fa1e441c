import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OperationId } from '../../schemas/types.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { runInside } from './run-inside.ts';
import { type Asked, startTurning, type Turn, turnedAway, turnTo } from './turning-service.ts';

removeFolders();

/** Runs against a service that answers some requests in the place of the embedded endpoint. */
async function runAgainst(turn: (asked: Asked) => Turn | undefined, operations: readonly OperationId[]) {
  const folder = makeFolder();
  const service = await startTurning(turn);
  const target = writeTarget(folder, service.url);
  const { exitCode, reasons } = await runInside({ target, operations, out: join(folder, 'out') });
  await service.close();
  return { exitCode, reasons: reasons.join('\n'), asked: service.asked() };
}

test('a service that breaks down from some moment on ends a run', async () => {
  const from = 40;
  const turn = turnTo(turnedAway['JSON that is cut']);
  const { exitCode, reasons, asked } = await runAgainst(
    ({ number }) => (number >= from ? turn : undefined),
    ['payout', 'refund-search'],
  );
  // What it answers to allowed requests stays a failure.
  expect(exitCode, reasons).toBe(1);
  expect(reasons).toMatch(/the service breaks down since request [0-9]+ of the run \(20[^ ]+Z, /);
  expect(asked).toBeLessThan(from + 120);
});

test('a service that declines 40 % and asks to wait does not refuse everything', async () => {
  let drawn = 1;
  const declines = () => {
    drawn = (drawn * 48_271) % 2_147_483_647;
    return drawn % 100 < 40;
  };
  const busy: Turn = (response) => void response.writeHead(429, { 'retry-after': '1' }).end();
  const isBusy = ({ number }: Asked) => number >= 15 && number < 35;
  const { exitCode, reasons } = await runAgainst(
    (asked) => (isBusy(asked) ? busy : declines() ? turnTo(turnedAway['403']) : undefined),
    ['payout'],
  );
  expect([0, 3]).toContain(exitCode);
  expect(reasons).not.toMatch(/refuses everything|stopped answering/);
}, 600_000);
