import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Target } from '../../targets/target.ts';
import type { OpenTransport, WireRequest } from '../../targets/transport/client.ts';
import { openTransport } from '../../targets/transport/client.ts';

/** What a transport has to know of a target. */
export type Route = Pick<Target, 'tls' | 'proxy'>;

/** A route that trusts what everybody trusts. */
export const verifying: Route = { tls: { verify: true } };

/** A request to an address. */
export const wire = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url,
  headers: { 'content-type': 'application/json', 'x-secret': 'canary' },
  body: '{"a":"é"}',
  timeoutMs: 5000,
  maxBytes: 1000,
  ...more,
});

/** Opens a transport until the test has ended. */
export function openUntilEnd(route: Route = verifying, patienceMs?: number): OpenTransport['send'] {
  const { send, close } = openTransport(route, patienceMs);
  onTestFinished(close);
  return send;
}

/** Listens on a free port of loopback until the test has ended. */
export async function listenRaw(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}
