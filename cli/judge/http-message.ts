import { limits } from '../../schemas/media/limits.ts';
import { table } from '../../schemas/table.ts';
import { decodeBody } from '../../targets/transport/decode.ts';

/** An answer as tools save it: with its status line and headers before its body. */
export interface SavedMessage {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const statusLine = /^HTTP\/\d(?:\.\d)?[ \t]+(\d{3})(?:[ \t]([^\r\n]*))?(?:\r?\n|$)/;
// Within a file a status line counts where a header or the end of the head follows, as no line of a body does.
const nextMessage = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}(?:[ \t][^\r\n]*)?\r?\n(?=[\w!#$%&'*+.^`|~-]+:|\r?\n)/gm;
const header = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([^\r\n]*)(?:\r?\n|$)/;
// What an editor writes below an answer.
const trailer = /\s*\n(?:Response code: \d{3} |Response file saved\.)[^<{]*$/;

/** The answers of a file that begins with a status line, without those that only led to another; undefined for any other file. */
export function messagesIn(bytes: Uint8Array): readonly SavedMessage[] | undefined {
  // One character for each byte.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s*/, '');
  if (!statusLine.test(text)) return undefined;
  const starts = [...text.matchAll(nextMessage)].map(({ index }) => index).filter((index) => index > 0);
  const parts = [0, ...starts].map((start, index) =>
    messageIn(text.slice(start, starts[index] ?? text.length)),
  );
  const last = parts.length - 1;
  return parts
    .filter(({ leads }, index) => leads === 'never' || (leads === 'on' && index === last))
    .map(({ message }) => message);
}

/** `always` for what is never the answer itself, `on` for what is followed by it where another one follows. */
type Leads = 'always' | 'on' | 'never';

function messageIn(text: string): { readonly message: SavedMessage; readonly leads: Leads } {
  const [line = '', digits, words = ''] = statusLine.exec(text) ?? [];
  const status = Number(digits);
  const headers: Record<string, string> = table();
  let rest = text.slice(line.length);
  for (let found = header.exec(rest); found !== null; found = header.exec(rest)) {
    const [whole, name = '', value = ''] = found;
    headers[name.toLowerCase()] = value.trim();
    // A value may go on in the next line.
    rest = rest.slice(whole.length).replace(/^(?:[ \t]+[^\r\n<{[]*\r?\n)+/, '');
  }
  const body = rest.replace(/^\r?\n/, '').replace(trailer, '');
  const leads =
    status < 200 || /^connection established/i.test(words)
      ? 'always'
      : [401, 407].includes(status) || (status >= 300 && status < 400)
        ? 'on'
        : 'never';
  return { message: { status, headers, body: bodyOf(body, headers) }, leads };
}

function bodyOf(text: string, headers: Readonly<Record<string, string>>): Uint8Array {
  const isChunked = /chunked/i.test(headers['transfer-encoding'] ?? '');
  const bytes = Buffer.from((isChunked ? unchunked(text) : undefined) ?? text, 'latin1');
  try {
    return decodeBody(bytes, headers['content-encoding'], limits.bytes);
  } catch {
    // Most tools unpack a body and leave the header as it was.
    return bytes;
  }
}

/** A body without the lengths of its chunks; undefined where it has none, as most tools write it. */
function unchunked(text: string): string | undefined {
  let whole = '';
  for (let at = 0; ; ) {
    const found = /^([0-9a-f]{1,8})(?:;[^\r\n]*)?\r?\n/i.exec(text.slice(at, at + 200));
    if (found === null) return undefined;
    const length = Number.parseInt(found[1] ?? '', 16);
    if (length === 0) return whole;
    const start = at + found[0].length;
    whole += text.slice(start, start + length);
    at = start + length + (text.charAt(start + length) === '\r' ? 2 : 1);
  }
}
