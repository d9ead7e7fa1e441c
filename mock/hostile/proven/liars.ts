import { table } from '../../../schemas/table.ts';
import { allOf, type Change } from '../../manner.ts';
import { type About, textOf, type Wire } from '../../reply.ts';
import {
  entrusted,
  type Hostile,
  type HostileEnd,
  type HostileVerdict,
  saying,
  sayingOfEntries,
  sending,
  shortRun,
  startDisguised,
} from './hostile.ts';

interface Lie {
  readonly does: string;
  readonly operation: Hostile['operation'];
  readonly change: () => Change;
  readonly expects: Omit<HostileVerdict, 'most'>;
}

const lies = {
  'strangers-orders': {
    does: 'answers each payment with the order number and transaction of another order',
    operation: 'direct-payment',
    change: () =>
      saying('direct-payment', (value, _about, number) => ({
        ...value,
        order_no: `VICTIM-ORDER-${number}`,
        transaction_id: `VICTIM-TX-${number}`,
      })),
    expects: { end: 'failed', fails: '2.6/order_no/echo' },
  },
  'dearer-amounts': {
    does: 'answers each payment with another amount',
    operation: 'direct-payment',
    change: () => saying('direct-payment', (value) => ({ ...value, amount: '9999.00' })),
    expects: { end: 'failed', fails: '2.6/amount/echo' },
  },
  'other-currencies': {
    does: 'answers each payment with another currency',
    operation: 'direct-payment',
    change: () =>
      saying('direct-payment', (value) => ({ ...value, currency: value.currency === 'KWD' ? 'EUR' : 'KWD' })),
    expects: { end: 'failed', fails: '2.6/currency/echo' },
  },
  'one-transaction': {
    does: 'answers every payment with one and the same transaction_id',
    operation: 'direct-payment',
    change: () => saying('direct-payment', (value) => ({ ...value, transaction_id: 'T1' })),
    expects: { end: 'failed', fails: '2.1/transaction_id/unique' },
  },
  'nameless-transactions': {
    does: 'answers every payment with an empty transaction_id',
    operation: 'direct-payment',
    change: () => saying('direct-payment', (value) => ({ ...value, transaction_id: '' })),
    expects: { end: 'failed', fails: '2.6/transaction_id/present' },
  },
  'another-merchant': {
    does: 'answers each query with the name of another merchant',
    operation: 'query',
    change: () => saying('query', (value) => ({ ...value, merchant_id: '999999' })),
    expects: { end: 'failed', fails: '2.10/merchant_id/identity' },
  },
  'lost-entries': {
    does: 'answers each capture with success and without an entry',
    operation: 'capture',
    change: () => sayingOfEntries('capture', () => []),
    expects: { end: 'failed', fails: '1.3/one-result-per-order' },
  },
  'doubled-entries': {
    does: 'answers each captured order twice',
    operation: 'capture',
    change: () => sayingOfEntries('capture', (entries) => [...entries, ...entries]),
    expects: { end: 'failed', fails: '1.3/one-result-per-order' },
  },
  'strangers-refunds': {
    does: 'answers each refund with another order',
    operation: 'refund',
    change: () =>
      sayingOfEntries('refund', (entries) =>
        entries.map((entry) => ({ ...entry, order_no: 'VICTIM-ORDER' })),
      ),
    expects: { end: 'failed', fails: '2.9/order_no/identity' },
  },
  'wrong-behind-blanks': {
    does: 'appends five million blanks to each refund with wrong amounts',
    operation: 'refund',
    change: () =>
      allOf(
        sayingOfEntries('refund', (entries) => entries.map((entry) => ({ ...entry, amount: 'twelve' }))),
        sending('refund', (wire) => ({ ...wire, body: `${String(wire.body)}${' '.repeat(5_000_000)}` })),
      ),
    expects: { end: 'failed', fails: '2.9/amount/decimal' },
  },
} as const satisfies Readonly<Record<string, Lie>>;

/** Services that lie in answers that look like success: the policy lets each be failed by a stated clause. */
export const liars: readonly Hostile[] = Object.entries<Lie>(lies).map(
  ([name, { does, operation, change, expects }]) => ({
    name,
    does,
    operation,
    start: (port) => startDisguised(port, change()),
    expects: { ...expects, most: shortRun },
  }),
);

// The opening sees an honest answer, and nothing after it can be judged.
const ways: Readonly<Record<string, readonly [does: string, end: HostileEnd, hide: (wire: Wire) => Wire]>> =
  table({
    // 429, 503 and time-outs are inconclusive, never a failure, and too many of them leave a run incomplete.
    'hides-behind-429': [
      'answers 429',
      'open',
      () => ({ status: 429, headers: { 'retry-after': '0' }, body: '' }),
    ],
    'hides-behind-503': [
      'answers 503',
      'open',
      () => ({ status: 503, headers: { 'retry-after': '0' }, body: '' }),
    ],
    'hides-behind-silence': [
      'takes longer than any client waits',
      'open',
      (wire) => ({ ...wire, delayMs: 60_000 }),
    ],
    'hides-behind-size': [
      'appends five million letters to what it says',
      'open',
      (wire) => ({ ...wire, body: `${String(wire.body)}<!--${'x'.repeat(5_000_000)}-->` }),
    ],
    // Whoever answers the next read is there, and has to answer an allowed request.
    'hides-behind-resets': ['cuts the connection', 'failed', (wire) => ({ ...wire, cut: 'nothing' })],
    'hides-behind-half-answers': [
      'stops in the middle of the body',
      'failed',
      (wire) => ({ ...wire, cut: 'half' }),
    ],
    'hides-behind-false-gzip': [
      'calls plain text gzip',
      'failed',
      (wire) => ({ ...wire, headers: { ...wire.headers, 'content-encoding': 'gzip' } }),
    ],
    // A 5xx on input that the document allows is a failure.
    'hides-behind-500': [
      'answers 500',
      'failed',
      () => ({ status: 500, headers: { 'content-type': 'text/plain' }, body: 'sorry' }),
    ],
  });

/** A service that obeys the document and pads what it says by blanks, which are no reason not to judge. */
const honestBehindBlanks: Hostile = {
  name: 'honest-behind-blanks',
  does: 'appends five million blanks to each honest refund',
  operation: 'refund',
  start: (port) =>
    startDisguised(
      port,
      sending('refund', (wire) => ({ ...wire, body: `${String(wire.body)}${' '.repeat(5_000_000)}` })),
    ),
  expects: { end: 'warned', most: shortRun },
};

/** Services that answer the first refund honestly, and hide what they would say to the others. */
export const hiders: readonly Hostile[] = [
  honestBehindBlanks,
  ...Object.entries(ways).map(
    ([name, [does, end, hide]]): Hostile => ({
      name,
      does: `answers the first refund and then ${does}`,
      operation: 'refund',
      start: (port) =>
        startDisguised(
          port,
          sending('refund', (wire, _about, number) => (number === 1 ? wire : hide(wire))),
        ),
      ...(name === 'hides-behind-silence' ? { silent: true as const } : {}),
      expects: { end, most: shortRun },
    }),
  ),
];

// The key, the header and the card of the caller, one writing of each.
const given = ({ request }: About, write: (text: string) => string = (text) => text): string =>
  [entrusted.key, entrusted.header, textOf(request, 'card')].map(write).join(' ');

const bytes = (text: string) => Buffer.from(text).toString('hex');

const writings: Readonly<Record<string, readonly [does: string, write: (text: string) => string]>> = table({
  plainly: ['as they are', (text) => text],
  'in-base64': ['in Base64', (text) => Buffer.from(text).toString('base64')],
  'in-base64-twice': [
    'in Base64 of Base64',
    (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  ],
  'in-hexadecimals': ['in hexadecimals', bytes],
  'in-percent-signs': ['as percent-encoded signs', (text) => bytes(text).replaceAll(/../g, '%$&')],
  'in-entities': [
    'as character references',
    (text) => [...text].map((sign) => `&#${sign.charCodeAt(0)};`).join(''),
  ],
  'in-escapes': [
    'as escapes of a script',
    (text) => [...text].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  'in-groups': ['in groups of four digits', (text) => text.replaceAll(/\d{4}(?=\d)/g, '$&-')],
  backwards: ['backwards', (text) => [...text].reverse().join('')],
  'in-capitals': ['in capitals', (text) => text.toUpperCase()],
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
      (wire, about) => header(wire, { 'x-echo': given(about), 'www-authenticate': given(about) }),
    ],
    'header-names': [
      'header names',
      (wire) => header(wire, { [entrusted.key]: '1', [entrusted.header]: '1' }),
    ],
    cookies: [
      'cookies',
      (wire, about) =>
        header(wire, { 'set-cookie': `s=${entrusted.key}; Path=/${encodeURIComponent(given(about))}` }),
    ],
    comments: ['a comment', (wire, about) => inBody(wire, `<!-- ${given(about)} -->`)],
    'element-names': [
      'names of elements',
      (wire) => inBody(wire, `<${entrusted.header}>1</${entrusted.header}><${entrusted.key}/>`),
    ],
    'sent-headers': [
      'the type of the answer',
      (wire, about) => header(wire, { 'content-type': `application/xml; k="${given(about)}"` }),
    ],
  });

function leak(name: string, does: string, end: HostileEnd, start: Hostile['start']): Hostile {
  const sentence = `returns key, credential and card ${does}`;
  return { name, does: sentence, operation: 'direct-payment', start, expects: { end, most: shortRun } };
}

// What follows the colon of result_info may be anything, other words and headers are free; only a card that a reader
// would recognise is warned about.
const showsCard: ReadonlySet<string> = new Set(['plainly']);

/** Services that obey the document and give away what was entrusted to them. */
export const leaks: readonly Hostile[] = [
  ...Object.entries(writings).map(([name, [does, write]]) =>
    leak(`leaks-${name}`, does, showsCard.has(name) ? 'warned' : 'clean', (port) =>
      startDisguised(
        port,
        saying('direct-payment', (value, about) => ({
          ...value,
          result_info: `0000:Success, ${given(about, write)}`,
        })),
      ),
    ),
  ),
  ...Object.entries(places).map(([name, [does, put]]) =>
    leak(`leaks-into-${name}`, `in ${does}`, 'clean', (port) =>
      startDisguised(
        port,
        sending('direct-payment', (wire, about) => put(wire, about)),
      ),
    ),
  ),
];

const payloads = {
  'terminal-escapes': '\u001b[2J\u001b]0;zealot\u0007\u009b8A\u001b[1;32m conformant',
  'invisible-signs': '\u202e\u2066zealot\u200b\ufeff\u2028\u2029\u{e0041}',
  'job-commands': 'zealot\r\n::error title=zealot::x\n##[error]zealot ##vso[task.complete result=Succeeded]x',
  'markup-in-texts': '<script>alert("zealot")</script><img src=x onerror=alert(1)> &amp; ]]> </failure>',
  'markdown-in-texts': '](http://evil.example/zealot) | `zealot` | # zealot\n| a | b |\n|---|---|',
  'names-of-prototypes': '__proto__ constructor toString zealot {{7*7}} <%= process.exit(9) %>',
  'halves-of-signs': 'zealot \ud800 \udfff \ufffe \u{1f469}\u200d\u{1f4bb} \u0301\u0301',
  'paths-in-texts': '../../../../../tmp/zealot\u0000.html',
} as const;

/** Services that obey the document, and whose every free text is meant for the reader's terminal, job log or browser. */
export const texts: readonly Hostile[] = Object.entries(payloads).map(([name, text]) => ({
  name,
  does: `has ${name.replaceAll('-', ' ')} in each free text, name and header`,
  operation: 'refund',
  start: (port) =>
    startDisguised(
      port,
      allOf(
        sayingOfEntries('refund', (entries) =>
          entries.map((entry) => ({
            ...entry,
            refund_message: `${String(entry.refund_message)}${text}`,
            [text]: text,
            '__proto__ ': text,
          })),
        ),
        sending('refund', (wire) => ({
          ...wire,
          headers: {
            ...wire.headers,
            'x-request-id': encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')),
            'x-said': text.replaceAll(/[^\x20-\x7e]/g, ''),
          },
        })),
      ),
    ),
  // Texts after the colon, undocumented members that are strings and headers are free.
  expects: { end: 'clean', most: shortRun },
}));
