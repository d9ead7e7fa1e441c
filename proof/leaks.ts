import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { table } from '../schemas/table.ts';

/** The encodings in which a file may contain a secret. */
export const encodings: Readonly<Record<string, (secret: string) => string>> = table({
  plain: (secret) => secret,
  Base64: (secret) => Buffer.from(secret).toString('base64').replace(/=+$/, '').slice(0, -1),
  hexadecimals: (secret) => Buffer.from(secret).toString('hex'),
  'percent signs': (secret) => Buffer.from(secret).toString('hex').replaceAll(/../g, '%$&'),
  'character references': (secret) => [...secret].map((sign) => `&#${sign.charCodeAt(0)};`).join(''),
  'script escapes': (secret) =>
    [...secret].map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  'groups of four': (secret) => secret.replaceAll(/\d{4}(?=\d)/g, '$&-'),
  'the other way round': (secret) => [...secret].reverse().join(''),
});

/** Characters and commands that a terminal, a job log or a browser would execute. */
const dangerousTexts: Readonly<Record<string, RegExp>> = table({
  'a sign that a terminal obeys': new RegExp(['\u001b', '\u009b', '\u0007', '\u202e', '\u2066'].join('|')),
  'a command of a job log': /^\s*(?:::error|##\[error\])/m,
});

// Files that people or job logs read directly; other files are data in their own format.
const shown = /\.(?:html|md|txt|xml|json)$/;

const isPacked = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The text of a file, followed by the text of its compressed blocks; a gzip file is decompressed. */
function wholeText(file: string): string {
  const bytes = readFileSync(file);
  const text = (isPacked(bytes) ? gunzipSync(bytes) : bytes).toString('utf8');
  const blocks = [...text.matchAll(/"packed":"([A-Za-z0-9+/=]+)"/g)].map(([, packed = '']) =>
    gunzipSync(Buffer.from(packed, 'base64')).toString('utf8'),
  );
  return [text, ...blocks].join('\n');
}

interface Written {
  readonly byWriting: readonly (readonly [writing: string, texts: readonly string[]])[];
  /** Matches any of these texts, so that most files need one search only. */
  readonly any: RegExp;
}

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The secrets in every encoding, in lower case. */
function inAllEncodings(secrets: readonly string[]): Written {
  const byWriting = Object.entries(encodings).map(
    ([writing, write]) => [writing, secrets.map((secret) => write(secret).toLowerCase())] as const,
  );
  return { byWriting, any: new RegExp(byWriting.flatMap(([, texts]) => texts.map(literal)).join('|')) };
}

function problemsOf(name: string, text: string, { byWriting, any }: Written): readonly string[] {
  const lower = text.toLowerCase();
  const held = any.test(lower) ? byWriting : [];
  const leaks = held.flatMap(([writing, texts]) =>
    texts.some((secret) => lower.includes(secret)) ? [`${name} holds a secret in ${writing}`] : [],
  );
  const obeyed = Object.entries(dangerousTexts).flatMap(([what, pattern]) =>
    shown.test(name) && pattern.test(text) ? [`${name} holds ${what}`] : [],
  );
  const isScript = name.endsWith('.html') && text.includes('<script>alert(');
  return [...leaks, ...obeyed, ...(isScript ? [`${name} holds a foreign script`] : [])];
}

/** The problems of the files below a folder: a secret in some encoding, or text that a reader would execute. */
export function leaksIn(folder: string, secrets: readonly string[]): readonly string[] {
  const written = inAllEncodings(secrets);
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      return problemsOf(relative(folder, file), wholeText(file), written);
    });
}
