import { onPage, without } from '../faults/alter.ts';
import { allOf } from '../manner.ts';
import { onEveryAnswer, onEveryList } from './change-replies.ts';
import type { Dialect } from './dialect.ts';

const unlistedInResults = [
  'connector',
  'threeds_result',
  'risk_action',
  'risk_score',
  'risk_reasons',
  'note',
  'fee_currency',
  'payer_id',
  'short_reference_id',
];
const unlistedInEntries = [
  'refund_reference',
  'reference_no',
  'antifraud_provider',
  'is3ds',
  'fraud_check_result',
  'refund_processing_date',
  'currency',
];

/** Documented fields whose presence no sentence states are left out. */
export const fewerFields: Dialect = {
  name: 'fewer-fields',
  reason:
    '2.14: which fields are required is not shown. Only fields whose presence is stated nowhere are left out, which warns and no more.',
  declares: {
    warns: [
      '2.6/respon/listed',
      '2.8/static-inputs/listed',
      '2.8/added-inputs/listed',
      '2.9/capture_orders/listed',
      '2.9/review_orders/listed',
      '2.9/cancel_orders/listed',
      '2.9/refund_orders/listed',
      '2.10/orders_list/listed',
      '2.11/refund_orders/listed',
      '2.13/result/listed',
    ],
  },
  change: allOf(
    onEveryAnswer((value) => without(value, ...unlistedInResults)),
    onEveryList((entries) => entries.map((entry) => without(entry, ...unlistedInEntries))),
    onPage((page) => ({
      ...page,
      form: {
        ...page.form,
        inputs: page.form.inputs.filter(([name]) => name !== 'gbc_id' && name !== 'pm_id'),
      },
      added: page.added.filter(([name]) => name !== 'logo_name'),
    })),
  ),
};
