import { documentedOperations } from '../../../schemas/operations.ts';
import type { JsonObject, JsonValue } from '../../../schemas/types.ts';
import { answered, differing } from './answered.ts';
import { answers } from './answers.ts';
import type { Deviation } from './deviation.ts';
import { changed, without, withValue } from './edit.ts';
import { requests } from './requests.ts';

const envelopes = {
  'direct-payment': '2.6',
  'apm-payment': '2.7',
  query: '2.10',
  'cancel-subscription': '2.12',
  'refund-search': '2.11',
  payout: '2.13',
} as const;
const identities = documentedOperations.flatMap(({ id, batch }): Deviation[] => {
  if (id === 'redirect-payment') return [];
  const section = batch === undefined ? envelopes[id as keyof typeof envelopes] : '2.9';
  const word = section === '2.6' || section === '2.7' ? 'echo' : 'identity';
  return ['merchant_id', 'account_id'].map((name) =>
    differing(`${section}/${name}/${word}`, id, [name], '999999'),
  );
});

/** Deviations that only a comparison of request and answer, or of two members, can see. */
export const ruleDeviations: readonly Deviation[] = [
  ...identities,
  ...(['direct-payment', 'apm-payment'] as const).flatMap((id) => {
    const section = envelopes[id];
    return [
      differing(`${section}/order_no/echo`, id, ['order_no'], 'C-9'),
      differing(`${section}/amount/echo`, id, ['amount'], '48.00'),
      differing(`${section}/currency/echo`, id, ['currency'], 'USD'),
    ];
  }),
  differing('2.7/issuer_url/absolute', 'apm-payment', ['issuer_url'], 'http://:8443/pay'),
  differing('2.7/issuer_url/absolute', 'apm-payment', ['issuer_url'], 'https://issuer.example:NaN/pay'),
  ...[
    '/pay',
    '//issuer.example/pay',
    'https:/issuer.example',
    'https:issuer.example',
    'https:///pay',
    'bankid:',
  ].map((address) => differing('2.7/issuer_url/absolute', 'apm-payment', ['issuer_url'], address)),
  ...['bankapp://pay?id=1', 'bankid:///?autostarttoken=7c40', 'swish:paymentrequest', 'javascript:pay()'].map(
    (address): Deviation => ({
      ...differing('2.7/issuer_url/absolute', 'apm-payment', ['issuer_url'], address),
      verdict: 'warn',
    }),
  ),
  ...['1000', '.50', '5.', '12.345'].map((amount) =>
    differing('1.1/amount/two-digits', 'query', ['orders_list', 0, 'amount'], amount),
  ),
  ...['.50', '5.'].flatMap((amount) => {
    const request = changed(requests.capture, ['capture_orders', 0, 'amount'], () =>
      amount === '5.' ? '5.00' : '0.50',
    );
    return differing('2.9/amount/two-digits', 'capture', ['capture_orders', 0, 'amount'], amount, request);
  }),
  differing('2.12/recurring_id/identity', 'cancel-subscription', ['recurring_id'], 'R-56'),
  differing('2.12/contract_name/echo', 'cancel-subscription', ['contract_name'], 'monthly'),
  differing('2.12/contract_name/present', 'cancel-subscription', ['contract_name'], ''),
  answered('4.8/inactived/own-answer', 'shows a running subscription', 'cancel-subscription', {
    ...answers['cancel-subscription'],
    subscription_status: 'Active',
  }),
  differing('2.13/request_id/identity', 'payout', ['request_id'], '1f8fad5b-d9cb-469f-a165-70867728950e'),
  differing('2.13/beneficiary_id/echo', 'payout', ['beneficiary_id'], 'B-10'),
  differing('2.13/beneficiary/echo', 'payout', ['beneficiary', 'address', 'city'], 'Lisboa'),
  differing('2.13/beneficiary/echo', 'payout', ['beneficiary', 'person_documents'], []),
  differing('2.13/beneficiary/echo', 'payout', ['beneficiary', 'person_documents', 0, 'labels'], ['id', 'b']),
  differing('2.13/payment_amount/echo', 'payout', ['payment_amount'], '1200'),
  differing('2.13/payment_currency/echo', 'payout', ['payment_currency'], 'USD'),
  differing('2.13/request-fields/echo', 'payout', ['reference'], 'INV-13'),
  differing(
    '2.13/last_updated_at/not-before-created',
    'payout',
    ['last_updated_at'],
    '2025-03-01T02:59:59+0100',
  ),
  answered(
    '2.13/bank_details/no-bank_code',
    'returns bank_code',
    'payout',
    withValue(answers.payout, ['beneficiary', 'bank_details', 'bank_code'], '0002'),
  ),
  ...['created_at', 'last_updated_at'].map((name) => {
    const other = {
      ...answers.payout,
      [name]: `2025-02-29T${name === 'created_at' ? '10' : '23'}:00:00+0000`,
    };
    const { [name === 'created_at' ? 'last_updated_at' : 'created_at']: _other, ...rest } =
      other as JsonObject;
    return answered(`2.13/${name}/calendar`, 'has a 29th of February 2025', 'payout', {
      ...rest,
      [name === 'created_at' ? 'last_updated_at' : 'created_at']:
        name === 'created_at' ? '2025-03-02T00:00:00+0000' : '2025-01-01T00:00:00+0000',
    });
  }),
  answered(
    '2.13/payment_date/calendar',
    'has a 29th of February 2025',
    'payout',
    { ...answers.payout, payment_date: '2025-02-29' },
    without(requests.payout, ['payment_date']),
  ),
  answered(
    '2.13/date_of_birth/calendar',
    'has a 29th of February 1900',
    'payout',
    withValue(answers.payout, ['beneficiary', 'date_of_birth'], '1900-02-29'),
    without(requests.payout, ['beneficiary', 'date_of_birth']),
  ),
  ...[['P-1'], { 0: 'P-1' }].map((value) =>
    differing('2.13/source/payer-types', 'payout', ['payer', 'company_name'], value),
  ),
  differing('2.13/source/payer-part', 'payout', ['source_amount'], ['1250']),
  differing('2.13/short_reference_id/calendar', 'payout', ['short_reference_id'], '20250229-A1B2C3'),
  differing(
    '2.6/recurring_deduction_time/calendar',
    'direct-payment',
    ['recurring_deduction_time'],
    '2025-02-29 10:00:00',
  ),
  differing(
    '2.10/transaction_date/calendar',
    'query',
    ['orders_list', 0, 'transaction_date'],
    '20250229101112',
  ),
  differing(
    '2.10/recurring_deduction_time/calendar',
    'query',
    ['orders_list', 0, 'subscription_result', 'recurring_deduction_time'],
    '2025-02-29',
  ),
  differing(
    '2.11/refund_date/calendar',
    'refund-search',
    ['refund_orders', 0, 'refund_date'],
    '20250229101112',
  ),
  // Blanks alone are no layout, and neither is a line break inside a value.
  differing('1.1/amount/decimal', 'direct-payment', ['amount'], ' 48.20 '),
  differing('1.1/amount/decimal', 'direct-payment', ['amount'], '\n  48\n.20\n'),
  differing('2.6/card/in-clear', 'direct-payment', ['card'], '4111111111111111'),
  differing('2.6/card/in-clear', 'direct-payment', ['card'], '5500 0055 5555 5559'),
  differing('2.6/card/shape', 'direct-payment', ['card'], '41111111****1111'),
  differing('2.6/note/echo', 'direct-payment', ['note'], 'Grüße &amp; more', {
    ...requests['direct-payment'],
    note: 'Grüße & more',
  }),
  differing('2.6/note/echo', 'direct-payment', ['note'], 'GrÃ¼Ã\u009fe', {
    ...requests['direct-payment'],
    note: 'Grüße',
  }),
  ...(
    [
      ['echo', 'daily'],
      ['listed', ''],
    ] as const
  ).map(([aspect, name]) =>
    differing(
      `2.6/${aspect === 'echo' ? 'contract_name' : 'respon'}/${aspect}`,
      'direct-payment',
      ['contract_name'],
      name,
      {
        ...requests['direct-payment'],
        subscription: { contract_name: 'weekly' },
      },
    ),
  ),
  ...['transaction_id', 'order_no'].flatMap((name) => [
    differing(`2.10/${name}/present`, 'query', ['orders_list', 0, name], ''),
    ...(name === 'order_no'
      ? [differing('2.11/order_no/present', 'refund-search', ['refund_orders', 0, name], '')]
      : []),
  ]),
  differing('2.6/transaction_id/present', 'direct-payment', ['transaction_id'], ''),
  differing('2.6/respon/listed', 'direct-payment', ['recurring_id'], '', {
    ...requests['direct-payment'],
    subscription: { contract_name: 'weekly' },
  }),
  differing('2.13/transaction_id/present', 'payout', ['transaction_id'], ''),
  ...(
    [
      ['status', 'Running'],
      ['state', 'not cancelled'],
      ['recurring_status', 'REACTIVATED'],
      ['active', true],
      ['is_active', 'True'],
      ['isCanceled', false],
      ['subscription_inactived', 'false'],
    ] as const
  ).map(([name, value]) =>
    answered('4.8/inactived/own-answer', `says ${name} ${value}`, 'cancel-subscription', {
      ...answers['cancel-subscription'],
      [name]: value,
    }),
  ),
  ...['Cancelled', 'not active'].map((subscription_status) => ({
    ...answered('4.8/inactived/own-answer', `calls it ${subscription_status}`, 'cancel-subscription', {
      ...answers['cancel-subscription'],
      subscription_status,
    }),
    verdict: 'warn' as const,
  })),
  differing('2.6/card/own-digits', 'direct-payment', ['card'], '411112******1111'),
  differing('2.6/card/masked-everywhere', 'direct-payment', ['connector'], 'card 4111 1111 1111 1111'),
  differing('2.6/risk_reasons/children', 'direct-payment', ['risk_reasons'], 'velocity'),
  differing('2.6/risk_reasons/text', 'direct-payment', ['risk_reasons', 'name'], { deep: 'x' }),
  answered('4.1/told-apart', 'is an APM result', 'direct-payment', answers['apm-payment']),
  answered('4.1/told-apart', 'is a card result', 'apm-payment', answers['direct-payment'], {
    ...requests['apm-payment'],
  }),
  differing('2.9/refund_amount/echo', 'refund', ['refund_orders', 1, 'refund_amount'], '0.06'),
  differing('2.9/refund_reason/echo', 'refund', ['refund_orders', 1, 'refund_reason'], 'other'),
  differing('2.9/review_flag/echo', 'review', ['review_orders', 1, 'review_flag'], '0'),
  differing(
    '2.9/refund_reference_id/own-transaction',
    'refund',
    ['refund_orders', 1, 'refund_reference_id'],
    'T83-07',
  ),
  differing(
    '2.9/refund_reference_id/own-transaction',
    'refund-search',
    ['refund_orders', 1, 'refund_reference_id'],
    'T83-02',
  ),
  differing('2.9/refund_orders/listed', 'refund', ['refund_orders', 1, 'refund_reference_id'], ''),
  answered(
    '2.9/refund_reference_id/unique',
    'uses an id twice',
    'refund',
    twice(answers.refund, '01'),
    twice(requests.refund),
  ),
  answered(
    '2.14/near-spelling',
    'misspells a listed name',
    'capture',
    changed(answers.capture, ['capture_orders', 1], (entry) => renamed(entry, 'currency', 'curency')),
  ),
  answered(
    '2.14/near-spelling',
    'writes a listed name in camel case',
    'query',
    changed(answers.query, ['orders_list', 0], (entry) => renamed(entry, 'shopper_email', 'shopperEmail')),
  ),
];

/** A refund batch that names its first order in two parts. */
function twice(batch: JsonObject, id?: string): JsonObject {
  const [first = {}] = batch.refund_orders as JsonObject[];
  const part = (refund_amount: string) => ({
    ...first,
    refund_amount,
    ...(id === undefined ? {} : { refund_reference_id: `T81-${id}` }),
  });
  return { ...batch, refund_orders: [part('0.05'), part('0.06')] };
}

function renamed(entry: JsonValue | undefined, from: string, to: string): JsonObject {
  const { [from]: value = '', ...rest } = entry as JsonObject;
  return { ...rest, [to]: value };
}
