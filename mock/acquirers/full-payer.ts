import { type Acquirer, oneStep } from './acquirer.ts';
import { orderNumbersOf, orderNumbersOnce, refusesWith } from './habits/answers.ts';
import { coherentPayer, demandsFields, registeredWebsite } from './habits/payments.ts';

/** The fields that every payment must contain. */
const requiredFields = [
  'item_total',
  'shipping',
  'tax_total',
  'website',
  'items',
  'shopper_id',
  'shopper_email',
  'shopper_ip',
  'shopper_phone',
  'first_name',
  'last_name',
  'document',
  'birth_date',
  'billing_country',
  'billing_state',
  'billing_city',
  'billing_address',
  'billing_postal_code',
  'os',
  'browser',
  'browser_lang',
  'time_zone',
  'resolution',
  'delivery_firstname',
  'delivery_lastname',
  'delivery_country',
  'delivery_city',
  'delivery_address',
  'delivery_postal_code',
  'device_fingerprint',
];

/** An acquirer with a strict anti-fraud desk. */
export const fullPayer: Acquirer = {
  name: 'full-payer',
  description: 'An acquirer with a strict anti-fraud desk: it wants to know everything about the payer.',
  habits: [
    demandsFields(requiredFields),
    coherentPayer,
    registeredWebsite('https://store.example'),
    orderNumbersOf(32, /[A-Za-z0-9]/, 'letters and digits only'),
    orderNumbersOnce,
    refusesWith({
      statuses: { signature: 401, unknown: 404 },
      otherwise: 422,
      contentType: 'application/problem+json',
      text: ({ code, text }) => JSON.stringify({ type: `urn:error:${code}`, title: text }),
      words:
        '422 with a JSON text that names what is missing, 401 for the signature, 404 for an unknown account',
    }),
  ],
  life: oneStep,
  announces: [],
};
