import { leftOut } from '../../schemas/left-out.ts';
import { effectOf } from '../../schemas/operations.ts';
import type { OperationId } from '../../schemas/types.ts';
import type { Settings } from '../../targets/settings.ts';
import type { Harness } from './harness.ts';

interface Annotation {
  readonly type: string;
  readonly description?: string;
}

/** Why a test is not run: not permitted by the target, or an operation of it was found dead in the opening. */
export function whyNotTested(
  { settings, hopes }: Pick<Harness, 'settings' | 'hopes'>,
  annotations: readonly Annotation[],
): string | undefined {
  const refused = refusePermission(settings, annotations);
  if (refused !== undefined) return refused;
  const lost = usedBy(annotations).flatMap((operation) => hopes.lost(operation) ?? []);
  return lost[0];
}

function usedBy(annotations: readonly Annotation[]): readonly OperationId[] {
  return annotations
    .filter((annotation) => annotation.type === 'operation' || annotation.type === 'needs')
    .map((annotation) => annotation.description as OperationId);
}

/** Why a test may not run against this target: a capability declared absent or an effect not allowed. */
function refusePermission(settings: Settings, annotations: readonly Annotation[]): string | undefined {
  const { capabilities, allow } = settings.target;
  const used = usedBy(annotations);
  const absent = used.find((operation) => capabilities[operation] === false);
  // The report names the test's own operation beside the reason.
  if (absent !== undefined)
    return absent === used[0] ? leftOut.capability : `${leftOut.capability}: ${absent}`;
  const forbidden = used.find((operation) => !allow.includes(effectOf(operation)));
  if (forbidden !== undefined) return `${leftOut.effect}: ${effectOf(forbidden)} (${forbidden})`;
  return undefined;
}
