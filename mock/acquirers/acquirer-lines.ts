import { clauseOf } from '../../schemas/clauses.ts';
import type { Acquirer } from './acquirer.ts';
import { declaredLines } from './lives.ts';

/** What is to be known of an acquirer, in Markdown: who it is, what it insists on, why the document allows it, what an order goes through, what it announces. */
export function acquirerLines({ name, description, habits, life, announces }: Acquirer): readonly string[] {
  return [
    `## ${name}`,
    '',
    description,
    '',
    ...habits.map(({ insists, because }) => `- ${insists} _${because}_`),
    '',
    'The life of an order; what is not named is refused:',
    '',
    ...declaredLines(life),
    '',
    announces.length === 0
      ? 'It announces no warning.'
      : `It announces warnings of: ${announces.map((id) => `\`${clauseOf(id).id}\``).join(', ')}.`,
  ];
}
