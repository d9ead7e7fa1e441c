import { describe, expect, test } from 'vitest';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { listedRefundEntries, undoableEntries, undoRequest, withDoubts } from '../../targets/clean-up.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { paymentEntry as entry } from './ledger-of.ts';

const done = (operation: LedgerEntry['operation'], transaction_id: string, amount = '5.00') =>
  entry(transaction_id, { operation, amount, undo: [] });
const idsOf = (entries: readonly LedgerEntry[]) => entries.map(({ transaction_id }) => transaction_id);
const target = { merchant: { merchant_id: 'M', account_id: 'A' } };

describe('undoableEntries', () => {
  test('asks only for what refunds in parts left', () => {
    const part = (amount: string) => entry('a', { operation: 'refund', amount, undo: [] });
    const left = undoableEntries([entry('a'), part('0.10'), part('0.20')]);
    expect(left).toMatchObject([{ amount: '5.00', rest: '4.70' }]);
    const request = undoRequest(left[0] as LedgerEntry, 'refund', target);
    expect(request.refund_orders).toMatchObject([{ amount: '5.00', refund_amount: '4.70' }]);
    expect(undoableEntries([entry('a'), part('4.70'), part('0.20'), part('0.10')])).toEqual([]);
  });
  test('leaves out what was cancelled or refunded in full', () => {
    const entries = [
      entry('a'),
      entry('b'),
      entry('c'),
      entry('d'),
      entry('e', { certain: false }),
      done('cancel', 'a'),
      done('refund', 'b', '2.00'),
      done('refund', 'b', '3.00'),
      done('refund', 'c', '4.99'),
    ];
    expect(idsOf(undoableEntries(entries))).toEqual(['c', 'd']);
  });
  test('asks for the whole of what nobody refunded, as it was sent', () => {
    const whole = entry('a', { amount: '5.0' });
    expect(undoableEntries([whole])).toEqual([whole]);
  });
  test('gives back nothing that may have gone back, and keeps it on the list', () => {
    const unsure = (operation: LedgerEntry['operation'], amount = '5.00') =>
      entry('a', { operation, amount, certain: false, undo: [] });
    const waysAfter = (...more: LedgerEntry[]) =>
      undoableEntries([entry('a'), ...more]).map(({ undo, rest }) => [...undo, rest]);
    expect(waysAfter(unsure('cancel'))).toEqual([[undefined]]);
    expect(waysAfter(unsure('refund'))).toEqual([[undefined]]);
    expect(waysAfter(unsure('refund', '1.00'))).toEqual([['4.00']]);
    expect(waysAfter(unsure('refund', '1.00'), done('refund', 'a', '4.00'))).toEqual([[undefined]]);
    expect(waysAfter(unsure('refund'), done('cancel', 'a'))).toEqual([]);
  });
  test('counts a listed refund once, and one that may be done as perhaps', () => {
    const listed = (...refund_orders: readonly JsonObject[]) => {
      const answer = { refund_orders: refund_orders.map((one) => ({ transaction_id: 'a', ...one })) };
      const judged = { exchange: { operation: 'refund-search' }, judgement: { answer } };
      return listedRefundEntries([entry('a', { rest: '4.00' })], [judged as unknown as JudgedExchange]);
    };
    // A listed refund cannot be undone, and its amount is not the rest of the payment.
    const one = { ...entry('a', { operation: 'refund', amount: '2.50' }), undo: [] };
    expect(listed({ refund_amount: '2.50', refund_status: '1' })).toEqual([one]);
    const leftAfter = (noted: readonly LedgerEntry[], ...records: readonly JsonObject[]) =>
      undoableEntries([entry('a'), ...noted], listed(...records)).map(({ undo, rest }) => [...undo, rest]);
    const half = { refund_amount: '2.50', refund_status: '1' };
    expect(leftAfter([], { ...half, transaction_id: 'b' })).toEqual([['cancel', 'refund', undefined]]);
    for (const record of [half, { ...half, transaction_id: 'b', order_no: entry('a').order_no ?? '' }])
      expect(leftAfter([], record)).toEqual([['cancel', 'refund', '2.50']]);
    expect(leftAfter([done('refund', 'a', '2.50')], half)).toEqual([['cancel', 'refund', '2.50']]);
    expect(leftAfter([entry('a', { operation: 'refund', certain: false, amount: '2.50' })], half)).toEqual([
      [undefined],
    ]);
    expect(leftAfter([], half, half)).toEqual([]);
    expect(leftAfter([], { ...half, refund_status: '2' })).toEqual([['2.50']]);
    for (const refund_amount of ['2,50', '', '-1.00'])
      expect(leftAfter([], { ...half, refund_amount })).toEqual([[undefined]]);
    expect(leftAfter([], { refund_status: '7', refund_message: 'refused: limit exceeded' })).toHaveLength(1);
  });
  test('ends no subscription again whose end was not answered, and keeps it on the list', () => {
    const started = entry('a', { recurring_id: 'R', undo: ['cancel-subscription'] });
    const unsure = { operation: 'cancel-subscription', certain: false } as const;
    expect(undoableEntries([started, entry('a', { ...unsure, recurring_id: 'R', undo: [] })])).toEqual([
      { ...started, undo: [] },
    ]);
    const ended = entry('a', { ...unsure, certain: true, recurring_id: 'R', undo: [] });
    expect(undoableEntries([started, ended])).toEqual([]);
  });
  test('counts a payment and its capture once', () => {
    expect(
      undoableEntries([entry('a'), entry('a', { operation: 'capture', undo: ['refund'] })]),
    ).toHaveLength(1);
  });
  test('keeps a subscription whose payment was refunded', () => {
    const started = entry('a', {
      recurring_id: 'R',
      contract_name: 'c',
      undo: ['cancel', 'refund', 'cancel-subscription'],
    });
    expect(undoableEntries([started, done('refund', 'a')])).toMatchObject([
      { undo: ['cancel-subscription'] },
    ]);
    const ended = entry('x', { operation: 'cancel-subscription', recurring_id: 'R', undo: [] });
    expect(undoableEntries([started, done('refund', 'a'), ended])).toEqual([]);
  });
});

describe('withDoubts', () => {
  const doubtsOf = (...entries: LedgerEntry[]) => withDoubts(entries).map(({ doubt }) => doubt);

  test.each(['VICTIM-1', 'rx-1', 'R-1', 'xr-1', 'r'])('does not believe the order number %j', (order_no) => {
    expect(undoableEntries([entry('a', { order_no })])).toEqual([]);
    expect(doubtsOf(entry('a', { order_no }))[0]).toContain('does not begin with "r-"');
  });
  test('does not believe one transaction for two orders', () => {
    const second = entry('a', { order_no: 'r-second' });
    expect(doubtsOf(entry('a'), second)).toEqual([
      undefined,
      'its transaction_id was answered for another order before',
    ]);
    expect(undoableEntries([entry('a'), second])).toMatchObject([{ order_no: 'r-a' }]);
    for (const elsewhere of [{ baseUrl: 'http://b.invalid' }, { merchant_id: 'N' }])
      expect(doubtsOf(entry('a'), { ...second, ...elsewhere })).toEqual([undefined, undefined]);
  });
  test('believes a repeated payment, and a capture of what its run paid', () => {
    const captured = entry('a', { operation: 'capture', undo: ['refund'] });
    expect(doubtsOf(entry('a'), entry('a'), captured)).toEqual([undefined, undefined, undefined]);
  });
  test('does not believe a capture of a transaction that no payment made', () => {
    expect(undoableEntries([entry('a', { operation: 'capture', undo: ['refund'] })])).toEqual([]);
  });
  test('leaves a subscription alone that was answered for two orders', () => {
    const undo = ['cancel', 'refund', 'cancel-subscription'] as const;
    const [first, second] = undoableEntries([
      entry('a', { recurring_id: 'R', undo }),
      entry('b', { recurring_id: 'R', undo }),
    ]);
    expect([first?.undo, second?.undo]).toEqual([undo, ['cancel', 'refund']]);
  });
});

test('a request is for the account of its entry', () => {
  const other = entry('b', { account_id: 'A2' });
  expect(undoRequest(other, 'cancel', target)).toMatchObject({ merchant_id: 'M', account_id: 'A2' });
});

test('a request names what was sent', () => {
  expect(undoRequest(entry('t'), 'refund', target)).toEqual({
    merchant_id: 'M',
    account_id: 'A',
    refund_orders: [
      {
        transaction_id: 't',
        order_no: 'r-t',
        currency: 'USD',
        amount: '5.00',
        refund_amount: '5.00',
        refund_reason: 'clean-up of a conformance run',
      },
    ],
  });
  expect(undoRequest(entry('t'), 'cancel', target)).toEqual({
    merchant_id: 'M',
    account_id: 'A',
    cancel_orders: [{ transaction_id: 't', order_no: 'r-t', currency: 'USD', amount: '5.00' }],
  });
  const started = entry('a', { recurring_id: 'R', contract_name: 'c', undo: ['cancel-subscription'] });
  expect(undoRequest(started, 'cancel-subscription', target)).toEqual({
    merchant_id: 'M',
    account_id: 'A',
    recurring_id: 'R',
    contract_name: 'c',
  });
});
