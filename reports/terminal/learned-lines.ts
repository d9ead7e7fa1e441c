import pc from 'picocolors';
import type { Statement } from '../statement/format.ts';

/** Characters of one line of what was learned. */
const longest = 160;

type Row = NonNullable<NonNullable<Statement['opening']>['learned']>['rows'][number];

/** Rows of the certificate that here would hide what a merchant has to do, and what they are called when they are counted. */
const counted: readonly { readonly is: (row: Row) => boolean; readonly says: (count: number) => string }[] = [
  {
    is: ({ clause, says }) => clause === '4/body-type/matrix' && says === 'all that were tried',
    says: (count) =>
      `${count} ${count === 1 ? 'operation reads its body' : 'operations read their bodies'} in every type that was tried`,
  },
  {
    is: ({ clause }) => clause === '7.8/error-bodies',
    says: (count) =>
      `how ${count} ${count === 1 ? 'defect is' : 'defects are'} refused: the certificate has a table`,
  },
  {
    is: ({ subject }) => subject === 'result met',
    says: (count) => `${count} different results were met; the certificate lists them`,
  },
];

/** What a run learned where the document is silent, a line each, and the keys of the target file that say it. */
export function learnedLines({ opening }: Pick<Statement, 'opening'>): readonly string[] {
  const learned = opening?.learned;
  if (learned === undefined) return [];
  const { rows, keys, requests, ended } = learned;
  const told = rows.filter((row) => !counted.some(({ is }) => is(row)));
  const lines = told.map(({ operation, subject, value, says }) => {
    const line = `  ${operation}, ${subject}: ${value === says ? value : `${value} (${says})`}`;
    return line.length > longest ? `${line.slice(0, longest)}…` : line;
  });
  const totals = counted.flatMap(({ is, says }) => {
    const count = rows.filter(is).length;
    return count === 0 ? [] : [`  ${says(count)}`];
  });
  return [
    pc.bold(`What the document does not show, and this service does (${requests} requests)`),
    ...lines,
    ...totals,
    ...(ended === undefined ? [] : [`  learning ended early: ${ended}`]),
    ...(Object.keys(keys).length === 0 ? [] : [`  for the target file: ${JSON.stringify(keys)}`]),
    '',
  ];
}
