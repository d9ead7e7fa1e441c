import type { DocumentedOperationId, JsonObject } from '../../../schemas/types.ts';
import { requests, signature } from './requests.ts';

type Decodable = Exclude<DocumentedOperationId, 'redirect-payment'>;

const caller = { merchant_id: '700001', account_id: '800001' };
const envelope = { ...caller, return_status: '1', return_message: 'OK', encryption_data: signature };
const paid = { transaction_id: 'T81', order_no: 'C-2001', currency: 'EUR', amount: '48.20' };

function entriesOf(operation: 'capture' | 'review' | 'cancel' | 'refund'): JsonObject[] {
  return requests[operation][`${operation}_orders`] as JsonObject[];
}

/**
 * One conforming answer per operation, decoded, with every member that sections 2.6 to 2.13 of the document list: written
 * by hand, so that what the schemas list is held against it.
 */
export const answers: Readonly<Record<Decodable, JsonObject>> = {
  'direct-payment': {
    ...caller,
    ...paid,
    card: '411111******1111',
    order_status: '1',
    result_info: '0000:Success',
    contract_name: 'weekly',
    recurring_id: 'R-55',
    recurring_deduction_period: '7 days',
    recurring_deduction_time: '2024-02-29 10:00:00',
    note: '',
    token_id: 'tok-1',
    connector: 'north',
    threeds_result: 'frictionless',
    risk_action: 'accept',
    risk_score: '12',
    risk_reasons: { name: 'velocity', status: 'low' },
    encryption_data: signature,
  },
  'apm-payment': {
    ...caller,
    order_no: 'C-2001',
    amount: '48.20',
    currency: 'EUR',
    issuer_url: 'https://issuer.example/pay?id=1&lang=en',
  },
  query: {
    ...envelope,
    orders_list: [
      {
        ...paid,
        reference_no: 'N-1',
        website: 'shop.example',
        delivery_information: {
          delivery_address: 'High Street 1',
          delivery_city: 'Cork',
          delivery_country: 'IE',
          delivery_firstname: 'Inês',
          delivery_lastname: 'Núñez',
          delivery_postal_code: 'T12',
          delivery_state: 'Cork',
        },
        antifraud_provider: 'watch',
        fraud_check_result: [{ check_items: 'ip', status: 'ok' }],
        is3ds: '1',
        payment_status: '3000',
        query_result: '1',
        shopper_email: 'ines@example.com',
        shopper_phone: '+353 1 555',
        subscription_result: {
          contract_name: 'weekly',
          recurring_deduction_period: '7 days',
          recurring_deduction_time: '2024-02-29',
          recurring_id: 'R-55',
          recurring_status: '1',
        },
        transaction_date: '20240229101112',
      },
      { ...paid, transaction_id: 'T82', order_no: 'C-2002', ...listedOrder() },
    ],
  },
  capture: {
    ...envelope,
    capture_orders: entriesOf('capture').map((entry) => ({
      ...entry,
      capture_status: '1',
      error_message: '',
    })),
  },
  review: {
    ...envelope,
    review_orders: entriesOf('review').map((entry) => ({ ...entry, review_status: '1', error_message: '' })),
  },
  cancel: {
    ...envelope,
    cancel_orders: entriesOf('cancel').map((entry) => ({ ...entry, cancel_status: '1', error_message: '' })),
  },
  'cancel-subscription': {
    ...caller,
    recurring_id: 'R-55',
    contract_name: 'weekly',
    encryption_data: signature,
    cancel_status: '1',
    error_message: '',
  },
  refund: {
    ...envelope,
    refund_orders: entriesOf('refund').map((entry) => ({
      ...entry,
      refund_message: 'R0000:Success',
      refund_reference: 'RR',
      refund_reference_id: `${String(entry.transaction_id)}-01`,
      refund_status: '1',
    })),
  },
  'refund-search': {
    ...envelope,
    refund_orders: ['01', '02'].map((number) => ({
      ...paid,
      refund_status: '1',
      payment_status: '4100',
      refund_amount: '1.00',
      refund_reference: 'RR',
      refund_reason: 'returned',
      refund_reference_id: `T81-${number}`,
      refund_date: '20240229101112',
      refund_processing_date: '',
    })),
  },
  payout: {
    ...paidOut(requests.payout),
    encryption_data: signature,
    amount_beneficiary_receives: 119000,
    amount_payer_pays: 120000,
    created_at: '2025-03-01T10:00:00+0800',
    last_updated_at: '2025-03-01T03:00:00+0100',
    failure_reason: '',
    failure_type: '',
    fee_amount: 1000,
    fee_currency: 'EUR',
    payer_id: 'P-1',
    transaction_id: 'PT-1',
    short_reference_id: '20250301-A1B2C3',
    status: 'COMPLETED',
  },
};

function listedOrder(): JsonObject {
  return {
    reference_no: 'N-2',
    website: 'shop.example',
    delivery_information: {
      delivery_address: '',
      delivery_city: '',
      delivery_country: '',
      delivery_firstname: '',
      delivery_lastname: '',
      delivery_postal_code: '',
      delivery_state: '',
    },
    antifraud_provider: 'watch',
    fraud_check_result: [],
    is3ds: '0',
    payment_status: '4100',
    query_result: '1',
    shopper_email: '',
    shopper_phone: '',
    transaction_date: '20240301000000',
  };
}

/** The request fields of a payout as its result has them: `bank_details` without `bank_code`, with `local_clearing_system` (2.13). */
export function paidOut(request: JsonObject): JsonObject {
  const beneficiary = request.beneficiary as JsonObject;
  const { bank_code: _code, ...bank_details } = beneficiary.bank_details as JsonObject;
  return {
    ...request,
    beneficiary: { ...beneficiary, bank_details: { ...bank_details, local_clearing_system: 'SEPA' } },
  };
}
