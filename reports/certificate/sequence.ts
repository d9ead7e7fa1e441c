import { plainLine } from '../../schemas/plain-text.ts';
import type { ShownHistory } from '../statement/format.ts';

/** The calls of a history, a line each: what was asked, from and to which millisecond after the first, what came back. */
export function sequenceLines({ calls }: ShownHistory): readonly string[] {
  const start = calls[0]?.times?.sentAt ?? 0;
  const after = (time: number) => Math.round(time - start);
  return calls.map(({ operation, asked, answered, times }, at) => {
    const when = times === undefined ? '' : ` (${after(times.sentAt)} to ${after(times.answeredAt)} ms)`;
    return plainLine(`${at + 1}  ${operation} ${asked}${when}: ${answered}`);
  });
}
