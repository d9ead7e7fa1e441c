import type { JsonObject } from '../../schemas/types.ts';
import { answers, paidOut } from './corpus/answers.ts';
import { staticNames } from './corpus/page.ts';
import { sample } from './request-files.ts';

const signature = '0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0';
/** Identifiers of the envelope. */
export const merchant = { merchant_id: '100001', account_id: '200001' };
/** What 7.1 shows as success. */
export const success = { return_status: '1', return_message: 'OK' };
/** What an order is named and worth. */
export const order = { order_no: 'ORDER-1001', currency: 'EUR', amount: '12.34' };
/** A whole envelope of a call that succeeded. */
export const envelope = { ...merchant, ...success, encryption_data: signature };
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
  ...Object.fromEntries(
    Object.entries(answers).map(([operation, answer]) => [`${operation}.answer`, answer]),
  ),
  // Whether an APM answer carries a signature is open (5.1).
  'apm-payment.answer': { ...answers['apm-payment'], encryption_data: signature },
  'payout.answer': { ...answers.payout, ...paidOut(sample('payout')) },
  'redirect-payment.page': {
    forms: [
      { name: 'search', method: 'GET', action: '/', inputs: [{ name: 'gbc_id', type: 'text', value: '' }] },
      {
        name: 'theForm',
        method: 'POST',
        action: '/v1/checkout/page',
        inputs: staticNames.map((name) => ({ name, type: 'hidden', value: '' })),
      },
    ],
    base: 'https://pay.example/',
    looseInputs: [{ name: 'more', type: 'text', value: '' }],
    autoPost: 'possible',
  },
  'redirect-payment.posted': posted,
};
