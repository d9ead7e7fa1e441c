import { describe, expect, test } from 'vitest';
import { fullPayer } from '../../mock/acquirers/full-payer.ts';
import { allOf, type Change, deciding } from '../../mock/behaviour.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import { leaveOut, leavesOf, withoutCharges } from '../../opening/learn/learner.ts';
import { culpritsAmong, largestPassing } from '../../opening/learn/searches.ts';
import { learned, opened, rowIn, valueIn } from './learned.ts';
import { hundred, refusing } from './refusing.ts';
import { refundingOnceCaptured, settlingUnseen } from './settling-service.ts';

describe('the changes that a service refuses', () => {
  test('a hundred that nobody minds cost one request', async () => {
    const { passes, asked } = refusing([]);
    expect(await culpritsAmong(hundred, passes)).toEqual([]);
    expect(asked()).toBe(1);
  });

  test.each([[[7]], [[0, 99]], [[3, 4, 5, 40, 41, 77]]])(
    'of a hundred %j are named alone',
    async (guilty) => {
      const { passes, asked } = refusing(guilty);
      expect(await culpritsAmong(hundred, passes)).toEqual(guilty);
      expect(asked()).toBeLessThanOrEqual(14 * guilty.length);
    },
  );

  test('a length is found in as many requests as it has binary digits', async () => {
    const asked: number[] = [];
    const upTo = (limit: number) => async (length: number) => {
      asked.push(length);
      return length <= limit;
    };
    expect(await largestPassing(12, 255, upTo(32))).toBe(32);
    expect(asked.length).toBeLessThan(10);
    expect(await largestPassing(12, 255, upTo(300))).toBeUndefined();
  });
});

describe('a body that something is left out of', () => {
  const body = {
    amount: '9.00',
    item_total: '8.00',
    tax_total: '1.00',
    person: { email: 'e', name: 'n' },
    items: ['a'],
  };

  test('loses the value, and the object that is left empty with it', () => {
    expect(leavesOf(body)).toEqual([
      'amount',
      'item_total',
      'tax_total',
      'person.email',
      'person.name',
      'items',
    ]);
    expect(leaveOut(body, new Set(['person.email', 'items']))).not.toHaveProperty('items');
    expect(leaveOut(body, new Set(['person.email'])).person).toEqual({ name: 'n' });
    expect(leaveOut(body, new Set(['person.email', 'person.name']))).not.toHaveProperty('person');
  });

  test('adds up with and without each charge', () => {
    expect(withoutCharges(body)).toMatchObject({ item_total: '9.00', tax_total: '0.00' });
  });
});

describe('learning', () => {
  test('names exactly the thirty fields that an acquirer requires', async () => {
    const { report } = await learned({ acquirer: 'full-payer' }, {}, 'direct-payment');
    const [demands] = fullPayer.habits;
    const thirty = demands?.insists.replace(/^.*: |\.$/g, '').split(', ') ?? [];
    expect(thirty).toHaveLength(30);
    const named = valueIn(report, 'direct-payment', 'required fields')?.split(', ') ?? [];
    expect(named.toSorted()).toEqual(thirty.toSorted());
    expect(report.learned?.ended).toBeUndefined();
  });

  test('finds in few requests that a service requires nothing', async () => {
    const { report, exchanges } = await learned({});
    const { learned: told } = report;
    expect(valueIn(report, 'payout', 'required fields')).toBe('none');
    expect(valueIn(report, 'direct-payment', 'longest order_no')).toBe('255 or more');
    expect(told?.requests).toBeLessThan(400);
    expect(report.spent.requests).toBe(exchanges.length);
  });

  test('says which characters of an order number are refused', async () => {
    const objection: Change = deciding({
      objection: ({ operation, request }) =>
        operation === 'direct-payment' && /[^A-Za-z0-9-]/.test(String(request.order_no))
          ? { kind: 'schema', code: '1002', text: 'order_no', request }
          : undefined,
    });
    const { report } = await learned({ change: objection }, {}, 'direct-payment');
    const row = rowIn(report, 'direct-payment', /^characters of order_no$/);
    expect(row?.value).toBe('small letters, capitals, digits, a hyphen');
    expect(row?.says).toBe('not _, ., /, :, #, +, a blank, letters beyond ASCII');
  });

  test('finds how long free texts may be and what they may hold', async () => {
    const objection: Change = deciding({
      objection: ({ operation, request }) => {
        const city = String(request.billing_city ?? '');
        const isOdd = [request.first_name, city].some((text) => /[^ -~]|[<>]/.test(String(text ?? '')));
        const long = operation === 'direct-payment' && [...city].length > 40;
        return long || isOdd ? { kind: 'schema', code: '1002', text: 'billing_city', request } : undefined;
      },
    });
    const { report } = await learned({ change: objection }, {}, 'direct-payment');
    expect(valueIn(report, 'direct-payment', 'longest free texts')).toContain('billing_city 40, ');
    expect(valueIn(report, 'direct-payment', 'longest free texts')).toContain('first_name 255 or more');
    expect(valueIn(report, 'direct-payment', 'characters of free texts')).toBe(
      'apostrophe and hyphen, full stop, comma and slash, number sign and brackets',
    );
  });

  test('finds what an entry of a batch requires, with a payment for each trial', async () => {
    const { report } = await learned({ acquirer: 'capture-first' });
    const free = valueIn(report, 'capture', 'required fields of an entry');
    expect(free).toBeDefined();
    expect(valueIn(report, 'refund', 'required fields of an entry')).toBeDefined();
    const { exchanges } = report.learned?.rows.find(
      ({ operation, subject }) => operation === 'refund' && subject === 'required fields of an entry',
    ) ?? { exchanges: [] };
    expect(exchanges.length).toBeGreaterThan(4);
  });

  test('sends reads alone where nothing else is allowed', async () => {
    const { report, exchanges } = await learned({ acquirer: 'full-payer' }, { allow: ['reads'] });
    const operations = new Set(exchanges.map(({ exchange }) => exchange.operation));
    expect([...operations].toSorted()).toEqual(['query', 'refund-search']);
    expect(report.learned?.rows.map(({ subject }) => subject)).toContain('an unknown account');
  });

  test('follows a capture that nothing but a refund needs', async () => {
    const { report } = await learned({ change: refundingOnceCaptured() }, {}, 'refund,query');
    const refund = report.steps.find(({ operation }) => operation === 'refund');
    expect(report.steps.map(({ operation }) => operation)).not.toContain('capture');
    expect(refund).toMatchObject({
      after: 'capture',
      afterSettles: { entry: '2', from: '3500', to: '4100' },
    });
    expect(expectationsOf(report).pendingOf('capture')).toEqual(['2']);
    expect(expectationsOf(report).leaving('capture')).toEqual({ search: 'query', before: ['3500'] });
    expect(valueIn(report, 'refund', 'comes after')).toBe('capture');
    expect(valueIn(report, 'refund', 'required fields of an entry')).toContain('refund_amount');
  });

  test('waits for the capture that nothing but a refund needs', async () => {
    const change = allOf(refundingOnceCaptured({ queries: 0 }), settlingUnseen(200, ['capture']));
    const { report } = await learned({ change }, { settle: { longestMs: 300 } }, 'refund,query');
    const refund = report.steps.find(({ operation }) => operation === 'refund');
    expect(refund).toMatchObject({ state: 'accepted', after: 'capture', waitsMs: 300 });
    expect(valueIn(report, 'refund', 'required fields of an entry')).toContain('refund_amount');
  });

  test('follows a refund that is pending once its payment is captured', async () => {
    const { report } = await opened({ acquirer: 'settles-later' }, {}, 'refund,refund-search');
    const refund = report.steps.find(({ operation }) => operation === 'refund');
    expect(refund).toMatchObject({ after: 'capture', settles: { entry: '2', from: '2', to: '1' } });
    expect(refund?.afterSettles).toMatchObject({ entry: '2', to: '4100' });
  });

  test('follows a capture that is pending until it is settled', async () => {
    const { report } = await learned({ acquirer: 'settles-later' }, {}, 'capture,refund');
    const capture = report.steps.find(({ operation }) => operation === 'capture');
    expect(capture?.settles).toMatchObject({ entry: '2', from: '3500', to: '4100' });
    const refund = report.steps.find(({ operation }) => operation === 'refund');
    expect(refund?.settles).toMatchObject({ entry: '2', from: '2', to: '1' });
  });
});
