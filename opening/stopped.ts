import type { Cause, OpeningStep } from '../schemas/opening.ts';
import { effectOf } from '../schemas/operations.ts';
import type { OperationId } from '../schemas/types.ts';
import type { Settings } from '../targets/settings.ts';

interface Asked {
  readonly operation: OperationId;
  readonly state: OpeningStep['state'] | 'pending';
  readonly why?: string;
  readonly cause?: Cause;
  readonly dead?: boolean;
}

function allowTooSmall(steps: readonly Asked[], { target }: Settings): Cause | undefined {
  const forbidden = steps.filter(({ why }) => why?.startsWith('effect not allowed'));
  if (forbidden.length === 0) return undefined;
  const effects = [...new Set(forbidden.map(({ operation }) => effectOf(operation)))];
  const operations = forbidden.map(({ operation }) => operation).join(', ');
  return {
    kind: 'allow',
    key: 'allow',
    says: `none of the selected operations may be sent: ${operations} ${forbidden.length === 1 ? 'needs' : 'need'} ${effects.join(', ')}`,
    sent: 'nothing',
    answered: 'nothing',
    advice: `Add ${effects.map((effect) => `"${effect}"`).join(', ')} to "allow" (now ${target.allow.map((effect) => `"${effect}"`).join(', ') || 'empty'}), or select other operations.`,
  };
}

/**
 * The one cause that explains why nothing that was selected was accepted; undefined when something was, or nothing could
 * be asked. A service that was met and refuses politely is still asked a few times: what it answers can be judged.
 */
export function stoppedBy(steps: readonly Asked[], settings: Settings): Cause | undefined {
  const selected = steps.filter(({ operation }) => settings.operations.includes(operation));
  if (selected.some(({ state }) => state === 'accepted')) return undefined;
  const refused = selected.filter(({ cause }) => cause !== undefined);
  const met = steps.some(({ state }) => state === 'accepted');
  if (met && refused.some(({ cause, dead }) => cause?.kind === 'refused' && dead !== true)) return undefined;
  // Where nothing selected could be asked, what it needs tells why.
  const causes = (refused.length > 0 ? refused : steps).flatMap(({ cause }) => cause ?? []);
  return causes.find(({ kind }) => kind !== 'refused') ?? causes[0] ?? allowTooSmall(selected, settings);
}
