import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Encoding } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import { writeXml } from '../write/xml.ts';
import { onAnswer, onText } from './alter.ts';
import { type Fault, plant, planted } from './fault.ts';

/** Deviations in the writing of XML: root, document type, namespaces, well-formedness, depth (1.4). */
export const xmlMediaFaults: readonly Fault[] = (['direct-payment', 'apm-payment'] as const).flatMap(
  xmlFaults,
);

/** The same text under its own declaration. */
function declared(encoding: string, text: string): string {
  return `<?xml version="1.0" encoding="${encoding}"?>${text.replace(/^<\?xml[^>]*\?>/, '')}`;
}

function xmlFaults(operation: 'direct-payment' | 'apm-payment'): Fault[] {
  const fault = (id: string, clause: string, description: string, change: Change) =>
    plant({ id: `${operation}-${id}`, clause, operation, description, change });
  return [
    fault(
      'root-response',
      '1.4/respon/root',
      'the root element is response',
      onText(operation, (text) => text.replace('<respon>', '<response>').replace('</respon>', '</response>')),
    ),
    fault(
      'root-capital',
      '1.4/respon/root',
      'the root element is Respon',
      onText(operation, (text) => text.replace('<respon>', '<Respon>').replace('</respon>', '</Respon>')),
    ),
    fault(
      'dtd',
      '1.4/xml/dtd',
      'the XML has a document type declaration',
      onText(operation, (text) => text.replace('<respon>', '<!DOCTYPE respon>\n<respon>')),
    ),
    fault(
      'dtd-of-page',
      '1.4/xml/dtd',
      'the XML has the document type of an HTML page',
      onText(operation, (text) => text.replace('<respon>', '<!DOCTYPE html>\n<respon>')),
    ),
    fault(
      'namespace',
      '1.4/xml/namespace',
      'the XML declares a default namespace',
      onText(operation, (text) => text.replace('<respon>', '<respon xmlns="urn:pay">')),
    ),
    fault(
      'prefix',
      '1.4/xml/namespace',
      'the elements have a prefix',
      onText(operation, (text) =>
        text.replace(/<(\/?)([a-z_])/g, '<$1p:$2').replace('<p:respon>', '<p:respon xmlns:p="urn:pay">'),
      ),
    ),
    fault(
      'two-roots',
      '1.4/xml/well-formed',
      'a second root element follows',
      onText(operation, (text) => `${text}<served/>`),
    ),
    fault(
      'bare-ampersand',
      '1.4/xml/well-formed',
      'an ampersand is not escaped',
      onText(operation, (text) =>
        text.replace('</order_no>', ' A & B</order_no>').replace('</respon>', '<shop>A & B</shop></respon>'),
      ),
    ),
    fault(
      'bare-less-than',
      '1.4/xml/well-formed',
      'a text has a less-than sign',
      onText(operation, (text) => text.replace('</respon>', '<trace>1 < 2</trace></respon>')),
    ),
    fault(
      'declares-utf-16',
      '1.4/xml/well-formed',
      'the declaration names UTF-16, and the bytes are UTF-8',
      onText(operation, (text) => declared('utf-16', text), 'application/xml'),
    ),
    fault(
      'declares-utf-8-in-latin-1',
      '1.4/xml/well-formed',
      'the declaration names UTF-8, and the bytes are ISO-8859-1',
      onText(operation, (text) =>
        Buffer.from(
          declared('utf-8', text).replace('</respon>', '<shop>\u00e9t\u00e9</shop></respon>'),
          'latin1',
        ),
      ),
    ),
    fault(
      'nested-too-deep',
      '1.4/body/bounded',
      'the answer nests 500 elements',
      onText(operation, (text) =>
        text.replace('</respon>', `${'<t>'.repeat(500)}${'</t>'.repeat(500)}</respon>`),
      ),
    ),
    fault(
      'element-twice',
      operation === 'direct-payment' ? '2.6/children/text' : '2.7/children/text',
      'the element currency comes twice',
      onAnswer(operation, (value) => ({ ...value, currency: [value.currency ?? '', value.currency ?? ''] })),
    ),
  ];
}

/** Refuses bodies of some encodings with 415, whatever their header says. */
function notTaking(operation: DocumentedOperationId, ...encodings: readonly Encoding[]): Change {
  return (manner) => ({
    ...manner,
    turnAway(about) {
      if (about.operation !== operation || !encodings.includes(about.encoding)) return manner.turnAway(about);
      return {
        form: 'text',
        status: 415,
        accepted: false,
        contentType: 'text/plain',
        text: 'unsupported media type\n',
      };
    },
  });
}

/** Body types that section 4 names and that are not understood. */
export const bodyTypeFaults: readonly Fault[] = [
  ...(['query', 'refund-search'] as const).map((operation) =>
    plant({
      id: `${operation}-takes-no-form`,
      clause: `${operationOf(operation).section}/body-type/form`,
      description: 'a form body is answered with 415',
      change: notTaking(operation, 'form'),
    }),
  ),
  ...(['capture', 'refund', 'payout'] as const).map((operation) =>
    plant({
      id: `${operation}-takes-no-body-type`,
      clause: '4/body-type/usable',
      rare: true,
      meets: 'every way of writing',
      description: 'a body is understood neither under the declared type nor under the header of the samples',
      change: notTaking(operation, 'json', 'form', 'xml'),
    }),
  ),
  ...(['redirect-payment', 'cancel-subscription'] as const).map((operation) =>
    plant({
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
    plant({
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
