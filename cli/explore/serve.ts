import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { redactText } from '../../reports/redact.ts';
import { limits } from '../../schemas/media/limits.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { addApi } from './api.ts';
import { addAssets } from './assets.ts';
import { guard } from './guard.ts';
import type { Session } from './session.ts';

/** The page of a session while it is served. */
export interface ServedPage {
  /** Address with the token. */
  readonly url: string;
  close(): Promise<void>;
}

function statusOf(error: Partial<FastifyError>): number {
  if (isRefusedSend(error)) return 409;
  // Nesting beyond the stack is the sender's doing.
  if (error instanceof ConfigurationError || error instanceof RangeError) return 400;
  return error.statusCode ?? 500;
}

function createPage(session: Session, token: string): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // A text that looks like a number stays a text; unknown members are refused, not dropped.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.removeContentTypeParser('text/plain');
  guard(app, token);
  app.setErrorHandler<FastifyError>((error, _request, reply) =>
    reply.code(statusOf(error)).send({ error: redactText(error.message) }),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'there is nothing at this path' }),
  );
  addAssets(app, token);
  addApi(app, session);
  return app;
}

/** Serves the page of a session on 127.0.0.1; port 0 takes a free one. */
export async function serveExplore(
  session: Session,
  { port }: { readonly port: number },
): Promise<ServedPage> {
  const token = randomBytes(24).toString('base64url');
  const app = createPage(session, token);
  try {
    const address = await app.listen({ port, host: '127.0.0.1' });
    return { url: `${address}/?token=${token}`, close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}
