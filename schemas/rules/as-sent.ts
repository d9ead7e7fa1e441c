import type { Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import { given } from '../given.ts';
import type { Notebook } from '../notebook.ts';
import type { ClauseId, JsonValue, Medium } from '../types.ts';

/** Two texts that ought to be the same, and where. */
interface Comparison {
  readonly clause: ClauseId;
  /** Where the answer has the text. */
  readonly path: string;
  readonly sent: string;
  readonly received: string;
  /** What the answer holds when that is no text. */
  readonly shown?: JsonValue;
  /** What is expected when it is more than the text as it was sent. */
  readonly expected?: Said;
  /** What the answer is written in; XML cannot carry every text (XML 1.0, 2.2). */
  readonly medium?: Medium;
  /** False where two texts of other letters mean the same, as amounts may. */
  readonly differs?: boolean;
  readonly atMost?: 'warn';
}

/** Holds the clause when a text came back as it was sent or seen before, line ends aside; breaks it otherwise. */
export function compareAsSent(notebook: Notebook, comparison: Comparison): void {
  const { clause, path, sent, received, shown = received, atMost, medium } = comparison;
  const { differs = !sameText(sent, received) && !(medium === 'xml' && isCarried(sent, received)) } =
    comparison;
  if (!differs) notebook.holds(clause);
  else
    notebook.breaks(clause, {
      kind: 'differs',
      path,
      expected: comparison.expected ?? say('as-sent', [sent]),
      received: sayValue(shown),
      ...given({ atMost }),
    });
}

/** Tells whether two texts are equal; line ends are, because XML and forms rewrite them. */
export function sameText(one: string, other: string): boolean {
  return one === other || (one.includes('\r') || other.includes('\r') ? lines(one) === lines(other) : false);
}

const beyondXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]+/u;

// What XML cannot carry may be left out or stand there as something else; the text around it is as it was sent.
function isCarried(sent: string, received: string): boolean {
  const [first = '', ...others] = lines(sent).split(beyondXml);
  const last = others.pop();
  const shown = lines(received);
  if (last === undefined || !shown.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = shown.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return shown.length >= at + last.length && shown.endsWith(last);
}

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
