import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { documentedOperations } from '../../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../../schemas/types.ts';
import { exchangeOf, type Told, unansweredExchange } from '../exchange-of.ts';
import { answers } from './answers.ts';
import type { Deviation } from './deviation.ts';
import { requests } from './requests.ts';
import { stylesOf } from './styles.ts';

const text = JSON.stringify(answers.capture);
const xml = encodeXml(answers['direct-payment'], { root: 'respon', declaration: false });
const odd = { intent: 'odd' } as const;

function capture(clause: string, title: string, body: string | Uint8Array, told: Told = {}): Deviation {
  return { clause, title, exchange: exchangeOf('capture', requests.capture, body, told) };
}
function direct(clause: string, title: string, body: string | Uint8Array): Deviation {
  return { clause, title, exchange: exchangeOf('direct-payment', requests['direct-payment'], body) };
}
function plainBody(operation: DocumentedOperationId): string {
  return stylesOf(operation)[0]?.body ?? '';
}

/** Deviations of status line and body form (sections 4 and 7, 1.4). */
export const wireDeviations: readonly Deviation[] = [
  ...documentedOperations.flatMap(({ id, section }): Deviation[] => [
    {
      clause: `${section}/status-200`,
      title: `${id} ends in a 500`,
      exchange: exchangeOf(id, requests[id], '', { status: 500 }),
    },
    {
      clause: `${section}/status-200`,
      title: `${id} is answered with 201`,
      exchange: exchangeOf(id, requests[id], plainBody(id), { status: 201 }),
    },
    {
      clause: `${section}/status-200`,
      title: `${id} dies`,
      exchange: unansweredExchange(id, requests[id], 'reset'),
    },
    {
      clause: '7.8/robustness',
      title: `a broken ${id} ends in a 502`,
      exchange: exchangeOf(id, {}, '', { status: 502, sent: odd }),
    },
  ]),
  {
    clause: '7.8/robustness',
    title: 'a broken query dies',
    exchange: unansweredExchange('query', {}, 'reset', { sent: odd }),
  },
  ...(['query', 'refund-search'] as const).map(
    (id): Deviation => ({
      clause: id === 'query' ? '4.4/body-type/form' : '4.10/body-type/form',
      title: `${id} is refused for being a form`,
      exchange: exchangeOf(id, requests[id], '', { status: 415 }),
    }),
  ),
  capture('1.4/json', 'is XML', '<respon><return_status>1</return_status></respon>'),
  capture('1.4/json', 'is a word', 'OK'),
  capture('1.4/json/object', 'is an array', `[${text}]`),
  capture('1.4/json/well-formed', 'is cut off', text.slice(0, -5)),
  capture('1.4/json/well-formed', 'has something behind', `${text}x`),
  capture('1.4/json/well-formed', 'has a comma too many', `${text.slice(0, -1)},}`),
  capture('1.4/json/byte-order-mark', 'has a byte order mark', `\uFEFF${text}`),
  capture(
    '1.4/json/utf-8',
    'is Latin-1',
    Buffer.from(text.replace('OK', 'OK').replace('"T81"', '"T81","x":"é"'), 'latin1'),
  ),
  capture('1.4/json/utf-8', 'declares UTF-16', text, {
    headers: { 'content-type': 'application/json; charset=utf-16' },
  }),
  capture('1.4/json/repeated-member', 'names a member twice', `{"return_status":"1",${text.slice(1)}`),
  capture('1.4/body/bounded', 'nests without end', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`),
  capture('1.4/body/bounded', 'is huge', `{"a":"${'x'.repeat(4_200_000)}"}`),
  direct('1.4/xml', 'is JSON', JSON.stringify(answers['direct-payment'])),
  direct('1.4/xml/well-formed', 'does not close', xml.replace('</respon>', '')),
  direct('1.4/xml/well-formed', 'has two roots', `${xml}<more/>`),
  direct('1.4/xml/well-formed', 'has a bare ampersand', xml.replace('<note></note>', '<note>a & b</note>')),
  direct('1.4/xml/well-formed', 'has a bare "<"', xml.replace('<note></note>', '<note>a < b</note>')),
  direct('1.4/xml/well-formed', 'has an unknown entity', xml.replace('<note></note>', '<note>&nbsp;</note>')),
  direct(
    '1.4/xml/well-formed',
    'declares UTF-16 over UTF-8',
    `<?xml version="1.0" encoding="UTF-16"?>${xml}`,
  ),
  direct(
    '1.4/xml/well-formed',
    'declares UTF-8 over UTF-16',
    Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>${xml}`, 'utf16le'),
  ),
  direct(
    '1.4/xml/well-formed',
    'declares ASCII over letters beyond it',
    `<?xml version="1.0" encoding="US-ASCII"?>${xml.replace('<note></note>', '<note>é</note>')}`,
  ),
  direct(
    '1.4/xml/well-formed',
    'is Latin-1 and declares UTF-8',
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>${xml.replace('<note></note>', '<note>é</note>')}`,
      'latin1',
    ),
  ),
  direct('1.4/xml/dtd', 'has a document type', `<!DOCTYPE respon>${xml}`),
  direct('1.4/xml/dtd', 'has the document type of a page', `<!DOCTYPE html>${xml}`),
  direct('1.4/xml/dtd', 'declares an entity', `<!DOCTYPE respon [<!ENTITY a "b">]>${xml}`),
  direct('1.4/xml/namespace', 'has a namespace', xml.replace('<respon>', '<respon xmlns="urn:pay">')),
  direct('1.4/xml/namespace', 'has prefixes', xml.replaceAll('note>', 'p:note>')),
  direct('1.4/respon/root', 'has another root', xml.replaceAll('respon>', 'response>')),
  direct(
    '2.6/children/text',
    'repeats an element',
    xml.replace('<note></note>', '<note>a</note><note>b</note>'),
  ),
  {
    clause: '1.4/html',
    title: 'page is JSON',
    exchange: exchangeOf('redirect-payment', requests['redirect-payment'], '{}', { sent: { taken: true } }),
  },
  {
    clause: '7.6/invalid-input',
    title: 'bad input is refused with 422',
    exchange: exchangeOf('apm-payment', { ...requests['apm-payment'], amount: 5 }, '', {
      status: 422,
      sent: odd,
    }),
  },
];
