import type { JudgedExchange } from '../../schemas/types.ts';
import { letGo } from '../let-go.ts';

/** Bytes of an answer that is long, and of long answers after which memory is given back: one as long as is judged, or several. */
const bounds = { long: 256 * 1024, each: 4 * 1024 * 1024 - 128 * 1024 } as const;

/** Takes note of the answers that one process is done with, and gives memory back after each 4 MB of long ones. */
export function startLettingGo(letsGo: () => void = letGo): (judged: JudgedExchange) => void {
  let bytes = 0;
  return ({ exchange: { received } }) => {
    const length = received.kind === 'answer' ? received.body.byteLength : 0;
    if (length < bounds.long) return;
    bytes += length;
    if (bytes < bounds.each) return;
    bytes = 0;
    letsGo();
  };
}
