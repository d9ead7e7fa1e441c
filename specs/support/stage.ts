import type { Stage } from '../../generators/sequences.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Service, Situation } from './service.ts';

/** Waits that the sequences of one test have in all: each may take as long as `settle` of the target file allows. */
const mostWaits = 20;

/** The stages of the sequences of one test, each with the exchanges that it makes. */
export function stagesOf(
  service: Service,
): (situation: Situation) => { stage: Stage; exchanges: JudgedExchange[] } {
  let waits = 0;
  return (situation) => {
    const exchanges: JudgedExchange[] = [];
    const stage: Stage = {
      context: service.context,
      attempt: `${service.seed.toString(36)}-${situation.casePath ?? '0'}`,
      service: {
        async send(operation, body) {
          const judged = await service.send(operation, body, { ...situation, asGenerated: true });
          exchanges.push(judged);
          return judged;
        },
      },
      async ripen(operation, orders) {
        if (service.isRipe(operation, orders)) return true;
        if (waits >= mostWaits) return false;
        waits += 1;
        return (await service.ripen(operation, orders)) === undefined;
      },
    };
    return { stage, exchanges };
  };
}
