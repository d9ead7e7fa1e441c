import { decodeJson } from '../../schemas/media/json.ts';
import { isBlank, scalarText } from '../../schemas/outcome.ts';
import type { JsonValue } from '../../schemas/types.ts';
import type { EvidenceAnswer } from '../evidence/lines.ts';

/** Most letters of an answer that a summary quotes. */
const longest = 100;

const documented = ['return_message', 'result_info', 'error_message', 'failure_reason', 'refund_message'];
const others = /^(?:.*_)?(?:message|msg|detail|error|reason|description|title|code)$/i;

function wordsIn(value: JsonValue, depth = 0): string | undefined {
  if (value === null || typeof value !== 'object' || depth > 3) return undefined;
  const members = Object.entries(value);
  const said = (fits: (name: string) => boolean) =>
    members.find(([name, part]) => fits(name) && !isBlank(part) && scalarText(part) !== undefined)?.[1];
  for (const name of documented) {
    const text = scalarText(said((one) => one === name));
    if (text !== undefined) return text;
  }
  const text = scalarText(said((name) => others.test(name)));
  if (text !== undefined) return text;
  for (const [, part] of members) {
    const inner = wordsIn(part, depth + 1);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function markupWords(body: string): string | undefined {
  for (const name of [...documented, 'message', 'detail', 'error', 'title', 'h1', 'code']) {
    const text = new RegExp(`<${name}(?:\\s[^>]*)?>\\s*([^<]*\\S)\\s*<`, 'i').exec(
      body.slice(0, 20_000),
    )?.[1];
    if (text !== undefined) return text;
  }
  return undefined;
}

/** What a masked answer says to a person: status, and its own words or the first line of its body; one short line. */
export function answerWords({ status, body }: Pick<EvidenceAnswer, 'status' | 'body'>): string {
  const start = body.trimStart();
  const decoded = /^[[{]/.test(start) ? decodeJson(Buffer.from(body)) : undefined;
  const own = decoded?.ok ? wordsIn(decoded.value) : start.startsWith('<') ? markupWords(start) : undefined;
  const [line = ''] = (own ?? start.slice(0, 400)).trim().split(/[\r\n]/, 1);
  const text = line.replaceAll(/\s+/g, ' ').replaceAll(/\p{C}/gu, '');
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
  return `${status} ${cut === '' ? '(empty body)' : cut}`;
}
