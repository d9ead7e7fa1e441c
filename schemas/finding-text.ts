import { mustWords } from './findings/words.ts';
import { urlIn } from './media/url-in.ts';
import { plainLine } from './plain-text.ts';
import type { Exchange, Finding } from './types.ts';

const widthOfVerdict = 16;

/** The text of a finding: clause, verdict, exchange, requirement, what was found, place and command to repeat it. */
export function findingText(finding: Finding, exchange: Exchange, again?: string): string {
  const { sent, received } = exchange;
  const answer =
    received.kind === 'none'
      ? `no answer: ${received.reason}`
      : [String(received.status), plainLine(received.headers['content-type']?.split(';')[0]?.trim() ?? '')]
          .filter(Boolean)
          .join(' ');
  const head = `${finding.clause}  ${finding.verdict.padEnd(widthOfVerdict)}${sent.method} ${pathOf(sent.url)}, ${answer}`;
  return [
    head,
    line('must', mustWords(finding)),
    line('found', finding.received),
    line('at', finding.path === '' ? 'the whole answer' : finding.path),
    ...(again === undefined ? [] : [line('again', again)]),
  ].join('\n');
}

// Each part stays on one line, whatever its value contains.
function line(word: string, text: string): string {
  return `  ${word.padEnd(10)}${plainLine(text.replaceAll(/[\r\n]+/g, ' '))}`;
}

function pathOf(url: string): string {
  return urlIn(url)?.pathname ?? url;
}
