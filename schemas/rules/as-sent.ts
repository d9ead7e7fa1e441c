import type { Said } from '../findings/said.ts';
import { say, sayValue } from '../findings/say.ts';
import type { Notebook } from '../notebook.ts';
import type { ClauseId } from '../types.ts';

/** Two texts that ought to be the same, and where. */
interface Comparison {
  readonly clause: ClauseId;
  /** Where the answer has the text. */
  readonly path: string;
  readonly sent: string;
  readonly received: string;
  /** What is expected when it is more than the text as it was sent. */
  readonly expected?: Said;
  /** False where two texts of other letters mean the same, as amounts may. */
  readonly differs?: boolean;
  readonly atMost?: 'warn';
}

/** Holds the clause when a text came back as it was sent or seen before, line ends aside; breaks it otherwise. */
export function compareAsSent(notebook: Notebook, comparison: Comparison): void {
  const { clause, path, sent, received, atMost } = comparison;
  const { differs = !sameText(sent, received) } = comparison;
  if (!differs) notebook.holds(clause);
  else
    notebook.breaks(clause, {
      kind: 'differs',
      path,
      expected: comparison.expected ?? say('as-sent', [sent]),
      received: sayValue(received),
      ...(atMost === undefined ? {} : { atMost }),
    });
}

/** Tells whether two texts are equal; line ends are, because XML and forms rewrite them. */
export function sameText(one: string, other: string): boolean {
  return one === other || (one.includes('\r') || other.includes('\r') ? lines(one) === lines(other) : false);
}

function lines(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
