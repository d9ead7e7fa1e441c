import type { Stage } from '../../generators/sequences.ts';
import { answerOf } from '../../schemas/answer-of.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Service, Situation } from './service.ts';

/** A stage for one sequence, and the exchanges that it makes. */
export function stageOf(
  service: Service,
  situation: Situation,
): { stage: Stage; exchanges: JudgedExchange[] } {
  const exchanges: JudgedExchange[] = [];
  const stage: Stage = {
    context: service.context,
    attempt: `${service.seed.toString(36)}-${situation.casePath ?? '0'}`,
    service: {
      async send(operation, body) {
        const judged = await service.send(operation, body, { ...situation, asGenerated: true });
        exchanges.push(judged);
        return { outcome: judged.judgement.outcome, answer: answerOf(judged) };
      },
    },
  };
  return { stage, exchanges };
}
