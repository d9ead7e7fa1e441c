import type { DocumentedOperationId, JsonObject } from '../../../schemas/types.ts';

/** A signature of the shape that samples show. */
export const signature = '6f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';
const caller = { merchant_id: '700001', account_id: '800001', encryption_data: signature };
const order = { order_no: 'C-2001', currency: 'EUR', amount: '48.20' };
const person = {
  first_name: 'Inês',
  last_name: 'Núñez',
  shopper_email: 'ines@example.com',
  notify_url: 'https://shop.example/notify',
  note: 'ring twice',
};
const entries = [
  { transaction_id: 'T81', order_no: 'C-2001', currency: 'EUR', amount: '48.20' },
  { transaction_id: 'T82', order_no: 'C-2002', currency: 'USD', amount: '7.00' },
  { transaction_id: 'T83', order_no: 'C-2003', currency: 'EUR', amount: '0.05' },
];

/** One complete request per operation. */
export const requests: Readonly<Record<DocumentedOperationId, JsonObject>> = {
  'direct-payment': {
    ...caller,
    ...order,
    ...person,
    card: '4111111111111111',
    expiration_month: '12',
    expiration_year: '2031',
    security_code: '737',
    subscription: { contract_name: 'weekly', interval: 'day', interval_count: '7', contract_amount: '48.20' },
    token_flag: 'YES',
  },
  'apm-payment': {
    ...caller,
    ...order,
    ...person,
    payment_method: 'PIX',
    return_url: 'https://shop.example/back',
  },
  'redirect-payment': { ...caller, ...order, ...person, items: 'sku1#,#Tea#,#48.20#,#1', open3d: 'do3DS' },
  query: caller,
  capture: { ...caller, capture_orders: entries },
  review: { ...caller, review_orders: entries.map((entry) => ({ ...entry, review_flag: '1' })) },
  cancel: { ...caller, cancel_orders: entries },
  'cancel-subscription': { ...caller, recurring_id: 'R-55', contract_name: 'weekly' },
  refund: {
    ...caller,
    refund_orders: entries.map((entry) => ({ ...entry, refund_amount: '0.05', refund_reason: 'returned' })),
  },
  'refund-search': caller,
  payout: {
    ...caller,
    beneficiary: {
      additional_info: { personal_email: 'ana@example.org', personal_id_number: 'X-1' },
      address: {
        city: 'Porto',
        country_code: 'PT',
        postcode: '4000-001',
        state: 'Porto',
        street_address: 'Rua 1',
      },
      person_documents: [
        { file_type: 'application/pdf', file_url: 'https://files.example/1.pdf', labels: ['id'] },
      ],
      bank_details: {
        account_currency: 'EUR',
        account_name: 'Ana Sá',
        iban: 'PT50000201231234567890154',
        bank_code: '0002',
      },
      company_name: 'Sá Lda',
      date_of_birth: '1980-02-29',
      entity_type: 'COMPANY',
      first_name: 'Ana',
      last_name: 'Sá',
    },
    beneficiary_id: 'B-9',
    client_data: 'batch 7',
    fee_paid_by: 'PAYER',
    payer: { company_name: 'Shop GmbH', entity_type: 'COMPANY' },
    payment_amount: '120000',
    payment_currency: 'EUR',
    payment_date: '2025-03-01',
    payment_method: 'SWIFT',
    reason: 'invoice 12',
    reference: 'INV-12',
    request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    source_amount: '130000',
    source_currency: 'USD',
    swift_charge_option: 'SHARED',
    fund_source: 'DepositAccount',
    notify_url: 'https://shop.example/payouts',
  },
};
