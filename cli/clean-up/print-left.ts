import { plainLine } from '../../schemas/plain-text.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import type { Left } from './left.ts';
import type { Undone } from './undo.ts';

function entryLine(entry: LedgerEntry): string {
  const { operation, transaction_id, order_no, amount, rest, currency, undo, doubt } = entry;
  const left = rest === undefined ? amount : `${rest} of ${amount}`;
  const money = amount === undefined ? undefined : [left, currency].filter(Boolean).join(' ');
  const ways = doubt ?? (undo.length === 0 ? undefined : undo.join(' or '));
  const parts = [operation, transaction_id ?? 'no transaction_id', order_no, money, ways];
  return `  ${parts.flatMap((part) => (part ? [plainLine(part)] : [])).join('  ')}`;
}

/** The lines that list what runs left on a target. */
export function leftLines({ open, unsure, uncertain, lasting, unbelieved }: Left): readonly string[] {
  const block = (head: string, entries: readonly LedgerEntry[]) =>
    entries.length === 0 ? [] : [`${head}: ${entries.length}`, ...entries.map(entryLine), ''];
  return [
    ...block('Left behind, and could be undone', open),
    ...block('May be undone already, because no clear answer came; look them up by order_no', unsure),
    ...block('May exist, because no clear answer came; look them up by order_no', uncertain),
    ...block('Created, and the document shows no way to undo it', lasting),
    ...block('Not believed, so that nothing of it is undone; look it up by order_no', unbelieved),
    ...(open.length === 0 ? ['Nothing is left behind that could be undone.'] : []),
  ];
}

/** The lines that list what is left alone, and why. */
export function leftAloneLines(unproven: readonly LedgerEntry[]): readonly string[] {
  const head = `Left alone, because the evidence does not bear it out; look it up by order_no: ${unproven.length}`;
  return unproven.length === 0 ? [] : [head, ...unproven.map(entryLine), ''];
}

/** The line that tells what became of one entry. */
export function undoneLine({ entry, by, result, detail }: Undone): string {
  const mark = result === 'undone' ? '✓' : result === 'no answer' ? '?' : '✗';
  const told = result === 'undone' ? '' : `: ${detail}`;
  return plainLine(`${mark} ${by}  ${entry.transaction_id ?? ''}  ${entry.order_no ?? ''}  ${result}${told}`);
}
