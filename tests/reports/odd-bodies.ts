import type { JsonObject, JsonValue } from '../../schemas/types.ts';

/** Numbers below a bound, the same ones for the same seed. */
export type Draw = (below: number) => number;

/** Starts a series of numbers; small and good enough to make texts odd. */
export function drawing(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

const pick = <Value>(draw: Draw, values: readonly Value[]): Value => values[draw(values.length)] as Value;

/** The texts of a value, however deep. */
function textsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(textsOf);
}

const escapedXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function elements(value: JsonValue, name: string): string {
  if (Array.isArray(value)) return value.map((part) => elements(part, name)).join('');
  const inner =
    value !== null && typeof value === 'object'
      ? Object.entries(value)
          .map(([member, part]) => elements(part, member))
          .join('')
      : escapedXml(String(value));
  return `<${name}>${inner}</${name}>`;
}

function inputs(value: JsonObject): string {
  return Object.entries(value)
    .map(([name, part]) => `<input type="hidden" name="${name}" value="${escapedXml(String(part))}">`)
    .join('\n');
}

/** How a value is written by services and callers: JSON in three layouts, a form, XML in three layouts, a page, plain text. */
export const writings: readonly ((value: JsonObject) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify({ return_status: '1', orders_list: [value, value] }),
  (value) => JSON.stringify(value, null, 1),
  (value) =>
    new URLSearchParams(Object.entries(value).map(([name, part]) => [name, String(part)])).toString(),
  (value) => elements(value, 'respon'),
  (value) => `<?xml version="1.0" encoding="UTF-8"?>${elements(value, 'respon')}`,
  (value) => `<?xml version="1.0"?>\n${elements(value, 'respon').replaceAll('><', '>\n<')}\n`,
  (value) => `<!doctype html><form name="theForm">${inputs(value)}</form>`,
  (value) => textsOf(value).join(' '),
];

const spaced = (text: string) => text.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
const hidden: readonly ((text: string) => string)[] = [
  String,
  (text) => `${text} `,
  (text) => `before ${text} behind`,
  (text) => text.toUpperCase(),
  spaced,
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => encodeURIComponent(text),
  (text) => text.replaceAll(/[\s\S]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text) => JSON.stringify({ card: text, note: text }),
  (text) => `card=${text}&note=${text}`,
  (text) => `<card>${text}</card>`,
  (text) => `https://${text}:${text}@shop.example/?pan=${text}`,
  (text) => `${text}“${text}”…`,
  (text) => `security code 123 ${text} ０１２３`,
];
const homes = [
  'note',
  'remark',
  'custom',
  'amount',
  'order_no',
  'transaction_id',
  'card',
  'extra',
  'x@y.example',
];
const oddMembers = [
  '"__proto__":{"card":1}',
  '"7":"x"',
  '"a":-0',
  '"a":1.0',
  '"a":1e999',
  '"a":1e2',
  '"a":4111111111111111',
  '"card":5',
  '"a":null',
  '"a":[]',
  '"a":{}',
  '"a":[["4111111111111111"]]',
  '"\\u0063ard":"4111111111111111"',
  '"a":"\\ud83d"',
  '"a":"\\u0041"',
  '"a":"\\/"',
  '"a":"\\u007f"',
  '"a":"\u2028"',
  '"":"x"',
];

/** A value in which a text that it holds stands somewhere else, too, in some writing. */
export function echoed(value: JsonObject, draw: Draw): JsonObject {
  const texts = textsOf(value);
  if (texts.length === 0) return value;
  const text = pick(draw, hidden)(pick(draw, texts));
  const moved = draw(6) === 0 ? { [text]: 'x' } : { [pick(draw, homes)]: draw(4) === 0 ? [text, 7] : text };
  return draw(2) === 0 ? { ...moved, ...value } : { ...value, ...moved };
}

const edits: readonly ((text: string, draw: Draw) => string)[] = [
  String,
  (text, draw) => text.slice(0, draw(text.length + 1)),
  (text, draw) => {
    const at = draw(text.length + 1);
    return (
      text.slice(0, at) +
      pick(draw, [
        ' ',
        '\n',
        '"',
        '\\',
        '\0',
        '<',
        '>',
        '&',
        ',',
        '\ud83d',
        '\uFEFF',
        '@',
        '::',
        '##[x',
        '７',
      ]) +
      text.slice(at)
    );
  },
  (text, draw) => {
    const at = draw(text.length + 1);
    return text.slice(0, at) + text.slice(at + 1 + draw(3));
  },
  (text, draw) => text.replace(/[{,](?=")/, (sign) => `${sign}${pick(draw, oddMembers)},`),
  (text, draw) => {
    const members = text.match(/"\w+":"[^"]*"/g) ?? [];
    return members.length === 0 ? text : text.replace(/\}$/, `,${pick(draw, members)}}`);
  },
  (text, draw) =>
    text.replace(
      />(?=[^<])/,
      `>${pick(draw, ['<![CDATA[x]]>', '<!-- 4111111111111111 -->', '<a card="1"/>', ' ', '\u00a0', '</x>'])}`,
    ),
];

/** A text as a broken or hostile service may write it. */
export function edited(text: string, draw: Draw): string {
  return pick(draw, edits)(text, draw);
}
