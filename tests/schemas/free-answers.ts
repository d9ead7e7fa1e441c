import type { JsonObject } from '../../schemas/types.ts';
import { envelope, merchant, order, success } from './answer-samples.ts';

/** Other conforming answers: what the document leaves open, used. */
export const freeAnswers: readonly (readonly [title: string, file: string, answer: JsonObject])[] = [
  [
    'a declined direct payment with its result alone',
    'direct-payment.answer',
    { result_info: '1001:declined: 5' },
  ],
  [
    'a direct payment without subscription data, with several risk reasons',
    'direct-payment.answer',
    {
      order_no: 'ORDER-1001',
      transaction_id: 'T1',
      result_info: '0000:',
      encryption_data: 's',
      recurring_deduction_time: '',
      risk_reasons: [{ name: 'a', status: '1' }, { name: ['b', 'c'], status: ['1', '2'] }, ''],
    },
  ],
  [
    'an empty element of risk reasons',
    'direct-payment.answer',
    {
      order_no: 'O',
      transaction_id: 'T',
      result_info: '0000:ok',
      encryption_data: 's',
      risk_reasons: '\n  ',
      undocumented: 'x',
    },
  ],
  [
    'an APM payment without a signature',
    'apm-payment.answer',
    { ...merchant, ...order, issuer_url: 'HTTP://issuer.example' },
  ],
  [
    'a query that lists nothing, without a signature',
    'query.answer',
    { ...merchant, ...success, orders_list: [] },
  ],
  [
    'queried orders without the listed fields',
    'query.answer',
    {
      ...merchant,
      ...success,
      orders_list: [
        { order_no: 'O', transaction_id: 'T', subscription_result: {}, fraud_check_result: [] },
        { order_no: 'P', transaction_id: 'U', subscription_result: '', delivery_information: {} },
        {
          order_no: 'Q',
          transaction_id: 'V',
          subscription_result: { recurring_deduction_time: '' },
          further: 1,
        },
      ],
    },
  ],
  ['a refused query', 'query.answer', { return_status: '9', return_message: 'address not registered' }],
  ['a refused batch', 'capture.answer', { return_status: '0', return_message: '', further: { a: 1 } }],
  [
    'a failed refund without a reference',
    'refund.answer',
    {
      ...envelope,
      return_status: '0',
      refund_orders: [
        {
          order_no: 'O',
          transaction_id: 'T',
          refund_status: '0',
          refund_message: 'E0404:unknown',
          refund_reference_id: '',
        },
      ],
    },
  ],
  ['a refused cancellation', 'cancel-subscription.answer', { cancel_status: '0', error_message: 'unknown' }],
  [
    'a payout without its payer part',
    'payout.answer',
    {
      transaction_id: 'T',
      failure_reason: '',
      failure_type: '',
      fee_amount: 0,
      beneficiary: {},
      payer: null,
      encryption_data: 's',
    },
  ],
  ['a failed payout', 'payout.answer', { failure_reason: 'closed account', failure_type: 'BANK' }],
  [
    'a posted form without repeated fields',
    'redirect-payment.posted',
    { allParams: 'a%3Db', signInfo: 's', encryption_data: 's' },
  ],
];
