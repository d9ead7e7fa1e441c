import { table } from '../../../schemas/table.ts';
import { allOf, type Change, onAnswer, onEntries, onEntry, onField, onWire } from '../../behaviour.ts';
import { type About, textOf, type Wire } from '../../reply.ts';
import { callerSecrets, counter, type Hostile, type HostileRow, hostilesFrom } from './hostile.ts';

/** Changes one value of each answer. */
const always =
  (name: string, other: (text: string) => string): HostileRow[3] =>
  (operation) =>
    onField(operation, name, other);

const padded = (wire: Wire, size: number): Wire => ({
  ...wire,
  body: `${String(wire.body)}${' '.repeat(size)}`,
});

/** Services whose answers look successful but are wrong; a stated clause fails each of them. */
export const liars: readonly Hostile[] = hostilesFrom({
  'strangers-orders': [
    'answers each payment with the order number and transaction of another order',
    'direct-payment',
    '2.6/order_no/echo',
    (operation) => {
      const count = counter();
      return onAnswer(operation, (value) => {
        const number = count();
        return { ...value, order_no: `VICTIM-ORDER-${number}`, transaction_id: `VICTIM-TX-${number}` };
      });
    },
  ],
  'one-transaction': [
    'answers every payment with one and the same transaction_id',
    'direct-payment',
    '2.1/transaction_id/unique',
    always('transaction_id', () => 'T1'),
  ],
  'another-merchant': [
    'answers each query with the name of another merchant',
    'query',
    '2.10/merchant_id/identity',
    always('merchant_id', () => '999999'),
  ],
  'lost-entries': [
    'answers each capture with success and without an entry',
    'capture',
    '1.3/one-result-per-order',
    (operation) => onEntries(operation, () => []),
  ],
  'wrong-behind-blanks': [
    'appends five million blanks to each refund with wrong amounts',
    'refund',
    '2.9/amount/decimal',
    (operation) =>
      allOf(
        onField(operation, 'amount', () => 'twelve'),
        onWire(operation, (wire) => padded(wire, 5_000_000)),
      ),
  ],
});

/** Changes all answers after the first: the opening sees a correct one, and later ones cannot be judged. */
const afterFirst =
  (hide: (wire: Wire) => Wire): HostileRow[3] =>
  (operation) => {
    const count = counter();
    return onWire(operation, (wire) => (count() === 1 ? wire : hide(wire)));
  };

/** Services that answer the first refund correctly and make later answers unreadable. */
export const hiders: readonly Hostile[] = hostilesFrom({
  // 429, 503 and timeouts are inconclusive, never a failure; too many of them make a run incomplete.
  'hides-behind-429': [
    'answers the first refund and then answers 429',
    'refund',
    'open',
    afterFirst(() => ({ status: 429, headers: { 'retry-after': '0' }, body: '' })),
  ],
  'hides-behind-silence': [
    'answers the first refund and then takes longer than any client waits',
    'refund',
    'open',
    afterFirst((wire) => ({ ...wire, delayMs: 60_000 })),
    { silent: true },
  ],
  'hides-behind-half-answers': [
    'answers the first refund and then stops in the middle of the body',
    'refund',
    'failed',
    afterFirst((wire) => ({ ...wire, cut: 'half' })),
  ],
});

// The signing key, the header value and the card number of the caller, all in one encoding.
const callerSecretsIn = ({ request }: About, write: (text: string) => string = (text) => text): string =>
  [callerSecrets.key, callerSecrets.header, textOf(request, 'card')].map(write).join(' ');

const writings: Readonly<Record<string, readonly [does: string, write: (text: string) => string]>> = table({
  plainly: ['as they are', (text) => text],
  'in-base64-twice': [
    'in Base64 of Base64',
    (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  ],
  'in-entities': [
    'as character references',
    (text) => [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join(''),
  ],
  'in-groups': ['in groups of four digits', (text) => text.replaceAll(/\d{4}(?=\d)/g, '$&-')],
});

const header = (wire: Wire, more: Readonly<Record<string, string>>): Wire => ({
  ...wire,
  headers: { ...wire.headers, ...more },
});
const inBody = (wire: Wire, more: string): Wire => ({
  ...wire,
  body: String(wire.body).replace('</respon>', `${more}</respon>`),
});

const places: Readonly<Record<string, readonly [does: string, put: (wire: Wire, about: About) => Wire]>> =
  table({
    headers: [
      'header values',
      (wire, about) =>
        header(wire, { 'x-echo': callerSecretsIn(about), 'www-authenticate': callerSecretsIn(about) }),
    ],
    'header-names': [
      'header names',
      (wire) => header(wire, { [callerSecrets.key]: '1', [callerSecrets.header]: '1' }),
    ],
    'element-names': [
      'names of elements',
      (wire) => inBody(wire, `<${callerSecrets.header}>1</${callerSecrets.header}><${callerSecrets.key}/>`),
    ],
  });

// Text after the colon of `result_info`, other members and headers are free; only a readable card number warns.
const showsCard: ReadonlySet<string> = new Set(['plainly']);

/** A table row of a service that leaks the secrets of the caller. */
const leak = (name: string, does: string, end: string, change: Change): readonly [string, HostileRow] => [
  name,
  [`returns key, credential and card ${does}`, 'direct-payment', end, () => change],
];

/** Services that conform to the document but leak the secrets of the caller. */
export const leaks: readonly Hostile[] = hostilesFrom(
  Object.fromEntries([
    ...Object.entries(writings).map(([name, [does, write]]) =>
      leak(
        `leaks-${name}`,
        does,
        showsCard.has(name) ? 'warned' : 'clean',
        onAnswer('direct-payment', (value, about) => ({
          ...value,
          result_info: `0000:Success, ${callerSecretsIn(about, write)}`,
        })),
      ),
    ),
    ...Object.entries(places).map(([name, [does, put]]) =>
      leak(`leaks-into-${name}`, `in ${does}`, 'clean', onWire('direct-payment', put)),
    ),
  ]),
);

const payloads = {
  'terminal-escapes': '\u001b[2J\u001b]0;zealot\u0007\u009b8A\u001b[1;32m conformant',
  'job-commands': 'zealot\r\n::error title=zealot::x\n##[error]zealot ##vso[task.complete result=Succeeded]x',
  'markup-in-texts': '<script>alert("zealot")</script><img src=x onerror=alert(1)> &amp; ]]> </failure>',
} as const;

/** Writes a text into every free place of a refund: text after the colon, undocumented string members, headers. */
const inFreeTexts = (text: string) =>
  allOf(
    onEntry('refund', (entry) => ({
      ...entry,
      refund_message: `${String(entry.refund_message)}${text}`,
      [text]: text,
      '__proto__ ': text,
    })),
    onWire('refund', (wire) =>
      header(wire, {
        'x-request-id': encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')),
        'x-said': text.replaceAll(/[^\x20-\x7e]/g, ''),
      }),
    ),
  );

/** Services that conform to the document, but attack the terminal, job log or browser of the reader in free texts. */
export const texts: readonly Hostile[] = hostilesFrom(
  Object.fromEntries(
    Object.entries(payloads).map(([name, text]): [string, HostileRow] => [
      name,
      [
        `has ${name.replaceAll('-', ' ')} in each free text, name and header`,
        'refund',
        'clean',
        () => inFreeTexts(text),
      ],
    ]),
  ),
);
