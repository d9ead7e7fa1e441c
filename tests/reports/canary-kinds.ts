/** A kind of secret: a value that nothing real holds, and how the suite comes to know it. */
export interface CanaryKind {
  readonly value: string;
  /** As a service may write it back, where that is not the value. */
  readonly written?: string;
  /** The field of a request that carries it; a registered value has none. */
  readonly field?: string;
  /** A place in which it cannot be told from ordinary words (docs/redaction.md, Limits). */
  readonly unknownIn?: RegExp;
}

/** Twelve kinds of secrets, and the two writings of a card that services like best. */
export const canaryKinds: Readonly<Record<string, CanaryKind>> = {
  'card number': { value: '4000056655665556', field: 'card' },
  'card number in groups': { value: '5105105105105100', written: '5105-1051-0510-5100', field: 'card' },
  // Three or four digits are known as a whole value, and nowhere inside other words.
  'security code': {
    value: '9173',
    field: 'security_code',
    unknownIn: /^(?!a member$|an element$|a posted value)/,
  },
  'signing key': { value: 'merchant-key-canary/+1' },
  credential: { value: 'Bearer canary-credential-77b1d04e3c', written: 'canary-credential-77b1d04e3c' },
  token: { value: 'tok-51Kq9ZcanaryToken77', field: 'token_id' },
  signature: {
    value: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    field: 'encryption_data',
  },
  name: { value: 'Zephyrinacanary', field: 'first_name' },
  'e-mail address': { value: 'canary.person@shop-canary.example', field: 'shopper_email' },
  'phone number': { value: '+4917612345987', field: 'shopper_phone' },
  address: { value: 'Quillfeatherstrasse 4711', field: 'billing_address' },
  'document number': { value: 'DOC-88123-CANARY', field: 'document' },
  'bank account': { value: 'DE02120300000000202051', field: 'iban' },
  'date of birth': { value: '1984-03-17', written: '17.03.1984', field: 'birth_date' },
};
