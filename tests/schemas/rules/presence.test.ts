import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import { encodeXml } from '../../../schemas/media/xml-write.ts';
import type { JsonObject, JsonValue } from '../../../schemas/types.ts';
import { answers } from '../corpus/answers.ts';
import { without } from '../corpus/edit.ts';
import { requests } from '../corpus/requests.ts';
import { exchangeOf } from '../exchange-of.ts';
import { findingsOf } from './findings-of.ts';

const operation = 'cancel-subscription';

describe('a success', () => {
  test('has the fields of a success when its status is a number', () => {
    const answer = { ...(without(answers[operation], ['contract_name']) as JsonObject), cancel_status: 1 };
    expect(findingsOf(exchangeOf(operation, requests[operation], answer))).toEqual([
      'warn 2.12/values/string cancel_status',
      'fail 2.12/contract_name/present contract_name',
    ]);
  });

  test.each(['capture', 'review', 'cancel', 'refund', 'query', 'refund-search'] as const)(
    'has the list of a %s when its status is a number',
    (id) => {
      const answer = { return_status: 1, return_message: 'OK' };
      const found = findingsOf(exchangeOf(id, requests[id], answer));
      expect(found.filter((one) => /\/(?:\w+_orders|orders_list)\/present/.test(one))).toHaveLength(1);
    },
  );

  test('has a transaction_id when its code is followed by no colon', () => {
    const answer = '<respon><order_no>1</order_no><result_info>0000 Success</result_info></respon>';
    expect(findingsOf(exchangeOf('direct-payment', requests['direct-payment'], answer))).toContain(
      'fail 2.6/transaction_id/present respon.transaction_id',
    );
  });
});

describe('a cancelled subscription', () => {
  const answer = without(answers[operation], ['contract_name']) as JsonObject;

  test('is answered with the same fields, so without those that were not sent', () => {
    const request = without(requests[operation], ['contract_name']);
    expect(findingsOf(exchangeOf(operation, request, answer))).toEqual([]);
  });

  test('is answered with every field that was sent', () => {
    expect(findingsOf(exchangeOf(operation, requests[operation], answer))).toEqual([
      'fail 2.12/contract_name/present contract_name',
    ]);
  });
});

describe('the order of an APM payment', () => {
  const paid = (request: JsonValue, answer: object) =>
    findingsOf(
      exchangeOf(
        'apm-payment',
        request,
        encodeXml({ ...answers['apm-payment'], ...answer }, { root: 'respon' }),
        { sent: { intent: 'odd' } },
      ),
    );
  const names = ['order_no', 'amount', 'currency'];

  test.each(names)('is answered without the %s that was not sent', (name) => {
    for (const nothing of [null, {}])
      expect(paid({ ...requests['apm-payment'], [name]: nothing }, { [name]: '' })).toEqual([]);
    expect(paid(without(requests['apm-payment'], [name]), { [name]: '' })).toEqual([]);
  });

  test.each([...names, 'merchant_id', 'account_id'])('is answered with the %s that was sent', (name) => {
    expect(paid(requests['apm-payment'], { [name]: '' })).toEqual([
      `fail 2.7/${name}/present respon.${name}`,
    ]);
  });
});

test('an identifier that is listed and empty is said to be empty', () => {
  const answer =
    '<respon><transaction_id>1</transaction_id><result_info>0000:x</result_info><token_id/></respon>';
  const request = { ...requests['direct-payment'], token_id: 'tok-1' };
  const { findings } = judge(exchangeOf('direct-payment', request, answer));
  expect(findings.find(({ path }) => path === 'respon.token_id')?.received).toBe('an empty text');
});

describe('a blank text', () => {
  const found = (sent: string, received: string) => {
    const request = { ...requests['apm-payment'], order_no: sent };
    const answer = `<respon><order_no>${received}</order_no><issuer_url>https://a.example/checkout</issuer_url></respon>`;
    return findingsOf(exchangeOf('apm-payment', request, answer)).filter((one) => one.includes('order_no'));
  };

  test.each(['', ' ', '   '])('that comes back as it was sent (%j) is there', (text) => {
    expect(found(text, text)).toEqual([]);
  });

  test.each([
    ['ORDER-1', ' '],
    ['ORDER-1', ''],
  ])('in place of %j is absent (%j)', (sent, received) => {
    expect(found(sent, received)).toEqual(['fail 2.7/order_no/present respon.order_no']);
  });

  test('is not asked back where the request has one', () => expect(found(' ', '')).toEqual([]));

  test.each([
    ['contract_name', 0],
    ['recurring_id', 1],
  ])('in %s, where a subscription was made without it, is said %i times', (name, times) => {
    const request = without(requests['direct-payment'], ['subscription', 'contract_name']);
    const answer = `<respon><transaction_id>1</transaction_id><result_info>0000:x</result_info><${name}/></respon>`;
    const all = findingsOf(exchangeOf('direct-payment', request, answer));
    expect(all.filter((one) => one.endsWith(`respon.${name}`))).toHaveLength(times);
  });
});

describe('a refusal with members to which 2.1 gives a type', () => {
  const refused = (operation: 'capture' | 'refund-search' | 'payout', answer: JsonObject) =>
    findingsOf(exchangeOf(operation, requests[operation], answer));

  test.each<['capture' | 'refund-search' | 'payout', JsonObject, readonly string[]]>([
    [
      'capture',
      { return_status: 0, return_message: 'signature' },
      ['warn 2.1/return_status/string return_status'],
    ],
    [
      'refund-search',
      { return_status: '0', return_message: ['no'] },
      ['warn 2.1/return_message/string return_message'],
    ],
    [
      'capture',
      { return_status: '0', return_message: 'no', merchant_id: 100001 },
      ['warn 2.1/merchant_id/string merchant_id'],
    ],
    ['capture', { return_status: '0', return_message: null, merchant_id: null, encryption_data: {} }, []],
    ['payout', { return_status: 0, error: 7 }, []],
    ['capture', { return_status: '0', code: 17 }, []],
  ])('warns of another one: %s %j', (operation, answer, findings) => {
    expect(refused(operation, answer).filter((one) => one.includes(' 2.1/'))).toEqual(findings);
  });
});
