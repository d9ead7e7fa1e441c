import type { Answer, NoAnswer, OperationId } from '../schemas/types.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import { refusalOf } from '../targets/sending/budget.ts';
import { type Channel, livenessCase, type OriginPart } from '../targets/sending/sender.ts';
import type { Settings } from '../targets/settings.ts';
import { whyUnreachable } from '../targets/transport/route.ts';

// If no read may be sent, an open connection shows that the service is there, except behind a proxy.
async function takesConnections(target: Settings['target']): Promise<boolean> {
  const { baseUrl, proxy } = target;
  if (baseUrl === undefined || proxy !== undefined) return false;
  return (await whyUnreachable(baseUrl, target.tls)) === undefined;
}

/** Prefers another read than the unanswered one, as the service may run and yet fail to answer that one. */
function livenessRead(
  operation: OperationId | undefined,
  target: Settings['target'],
): 'query' | 'refund-search' | undefined {
  const reads =
    operation === 'query' ? (['refund-search', 'query'] as const) : (['query', 'refund-search'] as const);
  return reads.find((read) => refusalOf(read, target) === undefined);
}

/** Returns whether a service that left a request unanswered answers a read; `origin` is that of the request. */
export async function isResponding(
  client: Pick<Channel, 'send'>,
  { target }: Pick<Settings, 'target'>,
  origin: OriginPart,
  operation?: OperationId,
): Promise<boolean> {
  const read = livenessRead(operation, target);
  if (read === undefined) return takesConnections(target);
  const { merchant_id, account_id } = target.merchant;
  const { path: _, ...place } = origin;
  try {
    const { exchange } = await client.send(
      read,
      { merchant_id, account_id },
      { origin: { ...place, caseName: livenessCase } },
    );
    const { received } = exchange;
    return received.kind === 'answer' && !isGatewayError(received);
  } catch (error) {
    if (isRefusedSend(error)) return takesConnections(target);
    throw error;
  }
}

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** True for an answer of a gateway whose service is gone. */
export function isGatewayError(received: Answer | NoAnswer): boolean {
  return received.kind === 'answer' && gatewayStatuses.has(received.status);
}
