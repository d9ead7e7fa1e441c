import { gzipSync } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Wire } from './reply.ts';

/** Sends an answer without adding headers: a change may set Content-Type, length and connection. */
export function sendWire(reply: FastifyReply, wire: Wire, latencyMs = 0): void {
  reply.hijack();
  const delay = latencyMs + (wire.delayMs ?? 0);
  if (delay === 0) write(reply, wire);
  else setTimeout(() => write(reply, wire), delay);
}

// RFC 9110: a request without this header accepts any encoding.
function takesGzip({ request }: FastifyReply): boolean {
  const accepted = request.headers['accept-encoding'];
  return accepted === undefined || /\b(?:gzip|\*)(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(accepted));
}

function pack(
  reply: FastifyReply,
  wire: Wire,
): { readonly body: Uint8Array; readonly headers: Wire['headers'] } {
  const plain = typeof wire.body === 'string' ? Buffer.from(wire.body) : wire.body;
  if (wire.gzip !== true || plain.byteLength === 0 || !takesGzip(reply)) return { body: plain, headers: {} };
  return { body: gzipSync(plain), headers: { 'content-encoding': 'gzip', vary: 'accept-encoding' } };
}

/** Writes an interim answer (RFC 9110, 15.2). */
function writeInterim(raw: FastifyReply['raw'], status: number): void {
  if (status === 100) raw.writeContinue();
  else if (status === 103) raw.writeEarlyHints({ link: '</v1/style.css>; rel=preload; as=style' });
  else raw.writeProcessing();
}

function write(reply: FastifyReply, wire: Wire): void {
  const { raw } = reply;
  if (raw.destroyed) return;
  const { body, headers } = pack(reply, wire);
  for (const status of wire.interim ?? []) writeInterim(raw, status);
  if (wire.hangsUp === true) raw.once('finish', () => raw.socket?.end());
  if (wire.cut === 'nothing') {
    raw.destroy();
    return;
  }
  if (wire.chunked === true && wire.cut === undefined) {
    raw.writeHead(wire.status, { ...wire.headers, ...headers });
    const middle = Math.ceil(body.byteLength / 2);
    if (middle > 0) raw.write(body.subarray(0, middle));
    raw.end(body.subarray(middle));
    return;
  }
  raw.writeHead(wire.status, { ...wire.headers, ...headers, 'content-length': body.byteLength });
  if (wire.cut === undefined) {
    raw.end(body);
    return;
  }
  raw.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => raw.destroy());
}
