import type { MakeContext } from '../../generators/context.ts';
import { situationOf } from '../../generators/situations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Learner } from './learner.ts';
import { plainTotals } from './leave-out.ts';

/** A complete request that the service accepted when learning began. */
export interface AcceptedBody {
  readonly body: JsonObject;
  /** The same request for another context: of another amount, in another currency. */
  drawn(more: Partial<MakeContext>): JsonObject;
}

/** A complete body that the service accepts, with totals that add up whichever is left out; undefined when it accepts none. */
export async function acceptedBody(
  learner: Learner,
  operation: DocumentedOperationId,
): Promise<AcceptedBody | undefined> {
  const situation = situationOf(operation);
  for (const shape of ['full', 'minimal'] as const) {
    const hand = learner.asker.freshHand(shape);
    for (const arrange of [plainTotals, (body: JsonObject) => body]) {
      const drawn = (more: Partial<MakeContext>) =>
        arrange(situation.body({ ...hand, context: { ...hand.context, ...more } }) ?? {});
      const body = drawn({});
      if (await learner.passes(operation, body, { caseName: `learning from a ${shape} request` }))
        return { body, drawn };
    }
  }
  return undefined;
}
