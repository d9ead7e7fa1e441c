import { effectOf } from '../schemas/operations.ts';
import type { Step } from './ask-step.ts';
import { isSameAnswer } from './same-answer.ts';

/** Gives refusals one cause where a service takes reads and refuses all else in the same words: it is the account, and no operation. */
export function shareReadsOnly(steps: readonly Step[]): void {
  const accepted = steps.filter(({ state }) => state === 'accepted');
  const refused = steps.filter(({ state }) => state === 'not-accepted');
  const [first] = refused;
  if (first?.cause === undefined || refused.length < 2 || accepted.length === 0) return;
  if (accepted.some(({ operation }) => effectOf(operation) !== 'reads')) return;
  const isAlike = ({ operation, cause, main }: Step) =>
    effectOf(operation) !== 'reads' && cause?.kind === 'refused' && isSameAnswer(main, first.main);
  if (!refused.every(isAlike)) return;
  const cause = {
    ...first.cause,
    key: 'allow',
    says: 'the service accepts reads and refuses everything else in the same words',
    advice:
      'If this account may only read, set "allow" to ["reads"]: the run is then about reads, and says so. Otherwise ask the operator.',
  };
  for (const step of refused) step.cause = cause;
}
