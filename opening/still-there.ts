import { type Client, type OriginPart, stillThereCase } from '../targets/client.ts';
import { isRefusedSend } from '../targets/refused-send.ts';
import type { Settings } from '../targets/settings.ts';
import { refusalOf } from './permission.ts';
import { whyUnreachable } from './reach.ts';

/** What a gateway answers whose service is gone. */
const ofGateways: ReadonlySet<number> = new Set([502, 503, 504]);

// Where nothing may be asked, somebody who takes a connection is there; behind a proxy that shows nothing.
async function takesConnections({ baseUrl, proxy }: Settings['target']): Promise<boolean> {
  if (baseUrl === undefined || proxy !== undefined) return false;
  return (await whyUnreachable(baseUrl)) === undefined;
}

/** Asks a service that did not answer a read, and tells whether it answers that; `origin` is of the request without an answer. */
export async function isStillThere(
  client: Client,
  { target }: Pick<Settings, 'target'>,
  origin: OriginPart,
): Promise<boolean> {
  if (refusalOf('query', target) !== undefined) return takesConnections(target);
  const { merchant_id, account_id } = target.merchant;
  const { path: _, ...place } = origin;
  try {
    const { exchange } = await client.send(
      'query',
      { merchant_id, account_id },
      { origin: { ...place, caseName: stillThereCase } },
    );
    const { received } = exchange;
    return received.kind === 'answer' && !ofGateways.has(received.status);
  } catch (error) {
    if (isRefusedSend(error)) return takesConnections(target);
    throw error;
  }
}
