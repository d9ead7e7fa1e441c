import type { Port, Sent } from '../generators/situations.ts';
import { answerOf } from '../schemas/answer-of.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import type { Asker } from './ask.ts';

/** What became of a request of a situation, with its exchange. */
interface Told extends Sent {
  readonly judged: JudgedExchange;
}

/** The way from a situation to the service that an opening asks; `caseName` says what the situation is for. */
export function portOf(asker: Asker, caseName: string): Port<Told> {
  return {
    async send(operation, body) {
      const judged = await asker.send(operation, body, { caseName });
      return { judged, outcome: judged.judgement.outcome, answer: answerOf(judged) };
    },
  };
}
