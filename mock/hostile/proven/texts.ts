import { allOf } from '../../manner.ts';
import { sayingOfEntries, sending } from './honest-but.ts';
import { type Hostile, shortRun, startDisguised } from './hostile.ts';

const payloads = {
  'terminal-escapes': '\u001b[2J\u001b]0;zealot\u0007\u009b8A\u001b[1;32m conformant',
  'invisible-signs': '\u202e\u2066zealot\u200b\ufeff\u2028\u2029\u{e0041}',
  'job-commands': 'zealot\r\n::error title=zealot::x\n##[error]zealot ##vso[task.complete result=Succeeded]x',
  'markup-in-texts': '<script>alert("zealot")</script><img src=x onerror=alert(1)> &amp; ]]> </failure>',
  'markdown-in-texts': '](http://evil.example/zealot) | `zealot` | # zealot\n| a | b |\n|---|---|',
  'names-of-prototypes': '__proto__ constructor toString zealot {{7*7}} <%= process.exit(9) %>',
  'halves-of-signs': 'zealot \ud800 \udfff \ufffe \u{1f469}\u200d\u{1f4bb} \u0301\u0301',
  'paths-in-texts': '../../../../../tmp/zealot\u0000.html',
} as const;

/** Services that obey the document, and whose every free text is meant for the reader's terminal, job log or browser. */
export const texts: readonly Hostile[] = Object.entries(payloads).map(([name, text]) => ({
  name,
  does: `refunds honestly, with ${name.replaceAll('-', ' ')} in each text, name and header that is free`,
  operation: 'refund',
  start: (port) =>
    startDisguised(
      port,
      allOf(
        sayingOfEntries('refund', (entries) =>
          entries.map((entry) => ({
            ...entry,
            refund_message: `${String(entry.refund_message)}${text}`,
            [text]: text,
            '__proto__ ': text,
          })),
        ),
        sending('refund', (wire) => ({
          ...wire,
          headers: {
            ...wire.headers,
            'x-request-id': encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')),
            'x-said': text.replaceAll(/[^\x20-\x7e]/g, ''),
          },
        })),
      ),
    ),
  // Texts after the colon, undocumented members that are strings and headers are free.
  expects: { end: 'clean', most: shortRun },
}));
