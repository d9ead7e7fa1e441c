import { rawSchemas, type SecretClass, secretClassOf } from '../../schemas/contract.ts';
import { onceForText } from '../../schemas/once-for.ts';
import { table } from '../../schemas/table.ts';
import type { JsonValue } from '../../schemas/types.ts';

// Names that the document does not know, but that services use for the same things.
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

// 2.1 and its kin: numbers that people look things up by, so a mere chance of the Luhn digit must not hide them.
const identifiers = new Set(
  [
    'transaction_id order_no orderNo merchant_id merNo account_id gatewayNo gbc_id reference_no refund_reference',
    'refund_reference_id request_id recurring_id payer_id beneficiary_id short_reference_id shopper_id shopperId',
    'quote_id price_id session_id productId',
  ].flatMap((names) => names.split(' ')),
);

// No field is called so.
const longestName = 64;

let personsShown = false;

/** Tells whether what is masked at this moment is for a screen on which persons are shown. */
export function arePersonsShown(): boolean {
  return personsShown;
}

/** Does work that masks, and leaves the data of persons as they are meanwhile: for a screen alone, never for what is written. */
export function withPersonsShown<Result>(work: () => Result): Result {
  const before = personsShown;
  personsShown = true;
  try {
    return work();
  } finally {
    personsShown = before;
  }
}

/** What a field of this name holds, or undefined when it is nothing secret; spelling variants count. */
export function classOf(name: string): SecretClass | undefined {
  const found = classByName(name);
  // Then it is a field without a class: what else it may hold is looked for as everywhere.
  return personsShown && found === 'personal' ? undefined : found;
}

/** Tells whether a field holds data of a person that are shown at this moment. */
export function isShownPerson(name: string): boolean {
  return personsShown && classByName(name) === 'personal';
}

const classByName = onceForText((name): SecretClass | undefined =>
  name.length > longestName
    ? undefined
    : (secretClassOf(name) ?? undocumented[name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')]),
);

/** Tells whether a field identifies a thing of the interface: order, transaction, merchant. */
export function isIdentifier(name: string): boolean {
  return identifiers.has(name);
}

// Documented names whose value is any text: a service may write there whatever it was sent elsewhere.
const freeTexts = new Set(['note', 'remark']);

/** Tells whether a documented field holds free text. */
export function isFreeText(name: string): boolean {
  return freeTexts.has(name);
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

/** Tells whether the interface document knows a field of this name. */
export function isDocumentedName(name: string): boolean {
  register ??= collect(Object.values(rawSchemas()), new Set());
  return register.has(name);
}

/** Whether the document knows a field by the last name of its path. */
export function namesDocumented(path: string): boolean {
  return isDocumentedName(path.slice(path.lastIndexOf('.') + 1).replaceAll('[]', ''));
}

// 5.6 shows no credential in a header, so every header that sounds like one is taken for one.
const credential = /auth|cookie|key|token|secret|sign|session|password|credential/i;

/** Whether the name of a header sounds like one with a credential; its value is a mask in every report. */
export function isCredentialHeader(name: string): boolean {
  return credential.test(name);
}
