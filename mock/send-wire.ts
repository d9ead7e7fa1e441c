import type { FastifyReply } from 'fastify';
import type { Wire } from './reply.ts';

/**
 * Puts an answer on the wire exactly as it is: no header that the answer does not name, because Content-Type,
 * length and connection are among the freedoms that dialects use and faults abuse.
 */
export function sendWire(reply: FastifyReply, wire: Wire, latencyMs = 0): void {
  reply.hijack();
  const delay = latencyMs + (wire.delayMs ?? 0);
  if (delay === 0) write(reply, wire);
  else setTimeout(() => write(reply, wire), delay);
}

function write({ raw }: FastifyReply, wire: Wire): void {
  if (raw.destroyed) return;
  const body = typeof wire.body === 'string' ? Buffer.from(wire.body) : wire.body;
  if (wire.cut === 'nothing') {
    raw.destroy();
    return;
  }
  raw.writeHead(wire.status, { ...wire.headers, 'content-length': body.byteLength });
  if (wire.cut === undefined) {
    raw.end(body);
    return;
  }
  raw.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => raw.destroy());
}
