import { describe, expect, test } from 'vitest';
import { allOf, type Change, onEveryList, wording } from '../../mock/behaviour.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import { observedWaits } from '../../opening/observed-waits.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import type { Target } from '../../targets/target.ts';
import { opened } from './opened.ts';
import { refundsNothing, settlingThrough, settlingUnseen } from './settling-service.ts';
import { stopClock } from './stopped-clock.ts';

stopClock();

const cases = (exchanges: Awaited<ReturnType<typeof opened>>['exchanges']) =>
  exchanges.map(({ exchange }) => `${exchange.operation}: ${exchange.origin.caseName}`);
const refundOf = ({ steps }: OpeningReport) => steps.find(({ operation }) => operation === 'refund');
const open = (change: Change | undefined, more: Partial<Target> = {}, operation = 'refund,query') =>
  opened(change === undefined ? {} : { change }, more, operation);

describe('a refund that waits until its payment has settled', () => {
  test('is asked for again when the query shows another state', async () => {
    const { report, exchanges } = await open(settlingThrough(['3100', '4100']), { capture: 'automatic' });
    expect(refundOf(report)).toMatchObject({
      state: 'accepted',
      waits: { from: '3100', to: '4100' },
    });
    expect(refundOf(report)?.cause).toBeUndefined();
    expect(cases(exchanges)).toContain('refund: once it is 4100');
  });

  test('needs no capture where the payment settles without one', async () => {
    const { report } = await open(settlingThrough(['3100', '4100']), {}, 'capture,refund,query');
    expect(refundOf(report)).toMatchObject({ state: 'accepted', waits: { to: '4100' } });
    expect(refundOf(report)).not.toHaveProperty('after');
  });

  test('comes after the capture where only captured payments settle', async () => {
    const change = settlingThrough(['3100', '4100'], { capture: true });
    const { report } = await open(change, {}, 'capture,refund,query');
    expect(refundOf(report)).toMatchObject({ state: 'accepted', after: 'capture', waits: { to: '4100' } });
  });
});

describe('a refund that waits for another state and is pending then', () => {
  /** A refund is answered as pending and listed as done once its refunds were searched. */
  const pendingRefunds = (): Change => {
    let searches = 0;
    return onEveryList((entries, { operation }) => {
      if (operation === 'refund-search') searches += entries.length > 0 ? 1 : 0;
      const isPending = operation === 'refund' || (operation === 'refund-search' && searches < 2);
      return entries.map((entry) =>
        isPending && entry.refund_status === '1' ? { ...entry, refund_status: '2' } : entry,
      );
    });
  };

  test.each([
    ['as a whole', undefined],
    ['in its entry', wording({ call: { done: ['1', 'OK'], partly: ['1', 'OK'], none: ['1', 'OK'] } })],
  ])('is followed though it was refused %s at first', async (_how, words = (behaviour) => behaviour) => {
    const change = allOf(settlingThrough(['3100', '4100']), pendingRefunds(), words);
    const { report } = await open(change, { capture: 'automatic' }, 'refund,query,refund-search');
    expect(refundOf(report)).toMatchObject({
      state: 'accepted',
      waits: { from: '3100', to: '4100' },
      settles: { entry: '2', from: '2', to: '1' },
    });
  });
});

describe('a refund that waits for a time that no query shows', () => {
  const settle = { longestMs: 1500 };

  test('is asked for again when the time of the target file is over', async () => {
    const { report, exchanges } = await open(settlingUnseen(1200), { capture: 'automatic', settle });
    expect(refundOf(report)).toMatchObject({ state: 'accepted', waitsMs: 1500 });
    expect(refundOf(report)).not.toHaveProperty('waits');
    expect(refundOf(report)?.cause).toBeUndefined();
    expect(cases(exchanges)).toContain('refund: once settle.longestMs is over');
    expect(observedWaits(report)).toEqual([
      expect.objectContaining({ clause: '3/transitions', fingerprint: 'waits for: time' }),
    ]);
    expect(expectationsOf(report).waitsMs('refund')).toBe(1500);
  });

  test('needs no capture for that', async () => {
    const { report } = await open(settlingUnseen(1200), { settle }, 'capture,refund,query');
    expect(refundOf(report)).toMatchObject({ state: 'accepted', waitsMs: 1500 });
    expect(refundOf(report)).not.toHaveProperty('after');
  });

  test('is asked for in vain over a new payment where refunds are refused for good', async () => {
    const { report, exchanges } = await open(refundsNothing, { capture: 'automatic', settle });
    expect(refundOf(report)).toMatchObject({ state: 'not-accepted' });
    expect(refundOf(report)).not.toHaveProperty('waitsMs');
    expect(cases(exchanges).filter((name) => name.startsWith('refund: once'))).toHaveLength(1);
  });
});

describe('what was seen of a payment that settles', () => {
  test('is an observation of the opening', async () => {
    const { report } = await open(settlingThrough(['3100', '4100']), { capture: 'automatic' });
    expect(observedWaits(report)).toEqual([
      expect.objectContaining({ clause: '3/transitions', fingerprint: 'waits for: 4100' }),
    ]);
    expect(observedWaits(report)[0]?.detail).toContain('a payment can be refunded within 0.5 s');
    expect(observedWaits((await open(undefined)).report)).toEqual([]);
  });
});

describe('what following a payment costs', () => {
  test('nothing where a refund is done at once', async () => {
    const { exchanges } = await open(undefined);
    expect(cases(exchanges).filter((name) => name.endsWith('until it can be refunded'))).toEqual([]);
  });

  test('four queries where refunds are refused for good', async () => {
    const { report, exchanges } = await open(refundsNothing, { capture: 'automatic' });
    expect(refundOf(report)).not.toHaveProperty('waits');
    expect(cases(exchanges).filter((name) => name.endsWith('until it can be refunded'))).toHaveLength(4);
    expect(cases(exchanges).filter((name) => name.startsWith('refund: once'))).toEqual([]);
  });

  test('nothing where queries are not allowed or a refund is not asked for', async () => {
    const { exchanges } = await open(refundsNothing, { allow: ['moves-money'] });
    expect(cases(exchanges).filter((name) => name.startsWith('query'))).toEqual([]);
  });
});
