import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { capturesBeforeRefund, capturesByItself } from '../../mock/acquirers/habits/settlement.ts';
import { allOf, type Change, onEveryAnswer, onEveryList, refusing } from '../../mock/behaviour.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import { observedWaits } from '../../opening/observed-waits.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import { opened } from './opened.ts';
import { busyFor, settlingUnseen, slowAt } from './settling-service.ts';
import { stopClock } from './stopped-clock.ts';

stopClock();

const overPayments = ['capture', 'review', 'cancel', 'refund'] as const;
const settle = { longestMs: 1300 };

/** Refuses calls in the envelope of 7.1 alone. */
const inEnvelope = refusing(({ text }) => ({
  form: 'json',
  status: 200,
  accepted: false,
  value: { return_status: '0', return_message: text },
}));
const open = (change: Change | undefined, more: Partial<Target> = {}, operation = overPayments.join(',')) =>
  opened(change === undefined ? {} : { change }, more, operation);
const stepOf = ({ steps }: OpeningReport, wanted: DocumentedOperationId) =>
  steps.find(({ operation }) => operation === wanted);
const casesOf = ({ exchanges }: Awaited<ReturnType<typeof opened>>) =>
  exchanges.map(({ exchange }) => `${exchange.operation}: ${exchange.origin.caseName}`);
const waiting = (report: OpeningReport) =>
  overPayments.filter((one) => expectationsOf(report).waitsMs(one) > 0);

describe('what waits for a time that no query shows', () => {
  test('is nothing where a service takes everything at once', async () => {
    const { report } = await open(undefined, { settle }, 'capture');
    expect(stepOf(report, 'capture')).toMatchObject({ state: 'accepted' });
    expect(waiting(report)).toEqual([]);
  });

  test('is asked for again when the time of the target file is over', async () => {
    const run = await open(settlingUnseen(1000, ['capture']), { settle }, 'capture');
    expect(stepOf(run.report, 'capture')).toMatchObject({ state: 'accepted', waitsMs: 1300 });
    expect(stepOf(run.report, 'capture')?.cause).toBeUndefined();
    expect(casesOf(run)).toContain('capture: once settle.longestMs is over');
    expect(observedWaits(run.report)).toEqual([
      expect.objectContaining({
        clause: '3/transitions',
        operation: 'capture',
        fingerprint: 'waits for: time',
        detail: expect.stringContaining('a payment can be captured within 1.3 s'),
      }),
    ]);
  });

  test('waits as long as the payment was old when it was accepted', async () => {
    const change = allOf(settlingUnseen(4500, ['capture']), slowAt('capture', 3000));
    const { report } = await open(change, { settle: { longestMs: 8000 } }, 'capture');
    expect(stepOf(report, 'capture')).toMatchObject({ state: 'accepted', waitsMs: 8000 });
  });

  test('is a state that the merchant names, though a slow opening outlasted it', async () => {
    const states = { before: '4100', after: '3000' };
    let payments = 0;
    // The second payment takes longer than the first one needs to settle.
    const slow: Change = onEveryAnswer((value, { operation }) => {
      payments += operation === 'direct-payment' ? 1 : 0;
      if (operation === 'direct-payment' && payments === 2) void setTimeout(3000);
      return value;
    });
    const change = allOf(settlingUnseen(700, ['capture'], states), slow);
    const statuses = { 'direct-payment': { payment_status: { pending: ['4100'] } } };
    const run = await open(change, { statuses }, 'capture,query');
    expect(casesOf(run).filter((name) => name.startsWith('capture'))).toEqual([
      'capture: full',
      'capture: at once',
      'capture: once it is 3000',
    ]);
    expect(stepOf(run.report, 'capture')?.waits).toMatchObject({ from: '4100', to: '3000' });
  });

  test('is told to wait longer where that time was not enough', async () => {
    const { report } = await open(settlingUnseen(9000, ['capture']), { settle }, 'capture');
    expect(stepOf(report, 'capture')?.cause?.advice).toContain('longer than settle.longestMs (1300 ms)');
  });

  test('may be refused as a whole call', async () => {
    const change = allOf(settlingUnseen(1000, ['cancel']), inEnvelope);
    const { report } = await open(change, { settle }, 'cancel');
    expect(stepOf(report, 'cancel')).toMatchObject({ state: 'accepted', waitsMs: 1300 });
  });

  test('is seen though the time went by with something else', async () => {
    const { report } = await open(settlingUnseen(1000, overPayments), { settle });
    expect(waiting(report)).toEqual(overPayments);
    expect(report.steps.map(({ state }) => state)).not.toContain('not-accepted');
    expect(stepOf(report, 'refund')).not.toHaveProperty('after');
  });

  test('is seen though something else was done to the payment a moment before', async () => {
    const { report } = await open(busyFor(1000, overPayments), { settle });
    expect(report.steps.map(({ state }) => state)).not.toContain('not-accepted');
    expect(waiting(report)).toEqual(overPayments);
  });

  test('is told from what needs no time', async () => {
    expect(waiting((await open(settlingUnseen(1000, ['capture', 'cancel']), { settle })).report)).toEqual([
      'capture',
      'cancel',
    ]);
  });

  test('is seen though captures are refused for good', async () => {
    const change = allOf(
      capturesByItself.change ?? ((behaviour) => behaviour),
      settlingUnseen(1000, ['refund']),
    );
    const { report } = await open(change, { settle }, 'capture,refund');
    expect(waiting(report)).toEqual(['refund']);
  });

  test('holds up a refund that comes after a capture', async () => {
    const change = () =>
      allOf(capturesBeforeRefund.change ?? ((behaviour) => behaviour), settlingUnseen(1000, ['capture']));
    const both = (await open(change(), { settle }, 'capture,refund')).report;
    expect(stepOf(both, 'refund')).toMatchObject({ state: 'accepted', after: 'capture' });
    expect(waiting(both)).toEqual(['capture']);
    const alone = (await open(change(), { settle }, 'refund')).report;
    expect(stepOf(alone, 'refund')).toMatchObject({ state: 'accepted', after: 'capture' });
    expect(expectationsOf(alone).waitsMs('capture')).toBe(1300);
  });
});

describe('what waits for a time and is pending then', () => {
  /** Answers what succeeded as pending, and lists the payment in another state from the next query on. */
  const pendingOnceTaken = (): Change => {
    const taken = new Map<string, string>();
    return onEveryList((entries, { operation }) => {
      if (operation === 'query')
        return entries.map((entry) => ({
          ...entry,
          payment_status: taken.get(String(entry.transaction_id)) ?? '3000',
        }));
      if (operation !== 'capture' && operation !== 'cancel') return entries;
      const status = `${operation}_status`;
      return entries.map((entry) => {
        if (entry[status] !== '1') return entry;
        taken.set(String(entry.transaction_id), operation === 'capture' ? '3500' : '3600');
        return { ...entry, [status]: '2' };
      });
    });
  };

  test.each([
    ['in an entry', undefined],
    ['as a whole call', inEnvelope],
  ])('is followed though it was refused at first %s', async (_how, refusing = (behaviour) => behaviour) => {
    const change = allOf(pendingOnceTaken(), settlingUnseen(1000, ['capture', 'cancel']), refusing);
    const { report } = await open(change, { settle }, 'capture,cancel,query');
    expect(stepOf(report, 'capture')).toMatchObject({
      state: 'accepted',
      waitsMs: 1300,
      settles: { entry: '2', from: '3000', to: '3500' },
    });
    expect(stepOf(report, 'cancel')).toMatchObject({
      state: 'accepted',
      waitsMs: 1300,
      settles: { entry: '2' },
    });
  });
});

describe('what is pending by the statuses of the target file, with nothing that shows when it is done', () => {
  test.each(['review', 'cancel'])('is asked for at once as well: %s', async (pending) => {
    const answersLater = onEveryList((entries, { operation }) =>
      operation !== pending
        ? entries
        : entries.map((entry) =>
            entry[`${pending}_status`] === '1'
              ? { ...entry, [`${pending}_status`]: '2', error_message: 'Accepted for processing' }
              : entry,
          ),
    );
    const change = allOf(answersLater, settlingUnseen(1000, overPayments));
    const { report } = await open(change, { settle, statuses: { [pending]: { pending: ['2'] } } });
    expect(waiting(report)).toEqual(overPayments);
  });
});

describe('what nobody has to wait for', () => {
  test('is asked for once where it is accepted', async () => {
    const plain = await open(undefined);
    expect(casesOf(await open(undefined, { settle }))).toEqual(casesOf(plain));
    expect(waiting(plain.report)).toEqual([]);
  });

  test('is asked for once where the target file names no time', async () => {
    const change = allOf(settlingUnseen(1000, overPayments), inEnvelope);
    const run = await open(change, {}, 'capture,review,cancel');
    expect(casesOf(run).filter((name) => /once|at once/.test(name))).toEqual([]);
    for (const operation of ['capture', 'review', 'cancel'] as const)
      expect(stepOf(run.report, operation)?.cause?.advice).toContain('"settle"');
  });
});
