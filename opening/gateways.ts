import type { Answer, NoAnswer } from '../schemas/types.ts';

const ofGateways: ReadonlySet<number> = new Set([502, 503, 504]);

/** Tells what a gateway answers whose service is gone. */
export function isOfGateway(received: Answer | NoAnswer): boolean {
  return received.kind === 'answer' && ofGateways.has(received.status);
}
