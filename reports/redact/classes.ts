import { rawSchemas, type SecretClass, secretClassOf } from '../../schemas/contract.ts';
import { onceForText } from '../../schemas/once-for.ts';
import { table } from '../../schemas/table.ts';
import type { JsonValue } from '../../schemas/types.ts';

// Names that are not in the document, but that services use for the same fields.
const undocumented: Readonly<Record<string, SecretClass>> = table({
  pan: 'card',
  cardno: 'card',
  cardnum: 'card',
  cardnumber: 'card',
  ccnumber: 'card',
  cvv: 'security-code',
  cvv2: 'security-code',
  cvc: 'security-code',
  cvc2: 'security-code',
  cvn: 'security-code',
  cvnumber: 'security-code',
  securitycode: 'security-code',
  pin: 'security-code',
  password: 'token',
  passwd: 'token',
  secret: 'token',
  apikey: 'token',
  secretkey: 'token',
  privatekey: 'token',
  signkey: 'token',
  accesstoken: 'token',
  token: 'token',
  tokenid: 'token',
  authorization: 'token',
  cookie: 'token',
  sign: 'signature',
  signature: 'signature',
  encryptiondata: 'signature',
  signinfo: 'signature',
  email: 'personal',
  emailaddress: 'personal',
  shopperemail: 'personal',
  firstname: 'personal',
  lastname: 'personal',
  fullname: 'personal',
  cardholder: 'personal',
  cardholdername: 'personal',
  holdername: 'personal',
  phonenumber: 'personal',
  mobile: 'personal',
  ipaddress: 'personal',
});

// 2.1 and related fields: numbers used for look-ups, which must not be masked only because their Luhn digit is correct.
const identifiers = new Set(
  [
    'transaction_id order_no orderNo merchant_id merNo account_id gatewayNo gbc_id reference_no refund_reference',
    'refund_reference_id request_id recurring_id payer_id beneficiary_id short_reference_id shopper_id shopperId',
    'quote_id price_id session_id productId',
  ].flatMap((names) => names.split(' ')),
);

// No field has a longer name.
const longestName = 64;

/** The secret class of a field by its name, spelling variants included; undefined if it has none. */
export const classOf = onceForText((name): SecretClass | undefined =>
  name.length > longestName
    ? undefined
    : (secretClassOf(name) ?? undocumented[name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')]),
);

/** True if a field identifies an object of the interface: order, transaction, merchant. */
export function isIdentifier(name: string): boolean {
  return identifiers.has(name);
}

// Documented free-text fields: a service may write there whatever it received elsewhere.
const freeTexts = new Set(['note', 'remark']);

/** True if a documented field contains free text. */
export function isFreeText(name: string): boolean {
  return freeTexts.has(name);
}

// What the service says of an outcome after its code (7.3): nothing that was sent.
const explaining = new Set([
  'result_info',
  'return_message',
  'refund_message',
  'error_message',
  'failure_reason',
]);

/** True if a documented field explains an outcome in words. */
export function isExplaining(name: string): boolean {
  return explaining.has(name);
}

let register: ReadonlySet<string> | undefined;

function collect(value: JsonValue, names: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const part of value) collect(part, names);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return names;
  const { properties } = value;
  if (properties !== null && typeof properties === 'object' && !Array.isArray(properties))
    for (const name of Object.keys(properties)) names.add(name);
  for (const part of Object.values(value)) collect(part, names);
  return names;
}

/** True if the interface document has a field of this name. */
export function isDocumentedName(name: string): boolean {
  register ??= collect(Object.values(rawSchemas()), new Set());
  return register.has(name);
}

// 5.6 shows no credential in a header, so every header with such a name counts as one.
const credential = /auth|cookie|key|token|secret|sign|session|password|credential/i;

/** True if the name of a header suggests a credential; its value is masked in every report. */
export function isCredentialHeader(name: string): boolean {
  return credential.test(name);
}
