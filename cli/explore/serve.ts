import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import { redactText } from '../../reports/redact.ts';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { defined } from '../../schemas/defined.ts';
import { limits } from '../../schemas/media/limits.ts';
import { whyForeign } from '../../schemas/media/own-site.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { documentedOperation } from '../option-values.ts';
import { type Drawn, drawCase, type Kind, kinds, listCases } from './cases.ts';
import { maskBody, rebind, unmaskBody } from './edited-body.ts';
import { requestFields } from './fields.ts';
import { sendBody } from './send.ts';
import type { Session } from './session.ts';

/** The files of the page and their types. */
const files = [
  ['', 'index.html', 'text/html'],
  ['page.css', 'page.css', 'text/css'],
  ['page.mjs', 'page.mjs', 'text/javascript'],
  ['fields.mjs', 'fields.mjs', 'text/javascript'],
  ['element.mjs', 'element.mjs', 'text/javascript'],
] as const;

function addFiles(app: FastifyInstance): void {
  for (const [path, name, type] of files) {
    const text = readFileSync(new URL(`./ui/${name}`, import.meta.url), 'utf8');
    app.get(`/${path}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text));
  }
}

/** What is chosen on the page; without a case the first one is meant. */
interface CaseWish {
  readonly operation: string;
  readonly kind: Kind;
  readonly case?: string;
  readonly seed: number;
  /** Whether sending it first pays for its orders. */
  readonly pays: boolean;
}

const caseWish = {
  schema: {
    body: {
      type: 'object',
      required: ['operation', 'kind', 'seed', 'pays'],
      additionalProperties: false,
      properties: {
        operation: { type: 'string', maxLength: 100 },
        kind: { enum: kinds },
        case: { type: 'string', maxLength: 500 },
        seed: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
        pays: { type: 'boolean' },
      },
    },
  },
} as const;

const sendWish = {
  schema: {
    body: {
      type: 'object',
      required: ['id', 'body'],
      additionalProperties: false,
      properties: { id: { type: 'integer' }, body: { type: 'object' } },
    },
  },
} as const;

const notFound = (message: string) => Object.assign(new Error(message), { statusCode: 404 });

interface KeptCase extends Drawn {
  /** What was paid for its first sending; later ones use it again. */
  paid?: ReturnType<Drawn['ready']>;
}

/** Adds the API of the page; all output is masked, and every sent request is judged. */
function addApi(app: FastifyInstance, session: Session): void {
  const { target, seed, runId } = session.settings;
  const kept: KeptCase[] = [];

  app.get('/api/operations', () => ({
    target: { name: target.name, environment: target.environment },
    seed,
    operations: documentedOperations.map(({ id, title, section, path }) => ({
      id,
      title,
      section,
      path,
      ...defined({ refusal: session.refusal(id) }),
    })),
  }));

  app.post<{ Body: CaseWish }>('/api/case', caseWish, async ({ body: wish }) => {
    const operation = documentedOperation(wish.operation);
    const cases = listCases(operation, wish.kind, session.context, wish.seed);
    const chosen = wish.case === undefined ? cases[0] : cases.find(({ name }) => name === wish.case);
    if (chosen === undefined) throw notFound('this seed makes no such case');
    const drawn = drawCase(session, chosen, wish.pays);
    const id = kept.push({ ...drawn }) - 1;
    const { clause, expectation, body } = drawn.made;
    return {
      id,
      cases: cases.map((one) => ({ name: one.name, clause: one.clause, expectation: one.expectation })),
      expectation,
      ...defined({
        first: drawn.first,
        clause,
        statement: clause !== undefined && hasClause(clause) ? clauseOf(clause).statement : undefined,
      }),
      body: maskBody(body),
      fields: requestFields(operation, session.context, `${runId}-v${id}`),
    };
  });

  app.post<{ Body: { id: number; body: JsonObject } }>('/api/send', sendWish, async ({ body: asked }) => {
    const found = kept[asked.id];
    if (found === undefined) throw notFound('this case is not known; make it again');
    const { made: drawn } = found;
    // Before its orders are paid.
    session.demandAllowed(drawn.operation, unmaskBody(asked.body, drawn.body));
    found.paid ??= found.ready();
    const { made, note } = await found.paid;
    const wished = rebind(asked.body, maskBody(drawn.body), maskBody(made.body));
    const { shown } = await sendBody(session, made.operation, unmaskBody(wished, made.body), {
      caseName: made.name,
      isOdd: made.kind !== 'valid' && made.expectation !== 'accepted',
    });
    // With the orders that were paid for it; what was typed is not sent back.
    const bound = isDeepStrictEqual(wished, asked.body) ? undefined : wished;
    return { ...shown, ...defined({ note, body: bound }) };
  });
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  // The browser must not keep anything of a session.
  'cache-control': 'no-store',
} as const;

/** The page while it is served; its address holds a token. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

function statusOf(error: Partial<FastifyError>): number {
  if (isRefusedSend(error)) return 409;
  // Nesting that overflows the stack is an error of the caller.
  if (error instanceof ConfigurationError || error instanceof RangeError) return 400;
  return error.statusCode ?? 500;
}

function createPage(session: Session, prefix: string): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // No type coercion: a numeric text stays a text. Unknown members are refused, not dropped.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const why = whyForeign(request.headers);
    return why === undefined ? undefined : reply.code(403).send({ error: why });
  });
  app.setErrorHandler<FastifyError>((error, _request, reply) =>
    reply.code(statusOf(error)).send({ error: redactText(error.message) }),
  );
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'there is nothing at this path, or its token is wrong' }),
  );
  app.register(
    async (own) => {
      addFiles(own);
      addApi(own, session);
    },
    { prefix },
  );
  return app;
}

/** Serves the page of a session on 127.0.0.1 below a secret path; port 0 picks a free one. */
export async function serveExplore(
  session: Session,
  { port }: { readonly port: number },
): Promise<ServedPage> {
  const prefix = `/${randomBytes(24).toString('base64url')}`;
  const app = createPage(session, prefix);
  try {
    const address = await app.listen({ port, host: '127.0.0.1' });
    return { url: `${address}${prefix}/`, close: () => app.close() };
  } catch (error) {
    await app.close();
    throw error;
  }
}
