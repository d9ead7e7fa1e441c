import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import { onAnswer, onEntry, without } from './alter.ts';
import { type Fault, plant } from './fault.ts';

const renamed: readonly (readonly [DocumentedOperationId, 'answer' | 'entry', string, string])[] = [
  ['direct-payment', 'answer', 'connector', 'conector'],
  ['query', 'entry', 'transaction_date', 'transactionDate'],
  ['capture', 'entry', 'currency', 'curency'],
  ['review', 'entry', 'amount', 'amounts'],
  ['cancel', 'entry', 'currency', 'Currency'],
  ['refund', 'entry', 'refund_reference', 'refund_refrence'],
  ['refund-search', 'entry', 'refund_processing_date', 'refund_procesing_date'],
  ['payout', 'answer', 'last_updated_at', 'last_update_at'],
];

function renaming(
  operation: DocumentedOperationId,
  where: 'answer' | 'entry',
  from: string,
  to: string,
): Change {
  return (where === 'answer' ? onAnswer : onEntry)(operation, (value) =>
    from in value ? { ...without(value, from), [to]: value[from] ?? '' } : value,
  );
}

/** Documented names that are misspelt (2.14), of fields whose presence is stated nowhere. */
export const spellingFaults: readonly Fault[] = renamed.map(([operation, where, from, to]) =>
  plant({
    id: `${operation}-misspells-${from}`.replaceAll('_', '-'),
    clause: '2.14/near-spelling',
    description: `${from} is called ${to}`,
    change: renaming(operation, where, from, to),
  }),
);
