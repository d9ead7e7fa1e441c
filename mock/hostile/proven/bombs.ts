import { limits } from '../../../schemas/media/limits.ts';
import { table } from '../../../schemas/table.ts';
import { type Change, rewiring } from '../../manner.ts';
import type { Wire } from '../../reply.ts';
import {
  type Hostile,
  type HostileEnd,
  type HostileVerdict,
  saying,
  sayingOfEntries,
  sending,
  shortRun,
  startDisguised,
} from './hostile.ts';

type Answer = Pick<Wire, 'headers' | 'body'>;

const json = (body: string): Answer => ({ headers: { 'content-type': 'application/json' }, body });
const xml = (body: string): Answer => ({ headers: { 'content-type': 'application/xml' }, body });

function entityBomb(): string {
  const steps = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
  return `<!DOCTYPE respon [<!ENTITY e0 "x">${steps.join('')}]><respon><order_no>&e12;</order_no></respon>`;
}

function bomb(
  name: string,
  does: string,
  operation: Hostile['operation'],
  expects: Omit<HostileVerdict, 'most'>,
  make: () => Answer,
): Hostile {
  return {
    name,
    does,
    operation,
    start: (port) => {
      const answer = make();
      return startDisguised(
        port,
        sending(operation, (wire) => ({ ...wire, ...answer })),
      );
    },
    expects: { ...expects, most: shortRun },
  };
}

const refundText = (name: string, does: string, text: () => string): Hostile => ({
  name,
  does,
  operation: 'refund',
  start: (port) => {
    const long = text();
    return startDisguised(
      port,
      sayingOfEntries('refund', (entries) =>
        entries.map((entry) => ({ ...entry, refund_message: `${String(entry.refund_message)}${long}` })),
      ),
    );
  },
  // A text after the colon may hold anything, however long.
  expects: { end: 'clean', most: shortRun },
});

/** Services whose answers cost a reader without bounds. */
export const bombs: readonly Hostile[] = [
  // What cannot be read to its end is inconclusive; what can lacks all that is stated.
  bomb('deep-json', 'nests a hundred thousand objects', 'refund', { end: 'never-green' }, () =>
    json(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ),
  bomb('deep-xml', 'nests a hundred thousand elements', 'direct-payment', { end: 'never-green' }, () =>
    xml(`<respon>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</respon>`),
  ),
  bomb(
    'entity-bomb',
    'declares entities that grow by ten at each step',
    'direct-payment',
    { end: 'never-green' },
    () => xml(entityBomb()),
  ),
  bomb('foreign-entity', 'refers to a file of the reader', 'direct-payment', { end: 'never-green' }, () =>
    xml(
      '<!DOCTYPE respon [<!ENTITY f SYSTEM "file:///etc/hostname">]><respon><order_no>&f;</order_no></respon>',
    ),
  ),
  bomb(
    // More than the documented bound of members: nobody judges it.
    'many-numbers',
    'answers with a hundred and ten thousand numbers',
    'refund',
    { end: 'open' },
    () => json(JSON.stringify(Array.from({ length: 110_000 }, (_, at) => at))),
  ),
  bomb(
    'cut-json',
    'leaves its JSON open after a hundred thousand brackets',
    'refund',
    { end: 'never-green' },
    () => json('['.repeat(100_000)),
  ),
  bomb(
    'many-attributes',
    'gives its root four hundred thousand attributes',
    'direct-payment',
    { end: 'never-green' },
    () => xml(`<respon ${Array.from({ length: 400_000 }, (_, at) => `a${at}=""`).join(' ')}></respon>`),
  ),
  bomb('many-inputs', 'shows fifty thousand inputs', 'redirect-payment', { end: 'never-green' }, () => ({
    headers: { 'content-type': 'text/html' },
    body: `<form name="theForm" method="post">${'<input name="a" value="b">'.repeat(50_000)}</form>`,
  })),
  {
    name: 'one-name-again',
    does: 'repeats one member three hundred thousand times',
    operation: 'refund',
    start: (port) => {
      const again = '"note":"",'.repeat(300_000);
      return startDisguised(
        port,
        sending('refund', (wire) => ({ ...wire, body: String(wire.body).replace('{', () => `{${again}`) })),
      );
    },
    // Repeated names are a warning, more of them than anybody counts are not read.
    expects: { end: 'open', most: shortRun },
  },
  {
    name: 'long-values',
    does: 'answers each member of an order with a hundred thousand characters that begin like its shape',
    operation: 'refund',
    start: (port) =>
      startDisguised(
        port,
        sayingOfEntries('refund', (entries) =>
          entries.map((entry) =>
            Object.fromEntries(
              Object.entries(entry).map(([name, value]) => [
                name,
                `${String(value)}${'0'.repeat(50_000)}${'0 '.repeat(25_000)}!`,
              ]),
            ),
          ),
        ),
      ),
    expects: { end: 'failed', most: shortRun },
  },
  {
    name: 'long-type',
    does: 'names its type with thousands of parameters that mean nothing',
    operation: 'refund',
    start: (port) =>
      startDisguised(
        port,
        sending('refund', (wire) => ({
          ...wire,
          headers: { ...wire.headers, 'content-type': `application/json${'; a="b\\"'.repeat(1_000)};;  ,=` },
        })),
      ),
    // The type of an answer is stated nowhere.
    expects: { end: 'clean', most: shortRun },
  },
  bomb('utf-32', 'answers in UTF-32', 'refund', { end: 'never-green' }, () => ({
    headers: { 'content-type': 'application/json; charset=utf-32' },
    body: Buffer.from(
      Uint32Array.from([...'{"return_status":"1"}'].map((sign) => sign.charCodeAt(0))).buffer,
    ),
  })),
  bomb('utf-7', 'answers in UTF-7', 'refund', { end: 'never-green' }, () => ({
    headers: { 'content-type': 'application/json; charset=utf-7' },
    body: '+AHsAIg-return+AF8-status+ACIAOgAiADEAIgB9-',
  })),
  refundText('percent-signs', 'repeats text that looks percent-encoded', () => 'x %25'.repeat(20_000)),
  refundText('card-words', 'repeats a word that looks like the name of a secret', () =>
    'card:'.repeat(20_000),
  ),
  refundText('long-digits', 'ends a text with a hundred thousand digits', () => '1'.repeat(100_000)),
  {
    name: 'many-members',
    does: 'adds five thousand members that the document does not name',
    operation: 'query',
    start: (port) => {
      const more = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`note_${at}`, 'abcdefgh']));
      return startDisguised(
        port,
        saying('query', (value) => ({ ...value, ...more })),
      );
    },
    // Undocumented members are observed.
    expects: { end: 'clean', most: shortRun },
  },
  {
    name: 'many-headers',
    does: 'sends two hundred headers whose names promise secrets',
    operation: 'query',
    start: (port) => {
      const more = Object.fromEntries(
        Array.from({ length: 200 }, (_, at) => [`x-${at}-authorization`, 'card: 1']),
      );
      return startDisguised(
        port,
        sending('query', (wire) => ({ ...wire, headers: { ...wire.headers, ...more } })),
      );
    },
    expects: { end: 'clean', most: shortRun },
  },
];

/** What is put into an answer: members of a JSON object, children of an XML element, or a comment of a page. */
interface Filling {
  readonly members: string;
  readonly children: string;
  readonly comment: string;
}

// Room for the answer itself below the bound.
const room = limits.bytes - 64 * 1024;

function filled(wire: Wire, { members, children, comment }: Filling): Wire {
  const body = String(wire.body);
  if (/^\s*\{\s*"/.test(body)) return { ...wire, body: body.replace('{', () => `{${members},`) };
  if (/<html|<form/i.test(body)) return { ...wire, body: body.replace(/(?=<form)/i, () => comment) };
  return { ...wire, body: body.replace(/(?=<\/[\w:]+>\s*$)/, () => children) };
}

const words = 'abcdefgh '.repeat(Math.floor(room / 9));
const oneText: Filling = {
  members: `"remarks":"${words}"`,
  children: `<remarks>${words}</remarks>`,
  // More blanks inside one tag are read by no client.
  comment: `<!--${words.replaceAll(' ', '.')}-->`,
};

// Elements cost more signs than members, and both have a bound of their number.
const namesOfAnswer = 40_000;

function manyNames(number: number): Filling {
  const names = Array.from(
    { length: namesOfAnswer },
    (_, at) => `remark_${number.toString(36)}_${at.toString(36)}`,
  );
  return {
    members: names.map((name) => `"${name}":"abcdefghijklmnopqrstuvwxyz"`).join(','),
    children: names.map((name) => `<${name}>abcdefghijklmnopqrstuvwxyz</${name}>`).join(''),
    comment: `<!--${names.join('.').padEnd(room, '.x')}-->`,
  };
}

const enlarging = (change: (wire: Wire, number: number) => Wire): Change => {
  let number = 0;
  return rewiring((wire) => {
    number += 1;
    return change(wire, number);
  });
};

const blanks = ' '.repeat(limits.readBytes - limits.bytes);

const ways: Readonly<Record<string, readonly [does: string, end: HostileEnd, change: () => Change]>> = table({
  // An undocumented member that is a string, and a comment, are free.
  'enlarges-by-a-text': [
    'fills every answer of every operation with one text up to the size that is judged',
    'clean',
    () => enlarging((wire) => filled(wire, oneText)),
  ],
  'enlarges-by-names': [
    'fills every answer of every operation with forty thousand members that no answer had before',
    'clean',
    () => enlarging((wire, number) => filled(wire, manyNames(number))),
  ],
  'enlarges-by-blanks': [
    'appends blanks to every answer of every operation, up to the size that is read',
    'warned',
    () => enlarging((wire) => ({ ...wire, body: `${String(wire.body)}${blanks}` })),
  ],
});

/** Services that obey the document, and whose every answer is as large as any client reads. */
export const enlargers: readonly Hostile[] = Object.entries(ways).map(([name, [does, end, change]]) => ({
  name,
  does,
  operation: 'query',
  start: (port) => startDisguised(port, change()),
  expects: { end, most: shortRun },
}));
