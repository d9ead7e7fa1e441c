import { table } from '../../../schemas/table.ts';
import { textOf } from '../../operations/request-member.ts';
import type { About, Wire } from '../../reply.ts';
import { saying, sending } from './honest-but.ts';
import { entrusted, type Hostile, type HostileEnd, shortRun, startDisguised } from './hostile.ts';

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
  const sentence = `pays honestly and gives key, credential and card back ${does}`;
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
