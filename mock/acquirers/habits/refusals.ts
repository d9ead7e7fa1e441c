import { operationOf } from '../../../schemas/operations.ts';
import type { Manner } from '../../manner.ts';
import type { Refusal, RefusalKind } from '../../refusal.ts';
import type { Habit } from '../habit.ts';

/** How an acquirer writes a refusal. */
export interface RefusalForm {
  readonly statuses: Readonly<Partial<Record<RefusalKind, number>>>;
  readonly otherwise: number;
  readonly contentType: string;
  readonly text: (refusal: Refusal) => string;
  /** Completes "Refusals are …". */
  readonly words: string;
}

/** Calls are refused under HTTP statuses; APM payments keep theirs, which are documented. */
export function refusesWith({ statuses, otherwise, contentType, text, words }: RefusalForm): Habit {
  const refusing =
    (manner: Manner): Manner['refuse'] =>
    (refusal, about) => {
      // Under 200 a direct payment answers XML and a redirect payment a page (4.1, 4.3), refused or not.
      if (otherwise === 200 && operationOf(about.operation).answers !== 'json')
        return manner.refuse(refusal, about);
      const status =
        about.operation === 'apm-payment'
          ? manner.refuse(refusal, about).status
          : (statuses[refusal.kind] ?? otherwise);
      const headers = status === 401 ? { headers: { 'www-authenticate': 'Signature' } } : {};
      return { form: 'text', status, accepted: false, contentType, text: text(refusal), ...headers };
    };
  return {
    insists: `Refusals are ${words}.`,
    because: '7.8: error bodies are not shown; only 400 and 404 of the APM payment are (7.6).',
    change: (manner) => ({ ...manner, refuse: refusing(manner) }),
  };
}
