import { limits } from '../../../schemas/media/limits.ts';
import type { DocumentedOperationId } from '../../../schemas/types.ts';
import { type Change, onAnswer, onEntry, onField, onWire, rewiring } from '../../behaviour.ts';
import type { Wire } from '../../reply.ts';
import { counter, type Hostile, hostilesFrom } from './hostile.ts';

/** Answers with a body of this content type, built once per start. */
const answeringWith =
  (contentType: string, write: () => Wire['body']) =>
  (operation: DocumentedOperationId): Change => {
    const body = write();
    return onWire(operation, (wire) => ({ ...wire, headers: { 'content-type': contentType }, body }));
  };
const json = (write: () => string) => answeringWith('application/json', write);
const xml = (write: () => string) => answeringWith('application/xml', write);

/** Appends a repeated text to each `refund_message`, which may contain anything after the colon. */
const appending = (text: string, times: number) => (): Change => {
  const long = text.repeat(times);
  return onField('refund', 'refund_message', (message) => `${message}${long}`);
};

function entityBomb(): string {
  const steps = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`);
  return `<!DOCTYPE respon [<!ENTITY e0 "x">${steps.join('')}]><respon><order_no>&e12;</order_no></respon>`;
}

const fileEntity =
  '<!DOCTYPE respon [<!ENTITY f SYSTEM "file:///etc/hostname">]><respon><order_no>&f;</order_no></respon>';
const manyAttributes = () => Array.from({ length: 400_000 }, (_, at) => `a${at}=""`).join(' ');
const inUtf32 = () =>
  Buffer.from(Uint32Array.from([...'{"return_status":"1"}'].map((sign) => sign.charCodeAt(0))).buffer);

/** Services whose answers are too expensive for a reader without limits. */
export const bombs: readonly Hostile[] = hostilesFrom({
  // A body that cannot be read to its end is inconclusive; a body that can be read lacks every stated member.
  'deep-json': [
    'nests a hundred thousand objects',
    'refund',
    'never-green',
    json(() => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  ],
  'deep-xml': [
    'nests a hundred thousand elements',
    'direct-payment',
    'never-green',
    xml(() => `<respon>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</respon>`),
  ],
  'entity-bomb': [
    'declares entities that grow by ten at each step',
    'direct-payment',
    'never-green',
    xml(entityBomb),
  ],
  'foreign-entity': [
    'refers to a file of the reader',
    'direct-payment',
    'never-green',
    xml(() => fileEntity),
  ],
  // More members than the judge reads.
  'many-numbers': [
    'answers with a hundred and ten thousand numbers',
    'refund',
    'open',
    json(() => JSON.stringify([...Array(110_000).keys()])),
  ],
  'cut-json': [
    'leaves its JSON open after a hundred thousand brackets',
    'refund',
    'never-green',
    json(() => '['.repeat(100_000)),
  ],
  'many-attributes': [
    'gives its root four hundred thousand attributes',
    'direct-payment',
    'never-green',
    xml(() => `<respon ${manyAttributes()}></respon>`),
  ],
  'many-inputs': [
    'shows fifty thousand inputs',
    'redirect-payment',
    'never-green',
    answeringWith(
      'text/html',
      () => `<form name="theForm" method="post">${'<input name="a" value="b">'.repeat(50_000)}</form>`,
    ),
  ],
  // A repeated name is a warning, but a body with this many repeats is not read.
  'one-name-again': [
    'repeats one member three hundred thousand times',
    'refund',
    'open',
    (operation) => {
      const again = '"note":"",'.repeat(300_000);
      return onWire(operation, (wire) => ({
        ...wire,
        body: String(wire.body).replace('{', () => `{${again}`),
      }));
    },
  ],
  'long-values': [
    'answers each member of an order with a hundred thousand characters that begin like its shape',
    'refund',
    'failed',
    (operation) => {
      const long = `${'0'.repeat(50_000)}${'0 '.repeat(25_000)}!`;
      return onEntry(operation, (entry) =>
        Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, `${String(value)}${long}`])),
      );
    },
  ],
  // The document does not state the content type of answers.
  'long-type': [
    'names its type with thousands of parameters that mean nothing',
    'refund',
    'clean',
    (operation) => {
      const type = `application/json${'; a="b\\"'.repeat(1_000)};;  ,=`;
      return onWire(operation, (wire) => ({ ...wire, headers: { ...wire.headers, 'content-type': type } }));
    },
  ],
  'utf-32': [
    'answers in UTF-32',
    'refund',
    'never-green',
    answeringWith('application/json; charset=utf-32', inUtf32),
  ],
  'utf-7': [
    'answers in UTF-7',
    'refund',
    'never-green',
    answeringWith('application/json; charset=utf-7', () => '+AHsAIg-return+AF8-status+ACIAOgAiADEAIgB9-'),
  ],
  'percent-signs': ['repeats text that looks percent-encoded', 'refund', 'clean', appending('x %25', 20_000)],
  'card-words': [
    'repeats a word that looks like the name of a secret',
    'refund',
    'clean',
    appending('card:', 20_000),
  ],
  'long-digits': ['ends a text with a hundred thousand digits', 'refund', 'clean', appending('1', 100_000)],
  // Undocumented members are only observed.
  'many-members': [
    'adds five thousand members that the document does not name',
    'query',
    'clean',
    (operation) => {
      const more = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`note_${at}`, 'abcdefgh']));
      return onAnswer(operation, (value) => ({ ...value, ...more }));
    },
  ],
  'many-headers': [
    'sends two hundred headers whose names promise secrets',
    'query',
    'clean',
    (operation) => {
      const names = Array.from({ length: 200 }, (_, at) => `x-${at}-authorization`);
      const more = Object.fromEntries(names.map((name) => [name, 'card: 1']));
      return onWire(operation, (wire) => ({ ...wire, headers: { ...wire.headers, ...more } }));
    },
  ],
});

/** The addition to an answer: members of a JSON object, children of an XML element, or a comment of a page. */
interface Addition {
  readonly members: string;
  readonly children: string;
  readonly comment: string;
}

// In bytes; leaves room for the answer itself below the size limit.
const room = limits.bytes - 64 * 1024;

function withAddition(wire: Wire, { members, children, comment }: Addition): Wire {
  const body = String(wire.body);
  if (/^\s*\{\s*"/.test(body)) return { ...wire, body: body.replace('{', () => `{${members},`) };
  if (/<html|<form/i.test(body)) return { ...wire, body: body.replace(/(?=<form)/i, () => comment) };
  return { ...wire, body: body.replace(/(?=<\/[\w:]+>\s*$)/, () => children) };
}

const words = 'abcdefgh '.repeat(Math.floor(room / 9));
const oneText: Addition = {
  members: `"remarks":"${words}"`,
  children: `<remarks>${words}</remarks>`,
  // The reader limits the blanks inside one tag, so the comment has none.
  comment: `<!--${words.replaceAll(' ', '.')}-->`,
};

// Members per answer: XML elements need more characters than JSON members, and both are limited in number.
const namesOfAnswer = 40_000;

function manyNames(number: number): Addition {
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

const enlarging = (change: (wire: Wire, number: number) => Wire) => (): Change => {
  const count = counter();
  return rewiring((wire) => change(wire, count()));
};

const blanks = ' '.repeat(limits.readBytes - limits.bytes);

/** Services that conform to the document, but fill every answer up to the limits of a reader. */
export const enlargers: readonly Hostile[] = hostilesFrom({
  // Undocumented string members and comments are allowed.
  'enlarges-by-a-text': [
    'fills every answer of every operation with one text up to the size that is judged',
    'query',
    'clean',
    enlarging((wire) => withAddition(wire, oneText)),
  ],
  'enlarges-by-names': [
    'fills every answer of every operation with forty thousand members that no answer had before',
    'query',
    'clean',
    enlarging((wire, number) => withAddition(wire, manyNames(number))),
  ],
  'enlarges-by-blanks': [
    'appends blanks to every answer of every operation, up to the size that is read',
    'query',
    'warned',
    enlarging((wire) => ({ ...wire, body: `${String(wire.body)}${blanks}` })),
  ],
});
