import type { JsonValue } from '../../schemas/types.ts';

/** One member that is absent though a sentence says that it is there, and the clause that says so. */
export const absences: readonly (readonly [file: string, path: string, clause: string])[] = [
  ['direct-payment.answer', 'result_info', '7.3/result_info/present'],
  ['direct-payment.answer', 'order_no', '2.6/order_no/present'],
  ['direct-payment.answer', 'transaction_id', '2.6/transaction_id/present'],
  ...['merchant_id', 'account_id', 'order_no', 'amount', 'currency', 'issuer_url'].map(
    (name) => ['apm-payment.answer', name, `2.7/${name}/present`] as const,
  ),
  ...['query', 'capture', 'review', 'cancel', 'refund', 'refund-search'].flatMap((operation) =>
    ['return_status', 'return_message'].map(
      (name) => [`${operation}.answer`, name, `1.3/${name}/present`] as const,
    ),
  ),
  ...[
    'merchant_id',
    'account_id',
    'orders_list',
    'orders_list.0.order_no',
    'orders_list.0.transaction_id',
  ].map((path) => ['query.answer', path, `2.10/${path.split('.').at(-1)}/present`] as const),
  ...(
    [
      ['capture', '4.5'],
      ['review', '4.6'],
      ['cancel', '4.7'],
      ['refund', '4.9'],
    ] as const
  ).flatMap(([operation, section]) => [
    ...['merchant_id', 'account_id', 'encryption_data', `${operation}_orders`].map(
      (name) => [`${operation}.answer`, name, `${section}/${name}/present`] as const,
    ),
    ...['order_no', 'transaction_id'].map(
      (name) => [`${operation}.answer`, `${operation}_orders.0.${name}`, `2.9/${name}/present`] as const,
    ),
    ...[`${operation}_status`, operation === 'refund' ? 'refund_message' : 'error_message'].map(
      (name) => [`${operation}.answer`, `${operation}_orders.0.${name}`, `7.2/${name}/present`] as const,
    ),
  ]),
  ...['merchant_id', 'account_id', 'encryption_data', 'refund_orders', 'refund_orders.0.order_no'].map(
    (path) => ['refund-search.answer', path, `2.11/${path.split('.').at(-1)}/present`] as const,
  ),
  ...['merchant_id', 'account_id', 'recurring_id', 'contract_name', 'encryption_data'].map(
    (name) => ['cancel-subscription.answer', name, `2.12/${name}/present`] as const,
  ),
  ['cancel-subscription.answer', 'cancel_status', '7.4/cancel_status/present'],
  ['cancel-subscription.answer', 'error_message', '7.4/error_message/present'],
  ['payout.answer', 'failure_reason', '7.5/failure_reason/present'],
  ['payout.answer', 'failure_type', '7.5/failure_type/present'],
  ['payout.answer', 'transaction_id', '2.13/transaction_id/present'],
  ['redirect-payment.page', 'forms.1', '2.8/theForm/present'],
  ...['allParams', 'signInfo', 'encryption_data'].map(
    (name) => ['redirect-payment.posted', name, `2.8/${name}/present`] as const,
  ),
];

/** One member that deviates where no shape of the fields file says so, and its clause. */
export const deviations: readonly (readonly [
  file: string,
  path: string,
  clause: string,
  value: JsonValue,
])[] = [
  ['direct-payment.answer', 'amount', '2.6/children/text', ['12.34', '12.34']],
  ['direct-payment.answer', 'amount', '1.1/amount/decimal', '12,00'],
  ['direct-payment.answer', 'risk_reasons', '2.6/risk_reasons/children', 'high'],
  [
    'direct-payment.answer',
    'risk_reasons',
    '2.6/risk_reasons/children',
    [{ name: 'a', status: '1' }, 'high'],
  ],
  ['direct-payment.answer', 'risk_reasons', '2.6/risk_reasons/text', { name: { a: '' }, status: '' }],
  ['direct-payment.answer', 'risk_score', '2.6/risk_score/digits', ''],
  ['apm-payment.answer', 'encryption_data', '5.1/encryption_data/echo', {}],
  ['apm-payment.answer', 'issuer_url', '2.7/issuer_url/absolute', '/pay'],
  ['query.answer', 'encryption_data', '5.1/encryption_data/echo', 1],
  ['query.answer', 'orders_list', '2.10/orders_list/array', {}],
  ['query.answer', 'orders_list.0', '2.10/orders_list/array', 'ORDER-1001'],
  ['query.answer', 'orders_list.0.subscription_result', '2.10/subscription_result/object', 'none'],
  [
    'query.answer',
    'orders_list.0.delivery_information.delivery_city',
    '2.10/delivery_information/strings',
    1,
  ],
  ['query.answer', 'orders_list.0.transaction_date', '2.10/transaction_date/shape', '2025013123595'],
  ['capture.answer', 'capture_orders.0.amount', '2.9/entry-values/string', 12.34],
  ['capture.answer', 'capture_orders.0.amount', '2.9/amount/decimal', '12,00'],
  ['review.answer', 'review_orders.0.further', '2.9/undocumented/string', 1],
  ['cancel.answer', 'return_status', '2.1/return_status/string', 1],
  [
    'refund.answer',
    'refund_orders.0.refund_reference_id',
    '2.9/refund_reference_id/shape',
    'T250131000001-001',
  ],
  ['refund.answer', 'refund_orders.0.refund_reference_id', '2.9/refund_reference_id/shape', ''],
  ['refund-search.answer', 'refund_orders.0.refund_processing_date', '2.11/values/string', null],
  ['refund-search.answer', 'refund_orders.0.further', '2.11/undocumented/string', false],
  ['cancel-subscription.answer', 'recurring_id', '2.12/values/string', 7],
  ['payout.answer', 'fee_amount', '2.13/fee_amount/integer', '10'],
  ['payout.answer', 'created_at', '2.13/created_at/shape', '2025-01-31T23:59:59Z'],
  ['payout.answer', 'payer', '2.13/source/payer-part', 'P-1'],
  ['payout.answer', 'source_amount', '2.13/source/payer-part', 1250],
  ['payout.answer', 'beneficiary.bank_details.bank_code', '2.13/bank_details/no-bank_code', '001'],
  ['payout.answer', 'beneficiary.person_documents.0.labels', '2.13/labels/strings', 'front'],
  ['redirect-payment.page', 'forms.1.name', '2.8/theForm/present', 'theform'],
  ['redirect-payment.page', 'forms.1.method', '2.8/theForm/method', 'GET'],
  ['redirect-payment.page', 'forms.1.inputs.0.type', '2.8/static-inputs/hidden', 'text'],
  ['redirect-payment.posted', 'signInfo', '2.8/signInfo/present', ''],
  ['redirect-payment.posted', 'allParams', '2.8/allParams/query-style', '{"merNo":"100001"}'],
];
