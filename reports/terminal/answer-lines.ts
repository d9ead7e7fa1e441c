import pc from 'picocolors';
import { operationIds } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';
import { tableWidth } from './total-lines.ts';

const kinds = [
  ['accepted', ({ accepted }) => accepted],
  ['refused', ({ refused }) => refused],
  ['malformed', ({ malformed }) => malformed],
  ['429, 5xx', ({ failed }) => failed],
  ['no answer', ({ none }) => none],
] as const satisfies readonly (readonly [string, (answers: Answers) => number])[];

type Answers = NonNullable<Statement['run']['operations']['refund']>['answers'];

const nameWidth = 26;
const narrowNameWidth = 21;
const cellWidth = 10;

/** How the service answered, a line for each operation that was asked, with the commonest words of its refusals. */
export function answerLines({ run }: Pick<Statement, 'run'>, width: number = tableWidth): readonly string[] {
  const isNarrow = width < tableWidth;
  const rows = operationIds.flatMap((id) => {
    const answers = run.operations[id]?.answers;
    if (answers === undefined) return [];
    const cells = kinds.map(([, of]) => {
      const count = of(answers);
      return count === 0 ? pc.dim('·'.padStart(cellWidth)) : String(count).padStart(cellWidth);
    });
    const [commonest] = answers.refusals;
    const dead = answers.allowed.sent > 0 && answers.allowed.accepted === 0;
    const name = id.padEnd(isNarrow ? narrowNameWidth : nameWidth);
    const words = kinds.flatMap(([kind, of]) => (of(answers) === 0 ? [] : [`${of(answers)} ${kind}`]));
    const line = `${dead ? pc.red(name) : name}${isNarrow ? words.join(', ') : cells.join('')}`;
    // Words of refusals tell most where nothing was accepted; elsewhere wrong requests were meant to be refused.
    return dead && commonest !== undefined
      ? [line, `    ${pc.dim(`most often: ${commonest.text}`)}`]
      : [line];
  });
  const head = `${`${run.exchanges} exchanges`.padEnd(nameWidth)}${kinds.map(([name]) => name.padStart(cellWidth)).join('')}`;
  return [isNarrow ? `${run.exchanges} exchanges` : head, ...rows];
}
