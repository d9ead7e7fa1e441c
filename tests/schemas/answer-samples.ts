import type { JsonObject } from '../../schemas/types.ts';

const signature = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';
/** Identifiers of the envelope. */
export const merchant = { merchant_id: '100001', account_id: '200001' };
/** What 7.1 shows as success. */
export const success = { return_status: '1', return_message: 'OK' };
/** What an order is named and worth. */
export const order = { order_no: 'ORDER-1001', currency: 'EUR', amount: '12.34' };
const entry = { ...order, transaction_id: 'T250131000001' };
const refund = {
  ...entry,
  refund_amount: '5.00',
  refund_reason: 'returned',
  refund_status: '1',
  refund_reference: 'RR-1',
  refund_reference_id: 'T250131000001-01',
};
/** A whole envelope of a call that succeeded. */
export const envelope = { ...merchant, ...success, encryption_data: signature };
const staticInputs = [
  'gbc_id connector_code account_name webSite pm_id apm_type descriptor orderprefix rrtimezone ordernumlength',
  'sendbgoods replacename send_bank_website replace_up_id replace_match_address to_pass_page',
].flatMap((line) => line.split(' '));
const address = {
  city: 'Berlin',
  country_code: 'DE',
  postcode: '10115',
  state: 'BE',
  street_address: 'Main 1',
};

/** A conforming posted form: the identifiers under their own and alternate names, the added inputs and the signature. */
const posted = {
  ...merchant,
  ...order,
  merNo: '100001',
  orderNo: 'ORDER-1001',
  firstName: 'Ana',
  source_request_ip: '192.0.2.7',
  source_notify_url: 'https://shop.example/notify',
  default_lang: 'en',
  logo_name: '',
  allParams: 'merNo=100001&orderNo=ORDER-1001',
  signInfo: signature,
  encryption_data: signature,
};

/** One conforming answer per message file, decoded, with every documented name of the answer in it. */
export const answerSamples: Readonly<Record<string, JsonObject>> = {
  'direct-payment.answer': {
    ...merchant,
    ...entry,
    card: '411111******1111',
    order_status: '1',
    result_info: '0000:Success',
    contract_name: 'monthly-plan',
    recurring_id: 'R-1',
    recurring_deduction_period: 'month',
    recurring_deduction_time: '2025-01-31 23:59:59',
    note: '',
    token_id: 'tok-1',
    connector: 'acq-1',
    threeds_result: 'Y',
    risk_action: 'accept',
    risk_score: '12',
    risk_reasons: { name: 'velocity', status: 'passed' },
    encryption_data: signature,
  },
  'apm-payment.answer': {
    ...merchant,
    ...order,
    issuer_url: 'https://issuer.example/pay?id=1',
    encryption_data: signature,
  },
  'query.answer': {
    ...envelope,
    orders_list: [
      {
        ...entry,
        reference_no: 'REF-1',
        website: 'shop.example',
        delivery_information: {
          delivery_address: 'Main 1',
          delivery_city: 'Berlin',
          delivery_country: 'DE',
          delivery_firstname: 'Ana',
          delivery_lastname: 'Silva',
          delivery_postal_code: '10115',
          delivery_state: 'BE',
        },
        antifraud_provider: 'none',
        fraud_check_result: [{ check_items: 'ip', status: '1' }],
        is3ds: '0',
        payment_status: '3000',
        query_result: '1',
        shopper_email: 'ana@example.com',
        shopper_phone: '+49305550100',
        subscription_result: {
          contract_name: 'monthly-plan',
          recurring_deduction_period: 'month',
          recurring_deduction_time: '2025-01-31',
          recurring_id: 'R-1',
          recurring_status: '1',
        },
        transaction_date: '20250131235959',
      },
    ],
  },
  'capture.answer': { ...envelope, capture_orders: [{ ...entry, capture_status: '1', error_message: '' }] },
  'cancel.answer': { ...envelope, cancel_orders: [{ ...entry, cancel_status: '1', error_message: '' }] },
  'review.answer': {
    ...envelope,
    review_orders: [{ ...entry, review_flag: '1', review_status: '1', error_message: '' }],
  },
  'refund.answer': { ...envelope, refund_orders: [{ ...refund, refund_message: 'R0000:Success' }] },
  'refund-search.answer': {
    ...envelope,
    refund_orders: [
      { ...refund, payment_status: '3000', refund_date: '20250131235959', refund_processing_date: '' },
    ],
  },
  'cancel-subscription.answer': {
    ...merchant,
    recurring_id: 'R-1',
    contract_name: 'monthly-plan',
    encryption_data: signature,
    cancel_status: '1',
    error_message: '',
  },
  'payout.answer': {
    ...merchant,
    beneficiary: {
      additional_info: {
        business_area: 'trade',
        business_phone_number: '30555',
        business_registration_number: 'HRB 1',
        personal_email: 'ana@example.com',
        personal_id_number: '123',
        personal_id_type: 'ID',
        personal_mobile_number: '170555',
        personal_net_monthly_average_income: '2500.00',
        personal_phone_country_code: '49',
        personal_phone_area_code: '30',
        personal_fiscal_country: 'DE',
      },
      address: { ...address, street: 'Main', number: '1', complement: '' },
      person_documents: [{ file_type: 'pdf', file_url: 'https://files.example/1', labels: ['front'] }],
      bank_details: {
        account_currency: 'EUR',
        account_name: 'Ana Silva',
        owner_document_number: '123',
        account_number: '456',
        bank_account_category: 'Checking,Savings',
        bank_branch: '0001',
        bank_country_code: 'DE',
        bank_name: 'Example Bank',
        bank_street_address: 'Bank 1',
        binding_mobile_number: '170555',
        iban: 'DE89370400440532013000',
        swift_code: 'EXAMDEFF',
        transaction_reference: 'REF-1',
        local_clearing_system: 'SEPA',
      },
      company_name: 'Example Ltd',
      date_of_birth: '1980-01-31',
      entity_type: 'COMPANY',
      first_name: 'Ana',
      last_name: 'Silva',
    },
    beneficiary_id: 'B-1',
    client_data: '',
    fee_paid_by: 'PAYER',
    payer: {
      additional_info: {
        business_registration_number: 'HRB 2',
        business_registration_type: 'HRB',
        external_id: 'X-1',
        personal_email: 'pay@example.com',
        personal_id_number: '789',
        job: 'clerk',
      },
      address,
      company_name: 'Payer Ltd',
      date_of_birth: '1970-12-01',
      entity_type: 'COMPANY',
      first_name: 'Bo',
      last_name: 'Li',
    },
    payment_amount: '1200',
    payment_currency: 'EUR',
    payment_date: '2025-02-01',
    payment_method: 'SWIFT',
    reason: 'invoice',
    reference: 'INV-1',
    request_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    source_amount: '1250',
    source_currency: 'USD',
    swift_charge_option: 'SHARED',
    fund_source: 'DepositAccount',
    notify_url: 'https://shop.example/notify',
    encryption_data: signature,
    amount_beneficiary_receives: 1200,
    amount_payer_pays: 1210,
    created_at: '2025-01-31T23:59:59+0800',
    last_updated_at: '2025-02-01T00:00:00-0330',
    failure_reason: '',
    failure_type: '',
    fee_amount: 10,
    fee_currency: 'EUR',
    payer_id: 'P-1',
    transaction_id: 'T250131000002',
    short_reference_id: '20250131-A1B2C3',
    status: 'COMPLETED',
  },
  'redirect-payment.page': {
    forms: [
      { name: 'search', method: 'GET', action: '/', inputs: [{ name: 'gbc_id', type: 'text', value: '' }] },
      {
        name: 'theForm',
        method: 'POST',
        action: '/v1/checkout/page',
        inputs: staticInputs.map((name) => ({ name, type: 'hidden', value: '' })),
      },
    ],
    base: 'https://pay.example/',
    looseInputs: [{ name: 'more', type: 'text', value: '' }],
    autoPost: 'onload',
  },
  'redirect-payment.posted': posted,
};
