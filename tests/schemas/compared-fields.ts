import type { ClauseId, DocumentedOperationId } from '../../schemas/types.ts';

/** Why a field of an answer is compared with nothing that was sent or seen. */
export interface Alone {
  readonly because: string;
}

const alone = (because: string): Alone => ({ because });
const status = alone("it is the service's own word on the outcome, judged by 7.1, 7.2 and section 3");
const text = alone("it is a text of the service's own that the caller never sends");
const own = alone('the service assigns it, and no earlier answer gives it under this name');
const signature = alone('which value is echoed is not shown (C-02), so it is only observed');
const schedule = alone('how the service schedules a subscription is not shown (2.6, 2.10)');
const moment = alone('it is a moment at which the service acted, judged by its calendar');
const money = alone('how fees and rates make it is not shown (2.13), so only the relation is observed');
const payerPart = alone('"the payer part of source" is defined nowhere (C-04)');

const envelope = (section: string) => ({
  merchant_id: `${section}/merchant_id/identity`,
  account_id: `${section}/account_id/identity`,
  return_status: status,
  return_message: text,
  encryption_data: signature,
});
const entry = (field: string) => ({
  [`${field}[].transaction_id`]: '2.9/transaction_id/identity',
  [`${field}[].order_no`]: '2.9/order_no/identity',
  [`${field}[].currency`]: '2.9/currency/echo',
  [`${field}[].amount`]: '2.9/amount/echo',
});
const batch = (name: 'capture' | 'review' | 'cancel') => ({
  ...envelope('2.9'),
  ...entry(`${name}_orders`),
  [`${name}_orders[].${name}_status`]: status,
  [`${name}_orders[].error_message`]: text,
});
const listed = (field: string, names: readonly string[], said: ClauseId | Alone) =>
  Object.fromEntries(names.map((name) => [`${field}[].${name}`, said]));
const fields = (names: readonly string[], said: ClauseId | Alone) =>
  Object.fromEntries(names.map((name) => [name, said]));

/**
 * Every documented field of every answer: the clause by which it is compared with what was sent or seen before, or why it is
 * compared with nothing. `name.*` stands for all members of an object.
 */
export const comparedFields: Readonly<
  Record<Exclude<DocumentedOperationId, 'redirect-payment'>, Readonly<Record<string, ClauseId | Alone>>>
> = {
  'direct-payment': {
    ...fields(['merchant_id'], '2.6/merchant_id/echo'),
    account_id: '2.6/account_id/echo',
    order_no: '2.6/order_no/echo',
    amount: '2.6/amount/echo',
    currency: '2.6/currency/echo',
    transaction_id: '2.1/transaction_id/unique',
    card: '2.6/card/own-digits',
    contract_name: '2.6/contract_name/echo',
    note: '2.6/note/echo',
    ...fields(['order_status', 'result_info', 'risk_action', 'risk_score', 'risk_reasons.*'], status),
    ...fields(['connector', 'threeds_result'], text),
    ...fields(['recurring_deduction_period', 'recurring_deduction_time'], schedule),
    recurring_id: own,
    token_id: alone('a service may give a stored card another token with each payment (2.6)'),
    encryption_data: signature,
  },
  'apm-payment': {
    merchant_id: '2.7/merchant_id/echo',
    account_id: '2.7/account_id/echo',
    order_no: '2.7/order_no/echo',
    amount: '2.7/amount/echo',
    currency: '2.7/currency/echo',
    issuer_url: own,
    encryption_data: signature,
  },
  query: {
    ...envelope('2.10'),
    'orders_list[].amount': '2.10/amount/as-paid',
    'orders_list[].currency': '2.10/currency/as-paid',
    ...listed('orders_list', ['order_no', 'transaction_id'], '2.1/transaction_id/one-order'),
    ...listed('orders_list', ['website', 'shopper_email', 'shopper_phone'], '2.10/order/as-paid'),
    'orders_list[].delivery_information.*': '2.10/order/as-paid',
    'orders_list[].subscription_result.contract_name': '2.10/order/as-paid',
    'orders_list[].subscription_result.recurring_id': '2.10/order/as-paid',
    'orders_list[].subscription_result.recurring_status': '4.8/inactived/later-query',
    'orders_list[].subscription_result.recurring_deduction_period': schedule,
    'orders_list[].subscription_result.recurring_deduction_time': schedule,
    'orders_list[].reference_no': own,
    ...listed('orders_list', ['payment_status', 'query_result', 'is3ds'], status),
    ...listed('orders_list', ['antifraud_provider', 'fraud_check_result.*'], text),
    'orders_list[].transaction_date': moment,
  },
  capture: batch('capture'),
  review: { ...batch('review'), 'review_orders[].review_flag': '2.9/review_flag/echo' },
  cancel: batch('cancel'),
  'cancel-subscription': {
    merchant_id: '2.12/merchant_id/identity',
    account_id: '2.12/account_id/identity',
    recurring_id: '2.12/recurring_id/identity',
    contract_name: '2.12/contract_name/echo',
    cancel_status: status,
    error_message: text,
    encryption_data: signature,
  },
  refund: {
    ...envelope('2.9'),
    ...entry('refund_orders'),
    'refund_orders[].refund_amount': '2.9/refund_amount/echo',
    'refund_orders[].refund_reason': '2.9/refund_reason/echo',
    'refund_orders[].refund_reference_id': '2.9/refund_reference_id/own-transaction',
    'refund_orders[].refund_reference': own,
    'refund_orders[].refund_status': status,
    'refund_orders[].refund_message': text,
  },
  'refund-search': {
    ...envelope('2.11'),
    ...listed('refund_orders', ['transaction_id', 'order_no'], '2.1/transaction_id/one-order'),
    ...listed(
      'refund_orders',
      ['amount', 'currency', 'refund_amount', 'refund_reason', 'refund_reference'],
      '2.11/refund/as-refunded',
    ),
    'refund_orders[].refund_reference_id': '2.9/refund_reference_id/own-transaction',
    ...listed('refund_orders', ['refund_status', 'payment_status'], status),
    ...listed('refund_orders', ['refund_date', 'refund_processing_date'], moment),
  },
  payout: {
    merchant_id: '2.13/merchant_id/identity',
    account_id: '2.13/account_id/identity',
    request_id: '2.13/request_id/identity',
    'beneficiary.*': '2.13/beneficiary/echo',
    beneficiary_id: '2.13/beneficiary_id/echo',
    payment_amount: '2.13/payment_amount/echo',
    payment_currency: '2.13/payment_currency/echo',
    ...fields(
      [
        'client_data',
        'fee_paid_by',
        'payment_date',
        'payment_method',
        'reason',
        'reference',
        'swift_charge_option',
        'fund_source',
        'notify_url',
      ],
      '2.13/request-fields/echo',
    ),
    ...fields(['payer.*', 'source_amount', 'source_currency'], payerPart),
    transaction_id: '2.1/transaction_id/unique',
    ...fields(['amount_beneficiary_receives', 'amount_payer_pays', 'fee_amount', 'fee_currency'], money),
    ...fields(['created_at', 'last_updated_at'], moment),
    ...fields(['payer_id', 'short_reference_id'], own),
    ...fields(['failure_reason', 'failure_type'], text),
    status,
    encryption_data: signature,
  },
};
