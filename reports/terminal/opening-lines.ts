import pc from 'picocolors';
import { causeHead, causeRows, causesOf, writingLines } from '../opening/causes.ts';
import type { Statement } from '../statement/format.ts';

/** Why operations were not accepted, a block for each cause. */
export function openingLines({ opening }: Pick<Statement, 'opening'>): readonly string[] {
  const written = opening === undefined ? [] : writingLines(opening);
  const causes = causesOf(opening).flatMap((told) => [
    pc.red(pc.bold(causeHead(told))),
    ...causeRows(told).map(([label, text]) => `    ${label.padEnd(9)} ${text}`),
    '',
  ]);
  return written.length === 0 ? causes : [...causes, ...written, ''];
}
