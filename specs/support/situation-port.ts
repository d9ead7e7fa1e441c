import type { MakeContext } from '../../generators/context.ts';
import { type PaymentsWanted, type Port, type Told, toldBy } from '../../generators/situations.ts';
import { given } from '../../schemas/given.ts';
import type { JsonObject, JudgedExchange, OperationId } from '../../schemas/types.ts';
import { isPutOff } from './anew.ts';

/** How the requests of a situation differ from plain ones. */
interface How {
  readonly asGenerated?: true;
  readonly caseName?: string;
  readonly bulk?: true;
}

/** The part of a test's service that situations need. */
export interface Sender {
  /** Most requests that the target takes at a time. */
  readonly width: number;
  send(operation: OperationId, body: JsonObject, how: How): Promise<JudgedExchange>;
}

/** From so many requests on, a test sends them without the runner's record of each. */
export const bulkFrom = 10;

/** The way from a situation to the service of a test. */
export function portOf(service: Sender, how: How = {}): Port<Told> {
  return {
    width: service.width,
    async send(operation, sent, { caseName, among } = { caseName: operation, among: 1 }) {
      const bulk = among >= bulkFrom ? ({ bulk: true } as const) : {};
      const judged = await service.send(operation, sent, { caseName, ...bulk, ...how });
      const told = toldBy(judged, judged.exchange.sent.value as JsonObject);
      // What was put off was not taken (RFC 6585), or nobody can tell; another one may take its place.
      return isPutOff(judged) ? { ...told, outcome: 'refused', tooSoon: true } : told;
    },
  };
}

/** What the opening found out about card payments. */
export interface Payer {
  plain(operation: 'direct-payment'): MakeContext;
  shapeOf(operation: 'direct-payment'): 'full' | 'minimal';
}

/**
 * Card payments in ASCII for an account as the opening saw them accepted; of any amount, the smallest included, unless only
 * whole ones are taken or parts of them are to be refunded.
 */
export function paymentsFor(
  service: Payer,
  account: MakeContext,
  seed: number,
  count: number,
  wanted?: 'divisible',
): PaymentsWanted {
  const { amounts } = service.plain('direct-payment');
  const plain = { ...account, letters: 'plain' } as const;
  const context = amounts === 'whole' || wanted === 'divisible' ? { ...plain, ...given({ amounts }) } : plain;
  return { context, seed, count, shape: service.shapeOf('direct-payment') };
}
