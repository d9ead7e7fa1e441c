import { formFields } from '../../schemas/media/form.ts';
import { limits } from '../../schemas/media/limits.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { documentedNames } from '../file/merchant-knowledge.ts';
import { decodeBody } from '../transport/decode-body.ts';

/** A request as sent. */
export interface WireMessage {
  readonly method: string;
  /** Absolute address, or path and query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

/** A text or members that a service could read, repetitions included; list entries have no name or a number. */
export type Reading = string | Members;
/** Names and values in the order of writing. */
export type Members = readonly (readonly [name: string, value: Reading])[];

/** Everything that a service could read in a request. */
export interface Readings {
  readonly members: Members;
  /** Paths in lower case without escapes, parameters and doubled slashes, in each form that a server may use. */
  readonly paths: readonly string[];
  /** False if the body has text that no reader understands. */
  readonly isReadable: boolean;
  /** The text of an unreadable body; undefined if even that is uncertain. */
  readonly unread?: string | undefined;
}

type MutableMembers = [name: string, value: Reading | MutableMembers][];

/** Deepest nesting of texts in texts. */
const mostLayers = 5;

/** All readings of a request: query, headers except those of the target, and the body in every format. */
export function readingsOf({ url, headers, body = '' }: WireMessage, own: readonly string[] = []): Readings {
  const [, query = ''] = /\?([^#]*)/.exec(url) ?? [];
  const foreign = Object.entries(headers).filter(([name]) => !own.includes(name));
  const type = headers['content-type'] ?? '';
  const { text, isText } = textOf(body, headers['content-encoding'], type);
  const read = text.trim() === '' ? [] : bodiesOf(text, type);
  return {
    members: [...readForm(query), ...foreign, ...read.flatMap((one) => membersOf(expanded(one, 0)))],
    paths: pathsOf(url),
    isReadable: text.trim() === '' || (isText && read.length > 0),
    unread: isText ? text : undefined,
  };
}

/** The readings of a value, including texts within texts. */
export function membersIn(value: JsonValue): Members {
  return membersOf(expanded(readJson(JSON.stringify(value)) ?? '', 0));
}

/** The members of a reading; a text is a list of one entry. */
export function membersOf(reading: Reading): Members {
  return typeof reading === 'string' ? [['', reading]] : reading;
}

function textOf(body: string | Uint8Array, encoding: string | undefined, type: string) {
  const [, charset = 'utf-8'] = /charset\s*=\s*"?([^";\s]+)/i.exec(type) ?? [];
  const isText = /^(?:utf-?8|us-ascii|iso-8859-1|windows-1252)$/i.test(charset);
  try {
    const bytes = decodeBody(Buffer.from(body), encoding, limits.bytes);
    const [first = 1, second = 1] = bytes;
    const label =
      first === 0xfe || first === 0 ? 'utf-16be' : first === 0xff || second === 0 ? 'utf-16le' : 'utf-8';
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), isText };
  } catch {
    return { text: Buffer.from(body).toString('latin1'), isText: false };
  }
}

/** The readings of a body: by its content, whatever its type, and as a form if its type allows it. */
function bodiesOf(text: string, type: string): readonly Reading[] {
  const parts = /multipart/i.test(type) ? readMultipart(text, type) : undefined;
  if (parts !== undefined) return [parts];
  const [first] = text.trim();
  const read = first === '<' ? readXml(text) : readJson(text);
  const isForm = /form/i.test(type) || !/json|xml/i.test(type);
  const looksLikeForm = read === undefined && /^\s*[^\s=&{}<>"]+=/.test(text);
  const form = isForm || looksLikeForm ? readForm(text) : [];
  return [...(read === undefined ? [] : [read]), ...(form.length > 0 ? [form] : [])];
}

/** Replaces texts that contain lists, objects or fields by their readings; an ambiguous text stays as well. */
function expanded(reading: Reading, layer: number, name = ''): Reading {
  if (typeof reading !== 'string')
    return reading.map(([own, value]) => [own, expanded(value, layer, own || name)] as const);
  const inner = layer > mostLayers ? undefined : textIn(reading, name);
  if (inner === undefined) return reading;
  const found = expanded(inner.read, layer + 1);
  return inner.isAll ? found : [['', reading], ...membersOf(found)];
}

let texts: ReadonlySet<string> | undefined;

/** Names that the document gives to texts or numbers in any request. */
function plainTexts(): ReadonlySet<string> {
  const named = () => documentedOperations.flatMap(({ id }) => documentedNames(id));
  texts ??= new Set(named().map((name) => name.slice(name.lastIndexOf('.') + 1)));
  return texts;
}

function textIn(text: string, name: string): { readonly read: Reading; readonly isAll: boolean } | undefined {
  if (text.length < 2) return undefined;
  const plain = text.trim();
  const read = /^[[{"]/.test(plain) ? readJson(plain) : plain.startsWith('<') ? readXml(plain) : undefined;
  if (read !== undefined) return { read, isAll: true };
  // A documented text field may look like a form and stays a text.
  if (/^[?&]*[\w.[\]-]+=/.test(plain) && !plainTexts().has(name))
    return { read: readForm(plain.replace(/^[?&]+/, '')), isAll: false };
  const plainer = unescaped(plain);
  return plainer === plain ? undefined : { read: plainer, isAll: false };
}

function unescaped(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text.replaceAll('+', ' ')) : text;
  } catch {
    return text;
  }
}

/** Adds a member; names with dots or brackets lead into objects, as in forms. */
function insertMember(into: MutableMembers, name: string, value: Reading | MutableMembers): void {
  const steps = name.length > 200 ? [name] : name.replaceAll(']', '').split(/[.[]/);
  const last = steps.pop() ?? '';
  let at = into;
  for (const step of steps.slice(0, limits.depth)) {
    const there = step === '' ? undefined : at.findLast(([own, part]) => own === step && Array.isArray(part));
    if (there !== undefined) at = there[1] as MutableMembers;
    else {
      const made: MutableMembers = [];
      at.push([step, made]);
      at = made;
    }
  }
  at.push([last, value]);
}

/** Reads JSON with all repeated members; undefined if it is invalid or too deep. */
function readJson(text: string): Reading | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const top: MutableMembers = [];
  const open: { readonly members: MutableMembers; readonly isList: boolean; name?: string | undefined }[] = [
    { members: top, isList: true },
  ];
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\],:"]+/g)) {
    const at = open.at(-1);
    if (at === undefined || open.length > limits.depth) return undefined;
    if (token === '}' || token === ']') open.pop();
    else if (!at.isList && at.name === undefined) at.name = JSON.parse(token) as string;
    else {
      const isOpening = token === '{' || token === '[';
      const members: MutableMembers = [];
      const value = isOpening ? members : scalarOf(token);
      if (at.isList) at.members.push(['', value]);
      else insertMember(at.members, at.name ?? '', value);
      at.name = undefined;
      if (isOpening) open.push({ members, isList: token === '[' });
    }
  }
  return top[0]?.[1] as Reading | undefined;
}

// null, true and false give no text; numbers stay as written.
function scalarOf(token: string): string {
  if (token.startsWith('"')) return JSON.parse(token) as string;
  return /^[ntf]/.test(token) ? '' : token;
}

/** Reads a form, including fields after a semicolon; skips names that are pieces of another format. */
function readForm(text: string): Members {
  const members: MutableMembers = [];
  const fields = text.includes('=') ? [...formFields(text)] : [];
  const behind = text.includes(';')
    ? [...formFields(text.slice(text.indexOf(';')).replaceAll(';', '&'))]
    : [];
  for (const [name, value] of [...fields, ...behind])
    if (!/[{}<>"\r\n]/.test(name) && name.trim() !== '') insertMember(members, name, value);
  return members as Members;
}

function readMultipart(text: string, type: string): Members | undefined {
  const [, boundary] = /boundary\s*=\s*"?([^";,]+)/i.exec(type) ?? [];
  const [, ...parts] = boundary === undefined ? [] : text.split(`--${boundary.trim()}`);
  if (parts.length < 2) return undefined;
  const members: MutableMembers = [];
  for (const part of parts.slice(0, -1)) {
    const [, head = '', value = ''] = /^([\s\S]*?)\r?\n\r?\n([\s\S]*?)\r?\n?$/.exec(part) ?? [];
    const [, quoted, plain] = /\bname\*?\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(head) ?? [];
    const name = unescaped((quoted ?? plain ?? '').replace(/^.*''/, ''));
    insertMember(members, name, /base64/i.test(head) ? Buffer.from(value, 'base64').toString() : value);
  }
  return members as Members;
}

interface Element {
  readonly name: string;
  readonly members: MutableMembers;
  text: string;
}

const xmlTokens =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/\s*([^\s>]+)\s*>|<([^\s/>!?]+)([^>"']*(?:(?:"[^"]*"|'[^']*')[^>"']*)*)>|([^<]+)|</g;

/** Reads XML with attributes and repeated elements; undefined if malformed, too deep, or with a document type. */
function readXml(text: string): Reading | undefined {
  const top: MutableMembers = [];
  const open: Element[] = [{ name: '', members: top, text: '' }];
  const close = ({ name, members, text: own }: Element) => {
    if (own.trim() !== '' || members.length === 0) members.push(['', own]);
    const [only] = members;
    const value = members.length === 1 && only?.[0] === '' ? only[1] : listed(members);
    open.at(-1)?.members.push([name, value]);
  };
  for (const [token, cdata, closing, opening, attributes = '', plain] of text.matchAll(xmlTokens)) {
    const at = open.at(-1);
    if (at === undefined || open.length > limits.depth || token === '<') return undefined;
    if (cdata !== undefined) at.text += cdata;
    else if (plain !== undefined) {
      const read = referencesIn(plain);
      if (read === undefined) return undefined;
      at.text += read;
    } else if (closing !== undefined) {
      if (open.length < 2 || localName(closing) !== at.name) return undefined;
      open.pop();
      close(at);
    } else if (opening !== undefined) {
      const members: MutableMembers = [];
      for (const [, name = '', , double, single] of attributes.matchAll(
        /([^\s=/]+)\s*=\s*("([^"]*)"|'([^']*)')/g,
      ))
        if (!name.startsWith('xmlns'))
          members.push([localName(name), referencesIn(double ?? single ?? '') ?? '']);
      const made = { name: localName(opening), members, text: '' };
      if (attributes.trimEnd().endsWith('/')) close(made);
      else open.push(made);
    }
  }
  const [root] = top;
  if (open.length !== 1 || root === undefined) return undefined;
  return typeof root[1] === 'string' ? ([root] as Members) : (root[1] as Members);
}

// Elements of one name are a list if one holds others; repeated texts are readings of one value.
function listed(members: MutableMembers): MutableMembers {
  const named = new Map<string, MutableMembers>();
  for (const [name, value] of members) {
    const all = named.get(name);
    if (all === undefined) named.set(name, [['', value]]);
    else all.push(['', value]);
  }
  const lists = [...named].filter(
    ([name, all]) => name !== '' && all.length > 1 && all.some(([, value]) => typeof value !== 'string'),
  );
  const names = new Set(lists.map(([name]) => name));
  return [...members.filter(([name]) => !names.has(name)), ...lists];
}

const localName = (name: string) => name.slice(name.lastIndexOf(':') + 1);

const references: Readonly<Record<string, string>> = table({
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
});

function referencesIn(text: string): string | undefined {
  if (!text.includes('&')) return text;
  let isKnown = true;
  const read = text.replaceAll(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,8}));|&/gi,
    (_, decimal, hex, name) => {
      const code = decimal ?? (hex && Number.parseInt(hex, 16));
      const sign =
        code === undefined ? references[name] : String.fromCodePoint(Math.min(Number(code), 0x10ffff));
      isKnown &&= sign !== undefined;
      return sign ?? '';
    },
  );
  return isKnown ? read : undefined;
}

/** Every path that a server may use: unescaped up to three times, dots resolved or not, parameters and endings cut. */
export function pathsOf(url: string): readonly string[] {
  const found = new Set<string>();
  let path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  for (let round = 0; round < 4; round += 1) {
    const steps = path
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[?#].*$/s, '')
      .split(/[\\/]+/)
      .map((step) => step.replace(/;.*$/s, '').replaceAll(/[\s\p{C}]/gu, ''))
      .filter((step) => step !== '' && step !== '.');
    const followed: string[] = [];
    for (const step of steps) {
      if (step === '..') followed.pop();
      else followed.push(step);
    }
    for (const way of [steps, followed])
      found.add(`/${way.map((step) => step.replace(/(?<=.)\.\w+$/, '')).join('/')}/`);
    path = unescaped(path.replaceAll('+', '%2B'));
  }
  return [...found];
}
