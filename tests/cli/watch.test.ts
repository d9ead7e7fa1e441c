import { expect, test, vi } from 'vitest';
import { watch } from '../../cli/run/watch.ts';
import { startMock } from '../../mock/server.ts';
import { systemClock } from '../../targets/clock.ts';
import { forgetSignals, runCommand } from './command.ts';
import { sandboxTarget } from './sandbox-target.ts';

const everything = ['reads', 'creates', 'moves-money', 'irreversible'];

const watched = (file: string, ...words: readonly string[]) => {
  forgetSignals();
  vi.spyOn(systemClock, 'sleep').mockResolvedValue();
  return runCommand(watch, ['watch', '--target', file, '--seed', '5', ...words]);
};

test('there is a pause between two rounds', async () => {
  await expect(watched('none', '--every', '0')).rejects.toThrow(
    '--every must be an integer from 1 to 86400, found "0".',
  );
});

test('each round is one line, and sends reads only whatever the target allows', async () => {
  const { file, lines } = await sandboxTarget(everything);
  const ran = await watched(file, '--rounds', '2');
  expect(ran.status).toBe(0);
  expect(ran.lines.map((line) => line.replaceAll(/[\d.]+ ms/g, 'N ms'))).toEqual([
    '1  query accepted in N ms; refund-search accepted in N ms',
    '2  query accepted in N ms; refund-search accepted in N ms',
  ]);
  expect(lines.map((line) => line.split(' ')[2])).toEqual([
    '/v1/retrievalTrans',
    '/v1/retrievalRefund',
    '/v1/retrievalTrans',
    '/v1/retrievalRefund',
  ]);
});

test('it ends with 3 at a limit of the target file', async () => {
  const { file, lines } = await sandboxTarget(['reads'], {
    limits: { requests: 3, requestsPerSecond: 1000 },
  });
  const ran = await watched(file);
  expect([ran.status, ran.lines.at(-1), lines.length]).toEqual([
    3,
    'Nothing more is sent: limit of the target reached: limits.requests is 3.',
    3,
  ]);
});

test('a service that answers nothing makes it end with 3', async () => {
  const gone = await startMock();
  await gone.close();
  const { file } = await sandboxTarget(['reads'], { baseUrl: gone.url });
  const ran = await watched(file, '--rounds', '1');
  expect([ran.status, ran.lines[0]]).toEqual([3, expect.stringContaining('query no answer (')]);
});
