import { type Port, type Told, toldBy } from '../generators/situations.ts';
import type { Asker } from './ask.ts';

/** The way from a situation to the service that an opening asks; `caseName` says what the situation is for. */
export function portOf(asker: Asker, caseName: string): Port<Told> {
  return {
    send: async (operation, body) => toldBy(await asker.send(operation, body, { caseName })),
  };
}
