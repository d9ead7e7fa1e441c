import { documentedOperations } from '../../schemas/operations.ts';
import { writeXml } from '../write/xml.ts';
import { onText } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const otherMedium: Record<
  'json' | 'xml' | 'html',
  readonly [name: string, (text: string) => string, contentType: string]
> = {
  json: ['xml', (text) => writeXml('response', JSON.parse(text)), 'application/xml'],
  xml: ['json', () => JSON.stringify({ respon: { result: 'ok' } }), 'application/json'],
  html: ['json', () => JSON.stringify({ redirect: '/v1/checkout/pay' }), 'application/json'],
};

const wrongMedium = documentedOperations.map(({ id, answers }) => {
  const [name, rewrite, contentType] = otherMedium[answers];
  return plant({
    id: `${id}-answers-in-${name}`,
    clause: `1.4/${answers}`,
    operation: id,
    description: `the answer is ${name.toUpperCase()} instead of ${answers.toUpperCase()}`,
    change: onText(id, rewrite, contentType),
  });
});

const cutShort = documentedOperations
  .filter(({ answers }) => answers !== 'html')
  .map(({ id, answers }) =>
    plant({
      id: `${id}-body-cut-short`,
      clause: `1.4/${answers}/well-formed`,
      operation: id,
      description: 'the body ends in the middle, and its length is announced so',
      change: onText(id, (text) => text.slice(0, Math.floor(text.length * 0.6))),
    }),
  );

/** What an interpreter prints in front of an answer when a program of it is careless. */
const warning = '\nWarning: Undefined index: shipping in /srv/pay.php on line 12\n';

const warned = documentedOperations
  .filter(({ answers }) => answers !== 'html')
  .map(({ id, answers }) =>
    plant({
      id: `${id}-behind-a-warning`,
      clause: `1.4/${answers}`,
      operation: id,
      description: 'the answer stands behind the warning of an interpreter',
      change: onText(id, (text) => warning + text, 'text/html'),
    }),
  );

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

/** Deviations in the writing of bodies: medium, encoding, well-formedness, size (1.4). */
export const mediaFaults: readonly Fault[] = [
  ...wrongMedium,
  ...cutShort,
  ...warned,
  plant({
    id: 'refund-byte-order-mark',
    clause: '1.4/json/byte-order-mark',
    description: 'the JSON starts with a byte order mark',
    change: onText('refund', (text) => `\ufeff${text}`),
  }),
  plant({
    id: 'query-byte-order-mark',
    clause: '1.4/json/byte-order-mark',
    description: 'the JSON starts with a byte order mark',
    change: onText('query', (text) => `\ufeff${text}`),
  }),
  plant({
    id: 'capture-utf-16',
    clause: '1.4/json/utf-8',
    description: 'the JSON is in UTF-16',
    change: onText('capture', (text) => Buffer.from(text, 'utf16le')),
  }),
  plant({
    id: 'refund-latin-1',
    clause: '1.4/json/utf-8',
    description: 'the JSON is in Latin-1 and holds a letter beyond ASCII',
    change: onText('refund', (text) =>
      Buffer.from(
        text.replaceAll(':refunded', ':ausgef\u00fchrt').replace('{', '{"shop":"\u00e9t\u00e9",'),
        'latin1',
      ),
    ),
  }),
  plant({
    id: 'payout-charset-utf-16',
    clause: '1.4/json/utf-8',
    description: 'the Content-Type declares the JSON to be UTF-16',
    change: onText('payout', (text) => text, 'application/json; charset=utf-16'),
  }),
  plant({
    id: 'review-member-twice',
    clause: '1.4/json/repeated-member',
    description: 'the envelope names return_status twice',
    change: onText('review', (text) => text.replace('{', '{"return_status":"0",')),
  }),
  plant({
    id: 'payout-member-twice',
    clause: '1.4/json/repeated-member',
    description: 'the result names status twice',
    change: onText('payout', (text) => text.replace('{', '{"status":"PENDING",')),
  }),
  ...(['capture', 'query', 'payout', 'cancel-subscription'] as const).map((operation) =>
    plant({
      id: `${operation}-answer-in-array`,
      clause: '1.4/json/object',
      description: 'the answer object stands in an array',
      change: onText(operation, (text) => `[${text}]`),
    }),
  ),
  plant({
    id: 'refund-search-trailing-text',
    clause: '1.4/json/well-formed',
    description: 'a comment follows the JSON',
    change: onText('refund-search', (text) => `${text}\n<!-- served by node 7 -->`),
  }),
  plant({
    id: 'cancel-single-quotes',
    clause: '1.4/json/well-formed',
    description: 'texts stand in single quotes',
    change: onText('cancel', (text) => text.replaceAll('"', "'")),
  }),
  plant({
    id: 'review-empty-body',
    clause: '1.4/json',
    rare: true,
    verdict: 'warn',
    description: 'the answer has status 200 and no body',
    change: onText('review', () => ''),
  }),
  plant({
    id: 'refund-nested-too-deep',
    clause: '1.4/body/bounded',
    description: 'the answer holds 10,000 arrays inside each other',
    change: onText('refund', (text) => text.replace('{', `{"trace":${nested(10_000)},`)),
  }),
  plant({
    id: 'query-too-large',
    clause: '1.4/body/bounded',
    description: 'the answer is padded to six million bytes',
    change: onText('query', (text) => `${text}${' '.repeat(6_000_000)}`),
  }),
  plant({
    id: 'redirect-payment-too-much-markup',
    clause: '1.4/body/bounded',
    description: 'the page holds 200,000 line breaks',
    change: onText('redirect-payment', (text) => text.replace('</body>', `${'<br>'.repeat(200_000)}</body>`)),
  }),
];
