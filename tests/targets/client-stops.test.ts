import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NoAnswer } from '../../schemas/types.ts';
import { createBackOff } from '../../targets/back-off.ts';
import { readLedger } from '../../targets/ledger.ts';
import { ServiceBusy } from '../../targets/refused-send.ts';
import { busy, card, envelope, ok, openClient, origin } from './open-client.ts';
import { stillClock } from './still-clock.ts';

const full = new Error('no space left on the device');

test('nothing more is sent once an exchange could not be written down', async () => {
  let records = 0;
  const record = () => {
    records += 1;
    throw full;
  };
  const { client, wires } = openClient([ok], {}, { record });
  for (const _again of [1, 2, 3]) await expect(client.send('query', envelope, { origin })).rejects.toBe(full);
  expect([wires.length, records]).toEqual([1, 1]);
});

test('what may be paid stands in the ledger though its exchange was not written down', async () => {
  const paid: NoAnswer = { kind: 'none', reason: 'timeout', detail: '', durationMs: 1 };
  const record = () => {
    throw full;
  };
  const { client, out } = openClient([paid], { allow: ['reads', 'creates', 'moves-money'] }, { record });
  const body = { ...envelope, ...card, order_no: 'r-1', amount: '1.00', currency: 'EUR' };
  await expect(client.send('direct-payment', body, { origin })).rejects.toBe(full);
  expect(JSON.stringify(readLedger(join(out, 'ledger.ndjson')))).toContain('r-1');
});

test('what waits for its turn is not sent when others are told to stay away', async () => {
  const backOff = createBackOff(stillClock());
  const away = { ...busy, headers: { 'retry-after': '99999999' } };
  const pace = {
    run: <Result>(work: () => Promise<Result>) => {
      backOff.after(away, 'another test');
      return Promise.resolve().then(work);
    },
    hold: () => {},
  };
  const { client, wires, recorded } = openClient([ok], {}, { backOff, pace });
  await expect(client.send('query', envelope, { origin })).rejects.toThrow(ServiceBusy);
  expect([wires, recorded]).toEqual([[], []]);
});
