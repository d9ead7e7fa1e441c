import { type Port, toldBy } from '../../generators/situations.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Session } from './session.ts';

/** The way from a situation to the service of a session. */
export interface SessionPort extends Port {
  /** Why something was not sent; undefined as long as everything was. */
  readonly refused: () => string | undefined;
}

/** Opens the way for one situation: every payment has a number of its own, and what may not be sent counts as unanswered. */
export function portOf(session: Session): SessionPort {
  let why: string | undefined;
  return {
    width: session.settings.target.limits.concurrent,
    refused: () => why,
    async send(operation, made, { caseName } = { caseName: operation, among: 1 }) {
      const body = operation === 'direct-payment' ? session.numbered(made) : made;
      try {
        return toldBy(await session.send(operation, body, { intent: 'valid', caseName }), body);
      } catch (error) {
        if (!isRefusedSend(error)) throw error;
        why = error.message;
        return { body, outcome: 'none' };
      }
    },
  };
}
