import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendWire } from '../send-wire.ts';
import type { Misfit } from './misfit.ts';

/** Lets a misfit look at every request before the endpoint does, and `forget` what that holds; returns how many came. */
export function standInFront(
  app: FastifyInstance,
  misfit: Misfit,
  forget: () => void,
): { readonly arrived: number } {
  const treat = misfit.endpoint?.treat;
  let arrived = 0;
  let isDead = false;
  const die = (reply: FastifyReply) => {
    isDead = true;
    reply.raw.destroy();
    app.server.close();
    app.server.closeAllConnections();
  };
  // As a process that is told to end: what is under way is answered, nobody else is.
  const end = (reply: FastifyReply) => {
    isDead = true;
    app.server.close();
    reply.raw.setHeader('connection', 'close');
    reply.raw.once('finish', () => app.server.closeIdleConnections());
  };
  app.addHook('preHandler', async (request, reply) => {
    arrived += 1;
    const treatment = isDead
      ? 'cut'
      : treat?.({
          number: arrived,
          path: request.url.replace(/\?.*$/s, ''),
          contentType: request.headers['content-type'] ?? '',
          body: request.body instanceof Uint8Array ? Buffer.from(request.body).toString('utf8') : '',
        });
    if (treatment === undefined || treatment === 'pass') return;
    if (treatment === 'forget') return forget();
    if (treatment === 'hang') reply.hijack();
    else if (treatment === 'end') end(reply);
    else if (treatment === 'cut') reply.hijack().raw.destroy();
    else if (treatment === 'die') die(reply.hijack());
    else sendWire(reply, treatment);
  });
  return {
    get arrived() {
      return arrived;
    },
  };
}
