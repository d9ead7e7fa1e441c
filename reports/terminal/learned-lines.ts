import pc from 'picocolors';
import type { Statement } from '../statement/format.ts';

/** Characters of one line of what was learned. */
const longest = 160;

/** What a run learned where the document is silent, a line each, and the keys of the target file that say it. */
export function learnedLines({ opening }: Pick<Statement, 'opening'>): readonly string[] {
  const learned = opening?.learned;
  if (learned === undefined) return [];
  const { rows, keys, requests, ended } = learned;
  // Each has its row in the certificate; here they would hide what a merchant has to do.
  const results = rows.filter(({ subject }) => subject === 'result met').length;
  const told = rows.filter(({ subject }) => subject !== 'result met');
  const lines = told.map(({ operation, subject, value, says }) => {
    const line = `  ${operation}, ${subject}: ${value === says ? value : `${value} (${says})`}`;
    return line.length > longest ? `${line.slice(0, longest)}…` : line;
  });
  return [
    pc.bold(`What the document does not show, and this service does (${requests} requests)`),
    ...lines,
    ...(results === 0 ? [] : [`  ${results} different results were met; the certificate lists them`]),
    ...(ended === undefined ? [] : [`  learning ended early: ${ended}`]),
    ...(Object.keys(keys).length === 0 ? [] : [`  for the target file: ${JSON.stringify(keys)}`]),
    '',
  ];
}
