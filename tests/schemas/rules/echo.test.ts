import { describe, expect, test } from 'vitest';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { sameText } from '../../../schemas/rules/echoes.ts';
import type { JsonObject, JsonValue } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { changed } from '../corpus/edit.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const direct = (answer: JsonObject, request: JsonObject = {}) =>
  exchangeOf(
    'direct-payment',
    { ...requests['direct-payment'], ...request },
    encodeXml({ ...answers['direct-payment'], ...answer }, { root: 'respon' }),
  );

describe('an echo', () => {
  test('of a card payment is judged on amount and currency as they were sent', () => {
    expect(findingsOf(direct({ amount: '48.21' }))).toEqual(['fail 2.6/amount/echo respon.amount']);
    expect(findingsOf(direct({ currency: 'eur' }))).toEqual(['fail 2.6/currency/echo respon.currency']);
  });

  test('of an amount with another number of fraction digits is the same value (C-09)', () => {
    for (const amount of ['48.2', '48.200'])
      expect(findingsOf(direct({ amount }))).toEqual(['warn 1.1/amount/two-digits respon.amount']);
  });

  test('is not asked for when nothing was sent', () => {
    expect(findingsOf(direct({ amount: '1.00' }, { amount: '1.00' }))).toEqual([]);
  });

  test.each([
    ['12.3', 'eur', '12.30', 'EUR'],
    ['0012.340', 'eUr', '12.34', 'EUR'],
    ['1000', 'JPY', '1000.00', 'JPY'],
  ])('may be in the usual writing: %s %s as %s %s', (amount, currency, usual, capitals) => {
    const [sent, shown] = [
      { amount, currency },
      { amount: usual, currency: capitals },
    ];
    expect(findingsOf(direct(shown, sent))).toEqual([]);
    for (const id of ['capture', 'review', 'cancel', 'refund'] as const) {
      const field = `${id}_orders`;
      const each = (all: JsonObject, more: JsonObject): JsonObject => ({
        ...all,
        [field]: (all[field] as JsonObject[]).map((entry) => ({ ...entry, ...more })),
      });
      const found = findingsOf(exchangeOf(id, each(requests[id], sent), each(answers[id], shown)));
      expect(
        found.filter((finding) => finding.includes('/echo')),
        id,
      ).toEqual([]);
    }
  });

  test('of a payout may be in the usual writing', () => {
    const written = (
      changes: readonly (readonly [steps: readonly string[], sent: string, shown: string])[],
    ) =>
      changes.reduce(
        ([request, answer], [steps, sent, shown]) =>
          [changed(request, steps, () => sent), changed(answer, steps, () => shown)] as const,
        [requests.payout, answers.payout] as readonly [JsonValue, JsonValue],
      );
    const bank = ['beneficiary', 'bank_details'];
    const [request, answer] = written([
      [['payment_amount'], '0700', '700'],
      [['payment_currency'], 'eur', 'EUR'],
      [['beneficiary', 'address', 'country_code'], 'de', 'DE'],
      [[...bank, 'swift_code'], 'cobadeff', 'COBADEFF'],
      [[...bank, 'iban'], 'de89 3704 0044', 'DE8937040044'],
    ]);
    expect(findingsOf(exchangeOf('payout', request as JsonObject, answer as JsonObject))).toEqual([]);
    const [, other] = written([[['payment_currency'], 'eur', 'USD']]);
    expect(findingsOf(exchangeOf('payout', request as JsonObject, other as JsonObject))).toContain(
      'warn 2.13/payment_currency/echo payment_currency',
    );
  });

  test('of an odd value is never held against the service', () => {
    const odd = { amount: '48.2', currency: 'eur' };
    expect(findingsOf(direct(odd, odd))).toEqual([]);
    const request = { ...requests['direct-payment'], amount: '48', currency: 'EURO' };
    const body = encodeXml(
      { ...answers['direct-payment'], amount: '48', currency: 'EURO' },
      { root: 'respon' },
    );
    expect(findingsOf(exchangeOf('direct-payment', request, body, { sent: { intent: 'odd' } }))).toEqual([]);
  });

  test('of something left blank on purpose may be filled in', () => {
    const odd = { sent: { intent: 'odd' } } as const;
    const request = changed(requests.capture, ['capture_orders', 1, 'order_no'], () => '') as JsonObject;
    expect(findingsOf(exchangeOf('capture', request, answers.capture, odd))).toEqual([]);
    const blank = changed(requests.capture, ['capture_orders', 1, 'currency'], () => '') as JsonObject;
    expect(findingsOf(exchangeOf('capture', blank, answers.capture, odd))).toEqual([]);
  });

  test('is not asked of a refusal that leaves identifiers empty', () => {
    const answer = {
      ...answers['cancel-subscription'],
      merchant_id: '',
      recurring_id: '',
      contract_name: '',
    };
    const told = (cancel_status: string) =>
      findingsOf(
        exchangeOf('cancel-subscription', requests['cancel-subscription'], { ...answer, cancel_status }),
      );
    expect(told('0')).toEqual([]);
    expect(told('1')).toEqual([
      ...['contract_name', 'merchant_id', 'recurring_id'].map((name) => `fail 2.12/${name}/present ${name}`),
    ]);
  });

  test('of an amount that a refused entry shows as nothing is not missed', () => {
    const told = (refund_status: string) => {
      const [first, ...others] = answers.refund.refund_orders as JsonObject[];
      const refund_orders = [{ ...first, refund_status, refund_amount: '0.00' }, ...others];
      return findingsOf(exchangeOf('refund', requests.refund, { ...answers.refund, refund_orders }));
    };
    expect(told('0')).toEqual([]);
    expect(told('1')).toEqual(['warn 2.9/refund_amount/echo refund_orders[0].refund_amount']);
  });

  test('of a UUID is the same in either case of its letters (2.13)', () => {
    const told = (sent: string, request_id: string) =>
      findingsOf(
        exchangeOf('payout', { ...requests.payout, request_id: sent }, { ...answers.payout, request_id }),
      ).filter((finding) => finding.includes('request_id'));
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect(told(id.toUpperCase(), id)).toEqual([]);
    expect(told(id, id.toUpperCase())).toEqual([]);
    expect(told(id.toUpperCase(), id.replace('e', 'd'))).toEqual([
      'fail 2.13/request_id/identity request_id',
    ]);
  });

  test('of a name that only looks like a UUID differs by the case of its letters', () => {
    const order_no = '0f8fad5b-d9cb-469f-a165-70867728950e';
    expect(findingsOf(direct({ order_no: order_no.toUpperCase() }, { order_no }))).toEqual([
      'fail 2.6/order_no/echo respon.order_no',
    ]);
  });

  test('is missed in null and in another number, not in a number of the same value', () => {
    const request = { ...requests['cancel-subscription'], recurring_id: '0055' };
    const told = (recurring_id: number | null) => {
      const answer = { ...answers['cancel-subscription'], recurring_id };
      return findingsOf(exchangeOf('cancel-subscription', request, answer));
    };
    expect(told(55)).toEqual(['warn 2.12/values/string recurring_id']);
    expect(told(56)).toContain('fail 2.12/recurring_id/identity recurring_id');
    expect(told(null)).toEqual(['fail 2.12/recurring_id/present recurring_id']);
  });

  test('does not mind how line ends are written', () => {
    expect(sameText('a\r\nb\rc', 'a\nb\nc')).toBe(true);
    expect(sameText('a\nb', 'a b')).toBe(false);
  });

  test('of an order sent twice may be either of the two, and each of them once', () => {
    const [order = {}] = requests.refund.refund_orders as JsonObject[];
    const [result = {}] = answers.refund.refund_orders as JsonObject[];
    const both = (entry: JsonObject, more: JsonObject = {}) => [
      { ...entry, refund_amount: '1.00' },
      { ...entry, ...more, refund_amount: '2.00' },
    ];
    const request = { ...requests.refund, refund_orders: both(order) };
    const answer = {
      ...answers.refund,
      refund_orders: both(result, { refund_reference_id: 'T81-02' }).reverse(),
    };
    expect(findingsOf(exchangeOf('refund', request, answer))).toEqual([]);
    const alike = answer.refund_orders.map((entry) => ({ ...entry, refund_amount: '2.00' }));
    expect(findingsOf(exchangeOf('refund', request, { ...answer, refund_orders: alike }))).toEqual([
      'warn 2.9/refund_amount/echo refund_orders[1].refund_amount',
    ]);
  });
});

describe('the number of a refund that failed or is done later', () => {
  const [order = {}] = requests.refund.refund_orders as JsonObject[];
  const [result = {}] = answers.refund.refund_orders as JsonObject[];
  const numbered = (...entries: readonly (readonly [number: string, refund_status: string])[]) => {
    const parts = entries.map(([number, refund_status], index) => ({
      ...result,
      refund_amount: `${index + 1}.00`,
      refund_reference_id: `T81-${number}`,
      refund_status,
      ...(refund_status === '2' ? { refund_message: 'P0000:pending' } : {}),
    }));
    const refund_orders = parts.map(({ refund_amount }) => ({ ...order, refund_amount }));
    return findingsOf(
      exchangeOf(
        'refund',
        { ...requests.refund, refund_orders },
        { ...answers.refund, refund_orders: parts },
      ),
    );
  };
  const again = '2.9/refund_reference_id/unique refund_orders[1].refund_reference_id';

  test.each([
    [
      'stands for none and is not used',
      [
        ['01', '0'],
        ['01', '1'],
      ],
      [],
    ],
    [
      'may be that of another one that failed',
      [
        ['00', '0'],
        ['00', '0'],
        ['99', '0'],
        ['99', '0'],
      ],
      [],
    ],
    [
      'is not judged where another refund has it',
      [
        ['01', '1'],
        ['01', '0'],
      ],
      [],
    ],
    [
      'is not that of two refunds that were made',
      [
        ['01', '1'],
        ['01', '1'],
      ],
      [`warn ${again}`],
    ],
    [
      'is not known yet for two refunds that are done later',
      [
        ['00', '2'],
        ['00', '2'],
      ],
      [],
    ],
  ] as const)('%s', (_what, entries, findings) => {
    expect(numbered(...entries)).toEqual(findings);
  });
});

describe('the payout result', () => {
  const payout = (answer: JsonObject) =>
    findingsOf(exchangeOf('payout', requests.payout, { ...answers.payout, ...answer }));

  test('may leave the payer part out or change it', () => {
    const { payer: _payer, source_amount: _amount, source_currency: _currency, ...rest } = answers.payout;
    expect(findingsOf(exchangeOf('payout', requests.payout, rest))).toEqual([]);
    expect(payout({ payer: {}, source_amount: '1', source_currency: 'JPY' })).toEqual([]);
  });

  test('is compared inside its lists', () => {
    const answer = changed(
      answers.payout,
      ['beneficiary', 'person_documents', 0, 'labels', 0],
      () => 'passport',
    ) as JsonObject;
    expect(findingsOf(exchangeOf('payout', requests.payout, answer))).toEqual([
      'warn 2.13/beneficiary/echo beneficiary.person_documents[0].labels[0]',
    ]);
  });

  test.each([
    ['2025-03-01T10:00:00+0800', '2025-03-01T02:00:00+0000', []],
    ['2025-03-01T10:00:00+0800', '2025-02-28T22:00:00-0400', []],
    [
      '2025-03-01T10:00:00+0800',
      '2025-03-01T01:59:59+0000',
      ['warn 2.13/last_updated_at/not-before-created last_updated_at'],
    ],
    ['2025-02-30T10:00:00+0800', '2025-03-01T03:00:00+0100', ['fail 2.13/created_at/calendar created_at']],
    ['2025-03-01T24:30:00+0800', '2025-03-01T03:00:00+0100', ['fail 2.13/created_at/shape created_at']],
    ['2025-03-01T24:00:00+0800', '2025-03-01T17:00:00+0100', []],
    ['2025-03-01T23:59:60+0000', '2025-03-02T00:00:00+0000', []],
    [
      '2025-03-01T23:59:60+0000',
      '2025-03-01T23:59:59+0000',
      ['warn 2.13/last_updated_at/not-before-created last_updated_at'],
    ],
  ])('orders %s and %s across offsets', (created_at, last_updated_at, findings) => {
    expect(payout({ created_at, last_updated_at })).toEqual(findings);
  });
});

describe('a value that a lenient service takes and repeats', () => {
  const odd = { sent: { intent: 'odd' } } as const;
  const payout = (place: readonly (string | number)[], value: JsonValue) => {
    const request = changed(requests.payout, place, () => value) as JsonObject;
    const answer = changed(answers.payout, place, () => value) as JsonObject;
    return [request, answer] as const;
  };
  const labels = ['beneficiary', 'person_documents', 0, 'labels'] as const;

  test.each([
    ['a list', labels, []],
    ['an object', ['beneficiary', 'address'], {}],
    ['a list of objects', ['beneficiary', 'person_documents'], []],
  ] as const)('is no finding in a refusal where it was empty: %s', (_what, place, value) => {
    const [request, answer] = payout(place, value as unknown as JsonValue);
    const failed = { ...answer, status: 'FAILED', failure_reason: 'no funds', failure_type: 'BALANCE' };
    expect(findingsOf(exchangeOf('payout', request, failed))).toEqual([]);
  });

  test('is no finding in a member that is made of it', () => {
    const request = { ...requests.payout, payment_currency: ' BRL ' };
    const answer = { ...answers.payout, payment_currency: ' BRL ', fee_currency: ' BRL ' };
    expect(findingsOf(exchangeOf('payout', request, answer, odd))).toEqual([]);
    const card = direct({ card: '42424242****' }, { card: ['4242424242424242'] });
    expect(findingsOf({ ...card, sent: { ...card.sent, intent: 'odd' } })).toEqual([]);
  });

  test('is no finding where XML carried a list of one entry as one element', () => {
    const request = changed(requests.payout, labels, () => ['front']) as JsonObject;
    const answer = changed(answers.payout, labels, () => 'front') as JsonObject;
    const body = encodeXml(request, { root: 'request' });
    const xml = { sent: { encoding: 'xml', body } } as const;
    expect(findingsOf(exchangeOf('payout', request, answer, xml))).toEqual([]);
    expect(findingsOf(exchangeOf('payout', request, answer))).toEqual([
      expect.stringMatching(/^fail 2\.13\/labels/),
    ]);
  });

  test('is no finding where XML carried a list and its lists as elements', () => {
    const entry = { file_type: 'pdf', file_url: 'https://files.example/1' };
    const documents = ['beneficiary', 'person_documents'] as const;
    const request = changed(requests.payout, documents, () => [{ ...entry, labels: ['front'] }]);
    const answer = changed(answers.payout, documents, () => ({ ...entry, labels: 'front' })) as JsonObject;
    const body = encodeXml(request as JsonObject, { root: 'request' });
    const xml = { sent: { encoding: 'xml', body } } as const;
    expect(findingsOf(exchangeOf('payout', request as JsonObject, answer, xml))).toEqual([]);
    expect(findingsOf(exchangeOf('payout', request as JsonObject, answer))).toEqual([
      expect.stringMatching(/^fail 2\.13\/person_documents/),
    ]);
  });

  test('is a failure in another type than it was sent in', () => {
    const answer = { ...answers.payout, reference: 12 };
    const request = { ...requests.payout, reference: '12' };
    expect(findingsOf(exchangeOf('payout', request, answer))).toEqual([
      expect.stringMatching(/^fail 2\.13\//),
    ]);
  });
});
