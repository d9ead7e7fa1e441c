import { textIn } from '../../../schemas/media/charset.ts';
import { formFields } from '../../../schemas/media/form.ts';

type Field = readonly [name: string, value: string];

/** The encoding of a form's post: the first one that exists; forms of a page in UTF-16 post UTF-8. */
function encodingOf(charsets: readonly string[]): string {
  const [label = 'utf-8'] = charsets.filter((one) => textIn(new Uint8Array(), one, false) !== undefined);
  const { encoding } = new TextDecoder(label);
  return encoding.startsWith('utf-16') ? 'utf-8' : encoding;
}

/** The characters of a legacy encoding, in one byte or two. */
function charactersOf(encoding: string): ReadonlySet<string> {
  const bytes: number[] = [];
  for (let first = 0x80; first <= 0xff; first += 1) {
    bytes.push(first, 0x20);
    for (let second = 0x40; second <= 0xfe; second += 1) bytes.push(first, second, 0x20);
  }
  return new Set(textIn(Uint8Array.from(bytes), encoding, false));
}

/**
 * Reads the fields of a post in the encoding of its form, the first of `charsets`. A browser writes a character that
 * the encoding lacks as a character reference (HTML, constructing an entry list), which is read back.
 */
export async function fieldsOf(
  bytes: Uint8Array,
  type: string,
  charsets: readonly string[],
): Promise<readonly Field[]> {
  const encoding = encodingOf(charsets);
  const fields = await readAs(type)(bytes, type, encoding);
  if (encoding === 'utf-8' || encoding === 'gb18030') return fields;
  const reference = /&#([0-9]{3,7});/g;
  if (!fields.flat().some((text) => text.search(reference) >= 0)) return fields;
  const known = charactersOf(encoding);
  const plain = (text: string) =>
    text.replace(reference, (written, digits: string) => {
      const code = Number(digits);
      const character = code > 0x10ffff ? written : String.fromCodePoint(code);
      return known.has(character) ? written : character;
    });
  return fields.map(([name, value]) => [plain(name), plain(value)]);
}

type Reader = (bytes: Uint8Array, type: string, encoding: string) => Promise<readonly Field[]>;

/** The reader for one of the three content types of a form. */
function readAs(type: string): Reader {
  if (/^multipart\/form-data\b/i.test(type)) return partsIn;
  return /^text\/plain\b/i.test(type) ? linesIn : pairsIn;
}

/** Reads a form posted as `text/plain`; a line without a name continues the previous value. */
async function linesIn(bytes: Uint8Array, _type: string, encoding: string): Promise<readonly Field[]> {
  const text = textIn(bytes, encoding, false) ?? '';
  const fields: [name: string, value: string][] = [];
  for (const line of text.replace(/\r\n$/, '').split('\r\n')) {
    const [, name, value = ''] = /^([^=]*)=(.*)$/s.exec(line) ?? [];
    const before = fields.at(-1);
    if (name !== undefined) fields.push([name, value]);
    else if (before !== undefined) before[1] += `\r\n${line}`;
  }
  return fields;
}

async function pairsIn(bytes: Uint8Array, _type: string, encoding: string): Promise<readonly Field[]> {
  const text = Buffer.from(bytes).toString('latin1');
  if (encoding === 'utf-8') return [...formFields(text)];
  const decoded = (part: string) => {
    const unescaped = part
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_escape, digits: string) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      );
    return textIn(Buffer.from(unescaped, 'latin1'), encoding, false) ?? unescaped;
  };
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name), decoded(value.join('='))];
    });
}

/** Reads a form posted as `multipart/form-data`; a file gives only its name. */
async function partsIn(bytes: Uint8Array, type: string, encoding: string): Promise<readonly Field[]> {
  const text = textIn(bytes, encoding, false) ?? '';
  try {
    const form = await new Response(text, { headers: { 'content-type': type } }).formData();
    return [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]);
  } catch {
    return [];
  }
}
