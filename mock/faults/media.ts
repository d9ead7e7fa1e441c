import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Encoding } from '../../schemas/types.ts';
import { answeringEarly, type Change, onAnswer, onText } from '../behaviour.ts';
import { refusedInText } from '../reply.ts';
import { writeXml } from '../write/xml.ts';
import { type Fault, faultFrom, planted } from './fault.ts';

/** Replaces the XML declaration by one with this encoding; the text stays the same. */
function declared(encoding: string, text: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${text.replace(/^<\?xml[^>]*\?>/, '')}`;
}

/** Deviations in the writing of XML: root, document type, namespaces, well-formedness, depth (1.4). */
export const xmlMediaFaults: readonly Fault[] = (['direct-payment', 'apm-payment'] as const).flatMap(
  (operation) =>
    planted(
      {
        'root-response': {
          clause: '1.4/respon/root',
          description: 'the root element is response',
          change: onText(operation, (text) =>
            text.replace('<respon>', '<response>').replace('</respon>', '</response>'),
          ),
        },
        'root-capital': {
          clause: '1.4/respon/root',
          description: 'the root element is Respon',
          change: onText(operation, (text) =>
            text.replace('<respon>', '<Respon>').replace('</respon>', '</Respon>'),
          ),
        },
        dtd: {
          clause: '1.4/xml/dtd',
          description: 'the XML has a document type declaration',
          change: onText(operation, (text) => text.replace('<respon>', '<!DOCTYPE respon>\n<respon>')),
        },
        'dtd-of-page': {
          clause: '1.4/xml/dtd',
          description: 'the XML has the document type of an HTML page',
          change: onText(operation, (text) => text.replace('<respon>', '<!DOCTYPE html>\n<respon>')),
        },
        namespace: {
          clause: '1.4/xml/namespace',
          description: 'the XML declares a default namespace',
          change: onText(operation, (text) => text.replace('<respon>', '<respon xmlns="urn:pay">')),
        },
        prefix: {
          clause: '1.4/xml/namespace',
          description: 'the elements have a prefix',
          change: onText(operation, (text) =>
            text.replace(/<(\/?)([a-z_])/g, '<$1p:$2').replace('<p:respon>', '<p:respon xmlns:p="urn:pay">'),
          ),
        },
        'two-roots': {
          clause: '1.4/xml/well-formed',
          description: 'a second root element follows',
          change: onText(operation, (text) => `${text}<served/>`),
        },
        'bare-ampersand': {
          clause: '1.4/xml/well-formed',
          description: 'an ampersand is not escaped',
          change: onText(operation, (text) =>
            text
              .replace('</order_no>', ' A & B</order_no>')
              .replace('</respon>', '<shop>A & B</shop></respon>'),
          ),
        },
        'bare-less-than': {
          clause: '1.4/xml/well-formed',
          description: 'a text has a less-than sign',
          change: onText(operation, (text) => text.replace('</respon>', '<trace>1 < 2</trace></respon>')),
        },
        'byte-order-mark-twice': {
          clause: '1.4/xml/well-formed',
          description: 'the XML starts with two byte order marks',
          change: onText(operation, (text) => `\ufeff\ufeff${text}`),
        },
        'declares-utf-16': {
          clause: '1.4/xml/well-formed',
          description: 'the declaration names UTF-16, and the bytes are UTF-8',
          change: onText(operation, (text) => declared('utf-16', text), 'application/xml'),
        },
        'declares-utf-8-in-latin-1': {
          clause: '1.4/xml/well-formed',
          description: 'the declaration names UTF-8, and the bytes are ISO-8859-1',
          change: onText(operation, (text) =>
            Buffer.from(
              declared('utf-8', text).replace('</respon>', '<shop>\u00e9t\u00e9</shop></respon>'),
              'latin1',
            ),
          ),
        },
        'nested-too-deep': {
          clause: '1.4/body/bounded',
          description: 'the answer nests 500 elements',
          change: onText(operation, (text) =>
            text.replace('</respon>', `${'<t>'.repeat(500)}${'</t>'.repeat(500)}</respon>`),
          ),
        },
        'element-twice': {
          clause: `${operation === 'direct-payment' ? '2.6' : '2.7'}/children/text`,
          description: 'the element currency comes twice',
          change: onAnswer(operation, (value) => ({
            ...value,
            currency: [value.currency ?? '', value.currency ?? ''],
          })),
        },
      },
      operation,
    ),
);

/** Refuses bodies in these encodings with 415, whatever their Content-Type. */
function notTaking(operation: DocumentedOperationId, ...encodings: readonly Encoding[]): Change {
  return answeringEarly((about) =>
    about.operation === operation && encodings.includes(about.encoding)
      ? refusedInText(415, 'text/plain', 'unsupported media type\n')
      : undefined,
  );
}

/** Body types that section 4 names are not accepted. */
export const bodyTypeFaults: readonly Fault[] = [
  ...(['query', 'refund-search'] as const).map((operation) =>
    faultFrom({
      id: `${operation}-takes-no-form`,
      clause: `${operationOf(operation).section}/body-type/form`,
      description: 'a form body is answered with 415',
      change: notTaking(operation, 'form'),
    }),
  ),
  ...(['capture', 'refund', 'payout'] as const).map((operation) =>
    faultFrom({
      id: `${operation}-takes-no-body-type`,
      clause: '4/body-type/usable',
      rare: true,
      meets: 'every way of writing',
      description: 'a body is understood neither under the declared type nor under the header of the samples',
      change: notTaking(operation, 'json', 'form', 'xml'),
    }),
  ),
  ...(['redirect-payment', 'cancel-subscription'] as const).map((operation) =>
    faultFrom({
      id: `${operation}-takes-no-layout`,
      clause: `${operationOf(operation).section}/body-layout`,
      rare: true,
      meets: 'every way of writing',
      description: 'a body is understood neither as an object nor as an XML document',
      change: notTaking(operation, 'json', 'form', 'xml'),
    }),
  ),
];

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
  return faultFrom({
    id: `${id}-answers-in-${name}`,
    clause: `1.4/${answers}`,
    description: `the answer is ${name.toUpperCase()} instead of ${answers.toUpperCase()}`,
    change: onText(id, rewrite, contentType),
  });
});

/** A warning of an interpreter in front of an answer, printed by a careless program. */
const warning = '\nWarning: Undefined index: shipping in /srv/pay.php on line 12\n';

const written = documentedOperations.filter(({ answers }) => answers !== 'html');

const cutShort = written.map(({ id, answers }) =>
  faultFrom({
    id: `${id}-body-cut-short`,
    clause: `1.4/${answers}/well-formed`,
    description: 'the body ends in the middle, and its length is announced so',
    change: onText(id, (text) => text.slice(0, Math.floor(text.length * 0.6))),
  }),
);

const warned = written.map(({ id, answers }) =>
  faultFrom({
    id: `${id}-behind-a-warning`,
    clause: `1.4/${answers}`,
    description: 'the answer follows the warning of an interpreter',
    change: onText(id, (text) => warning + text, 'text/html'),
  }),
);

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

/** Deviations in the writing of bodies: medium, encoding, well-formedness, size (1.4). */
export const mediaFaults: readonly Fault[] = [
  ...wrongMedium,
  ...cutShort,
  ...warned,
  ...planted({
    'refund-byte-order-mark': {
      clause: '1.4/json/byte-order-mark',
      description: 'the JSON starts with a byte order mark',
      change: onText('refund', (text) => `\ufeff${text}`),
    },
    'query-byte-order-mark': {
      clause: '1.4/json/byte-order-mark',
      description: 'the JSON starts with a byte order mark',
      change: onText('query', (text) => `\ufeff${text}`),
    },
    'query-page-now-and-then': {
      clause: '1.4/json',
      verdict: 'warn',
      description: 'every third query is answered with a page',
      change: onText('query', (text, { memo }) => {
        const count = (memo.get('queries') ?? 0) + 1;
        memo.set('queries', count);
        return count % 3 === 0 ? '<html><body>Please sign in</body></html>' : text;
      }),
    },
    'capture-utf-16': {
      clause: '1.4/json/utf-8',
      description: 'the JSON is in UTF-16',
      change: onText('capture', (text) => Buffer.from(text, 'utf16le')),
    },
    'refund-latin-1': {
      clause: '1.4/json/utf-8',
      description: 'the JSON is in Latin-1 and holds a letter beyond ASCII',
      change: onText('refund', (text) =>
        Buffer.from(
          text.replaceAll(':refunded', ':ausgef\u00fchrt').replace('{', '{"shop":"\u00e9t\u00e9",'),
          'latin1',
        ),
      ),
    },
    'payout-charset-utf-16': {
      clause: '1.4/json/utf-8',
      description: 'the Content-Type declares the JSON to be UTF-16',
      change: onText('payout', (text) => text, 'application/json; charset=utf-16'),
    },
    'review-member-twice': {
      clause: '1.4/json/repeated-member',
      description: 'the envelope names return_status twice',
      change: onText('review', (text) => text.replace('{', '{"return_status":"0",')),
    },
    'payout-member-twice': {
      clause: '1.4/json/repeated-member',
      description: 'the result names status twice',
      change: onText('payout', (text) => text.replace('{', '{"status":"PENDING",')),
    },
  }),
  ...(['capture', 'query', 'payout', 'cancel-subscription'] as const).map((operation) =>
    faultFrom({
      id: `${operation}-answer-in-array`,
      clause: '1.4/json/object',
      description: 'the answer object is in an array',
      change: onText(operation, (text) => `[${text}]`),
    }),
  ),
  ...planted({
    'refund-search-trailing-text': {
      clause: '1.4/json/well-formed',
      description: 'a comment follows the JSON',
      change: onText('refund-search', (text) => `${text}\n<!-- served by node 7 -->`),
    },
    'cancel-single-quotes': {
      clause: '1.4/json/well-formed',
      description: 'texts are in single quotes',
      change: onText('cancel', (text) => text.replaceAll('"', "'")),
    },
    'review-empty-body': {
      clause: '1.4/json',
      rare: true,
      verdict: 'warn',
      description: 'the answer has status 200 and no body',
      change: onText('review', () => ''),
    },
    'refund-nested-too-deep': {
      clause: '1.4/body/bounded',
      description: 'the answer holds 10,000 arrays inside each other',
      change: onText('refund', (text) => text.replace('{', `{"trace":${nested(10_000)},`)),
    },
    'query-too-large': {
      clause: '1.4/body/bounded',
      description: 'the answer is padded to six million bytes',
      change: onText('query', (text) => `${text}${' '.repeat(6_000_000)}`),
    },
    'redirect-payment-too-much-markup': {
      clause: '1.4/body/bounded',
      description: 'the page holds 200,000 line breaks',
      change: onText('redirect-payment', (text) =>
        text.replace('</body>', `${'<br>'.repeat(200_000)}</body>`),
      ),
    },
  }),
];
