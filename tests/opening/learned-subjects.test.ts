import { describe, expect, test } from 'vitest';
import { type Change, deciding } from '../../mock/behaviour.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { amountMoved } from '../../targets/sending/amount.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import { learned, rowIn, valueIn } from './learned.ts';

describe('learning', () => {
  test('finds the currencies of an account and the ends of their amounts', async () => {
    const objection: Change = deciding({
      objection: ({ operation, request }) => {
        const [amount, { currency }] = [Number(request.amount), request];
        const isOdd = currency === 'JPY' || (currency === 'EUR' && (amount < 1 || amount > 500));
        return operation === 'direct-payment' && isOdd
          ? { kind: 'schema', code: '1002', text: 'amount', request }
          : undefined;
      },
    });
    const { report } = await learned({ change: objection }, {}, 'direct-payment');
    expect(valueIn(report, 'direct-payment', 'currencies')).toBe('EUR, USD, GBP, BRL');
    expect(valueIn(report, 'direct-payment', 'amounts in EUR')).toBe('1.00 to 500.00');
    expect(valueIn(report, 'direct-payment', 'amounts in USD')).toBe('0.01 or less to 1000000.00 or more');
    expect(report.learned?.keys.currencies).toEqual([
      { currency: 'EUR', smallest: '1.00', largest: '500.00' },
      'USD',
      'GBP',
      'BRL',
    ]);
    for (const defect of ['a currency that is not taken', 'an amount that is too small'])
      expect(valueIn(report, 'direct-payment', defect)).toContain('1002');
  });

  test('finds the ends of other payments, where card payments have theirs or elsewhere', async () => {
    const objection: Change = deciding({
      objection: ({ operation, request }) => {
        const isPayout = operation === 'payout';
        const amount = Number(request.amount ?? request.payment_amount);
        const [low, high] = isPayout ? [100, 250_000] : [1, 2000];
        const isOdd = amount < low || amount > high;
        return (isPayout || 'amount' in request) && isOdd
          ? { kind: 'schema', code: '1002', text: 'amount', request }
          : undefined;
      },
    });
    const selected = 'direct-payment,apm-payment,redirect-payment,payout';
    const more = { currencies: ['EUR', 'BRL'].map((currency) => ({ currency })) };
    const { report, exchanges } = await learned({ change: objection }, more, selected);
    const card = valueIn(report, 'direct-payment', 'amounts in EUR');
    expect(card).toBe('1.00 to 2000.00');
    for (const operation of ['apm-payment', 'redirect-payment'] as const) {
      const row = rowIn(report, operation, /^amounts in /);
      expect(row?.value).toBe(card);
      expect(row?.exchanges).toHaveLength(6);
      expect(valueIn(report, operation, 'currencies')).toBe('EUR, BRL');
    }
    expect(rowIn(report, 'payout', /^amounts in /)?.value).toBe('100 to 250000');
    expect(valueIn(report, 'payout', 'currencies')).toBe('EUR, BRL');
    expect(valueIn(report, 'payout', 'an amount that is too large')).toContain('1002');
    expect(exchanges.length).toBeLessThan(250);
  });

  test('tries no end and no currency that the merchant holds an operation to', async () => {
    const more: Partial<Target> = {
      apmMethods: [{ payment_method: 'pix', fields: { currency: 'BRL', amount: '12.00' } }],
      fixed: { payout: { payment_amount: '900' } },
    };
    const { report } = await learned({}, more, 'apm-payment,payout');
    expect(report.learned?.ended).toBeUndefined();
    expect(rowIn(report, 'apm-payment', /^amounts in /)).toBeUndefined();
    expect(valueIn(report, 'apm-payment', 'currencies')).toBeUndefined();
    expect(rowIn(report, 'payout', /^amounts in |^currencies$/)).toBeUndefined();
  });

  test('tries no amount beyond the limits, and takes at most half of them', async () => {
    const limits = { ...loadTarget('targets/mock.json', {}).limits, amountPerRequest: 80, amountTotal: 400 };
    const { exchanges } = await learned({}, { limits: { ...limits, requests: 60 } });
    const asked = exchanges.filter(({ exchange }) => exchange.sent.intent === 'odd');
    expect(asked.length).toBeLessThanOrEqual(30);
    const amounts = exchanges.map(({ exchange: { operation, sent } }) =>
      amountMoved(operation, sent.value as JsonObject),
    );
    expect(Math.max(...amounts)).toBeLessThanOrEqual(80);
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(400);
  });

  test('ends within its share of the requests in the middle of the entries of a batch', async () => {
    const target = loadTarget('targets/mock.json', {});
    const { report, exchanges } = await learned(
      {},
      { limits: { ...target.limits, requests: 1000 } },
      'refund,capture',
    );
    const life = exchanges.filter(({ exchange }) => /^life of an order/.test(exchange.origin.caseName ?? ''));
    const most = (report.learned?.requests ?? 0) - life.length - 3;
    const cut = await learned({}, { limits: { ...target.limits, requests: 2 * most } }, 'refund,capture');
    expect(cut.report.learned?.requests).toBe(most);
    expect(cut.report.learned?.ended).toMatch(/most that this run learns with \(required fields of an entry/);
  });

  test('tells which refusal answers which defect, alike in two runs', async () => {
    const refusals = ({ learned: told }: OpeningReport) =>
      told?.rows.filter(({ clause }) => clause === '7.8/error-bodies') ?? [];
    const [one, other] = [await learned({}), await learned({})];
    const said = refusals(one.report).map(({ subject }) => subject);
    for (const defect of [
      'no signature',
      'an unknown account',
      'an unknown order',
      'an unknown subscription',
      'a request_id used twice',
    ])
      expect(said).toContain(defect);
    const plain = (report: OpeningReport) =>
      refusals(report).map(({ operation, subject, value }) => [operation, subject, value]);
    expect(plain(one.report)).toEqual(plain(other.report));
  });
});
