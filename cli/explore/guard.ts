import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { whyForeign } from '../../schemas/own-site.ts';

/** Header that carries the token; links carry it in the query as `token`. */
const tokenHeader = 'x-explore-token';

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // Nothing of a session stays in the browser.
  'cache-control': 'no-store',
} as const;

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Refuses every request that does not carry the token or asks for another host, and seals the page against other sites. */
export function guard(app: FastifyInstance, token: string): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const why = whyForeign(request.headers);
    if (why !== undefined) return reply.code(403).send({ error: why });
    const { token: inQuery } = request.query as { token?: unknown };
    const given = request.headers[tokenHeader] ?? inQuery;
    if (typeof given !== 'string' || !isSame(given, token))
      return reply.code(403).send({ error: 'the token of the printed address is missing or wrong' });
    return undefined;
  });
}
