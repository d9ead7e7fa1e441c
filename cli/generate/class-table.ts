import { structureClasses } from '../../generators/covering.ts';
import { type ClassGroup, classGroups } from '../../generators/value-classes.ts';
import { classOfSize } from '../../schemas/sent.ts';

const others: readonly ClassGroup[] = [
  { kind: 'Objects and arrays', classes: structureClasses },
  {
    kind: 'Numbers of entries of a batch',
    classes: [
      { id: `${classOfSize(1)} …`, sentence: 'Each number of entries up to the limit of the batch.' },
    ],
  },
];

// A vertical line would end the cell, and a name may hold signs that Markdown reads.
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/[<>&]/g, (sign) => `\\${sign}`);

/** Every class of values with its sentence, as a table of Markdown. */
export function classTable(): readonly string[] {
  return [
    '| kind of value | class | what is special |',
    '|---|---|---|',
    ...[...classGroups, ...others].flatMap(({ kind, classes }) =>
      classes.map(({ id, sentence }, at) => `| ${at === 0 ? kind : ''} | \`${id}\` | ${cell(sentence)} |`),
    ),
  ];
}
