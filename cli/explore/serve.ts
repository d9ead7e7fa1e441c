import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { RequestCase } from '../../generators/request.ts';
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
import { type Kind, kinds, listCases, paymentsFor, withUnknownOrders } from './cases.ts';
import { maskBody, unmaskBody } from './edited-body.ts';
import { requestFields } from './fields.ts';
import type { Session } from './session.ts';

/** The files of the page and their types. */
const files = [
  ['', 'index.html', 'text/html'],
  ['page.css', 'page.css', 'text/css'],
  ['page.mjs', 'page.mjs', 'text/javascript'],
  ['fields.mjs', 'fields.mjs', 'text/javascript'],
] as const;

/** What is chosen on the page; without a case the first one is meant. */
interface CaseWish {
  readonly operation: string;
  readonly kind: Kind;
  readonly case?: string;
  readonly seed: number;
}

const wishOf = (required: readonly string[], properties: object) => ({
  schema: { body: { type: 'object', required, additionalProperties: false, properties } },
});
const caseWish = wishOf(['operation', 'kind', 'seed'], {
  operation: { type: 'string', maxLength: 100 },
  kind: { enum: kinds },
  case: { type: 'string', maxLength: 500 },
  seed: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
});
const payWish = wishOf(['id'], { id: { type: 'integer' } });
const sendWish = wishOf(['id', 'body'], { id: { type: 'integer' }, body: { type: 'object' } });

const notFound = (message: string) => Object.assign(new Error(message), { statusCode: 404 });

/** Adds the API of the page; all output is masked, and every sent request is judged. */
function addApi(app: FastifyInstance, session: Session): void {
  const { target, seed, runId } = session.settings;
  /** Every request that the page was given, with the values behind its masks. */
  const kept: RequestCase[] = [];
  const shown = (made: RequestCase) => ({ id: kept.push(made) - 1, body: maskBody(made.body) });
  const keptAs = (id: number) => {
    const made = kept[id];
    if (made === undefined) throw notFound('this request is not known; choose its case again');
    return made;
  };

  app.get('/api/operations', () => ({
    target: { name: target.name, environment: target.environment },
    seed,
    operations: documentedOperations.map(({ id, title, section, path }) => ({
      ...{ id, title, section, path },
      ...defined({ refusal: session.refusal(id) }),
    })),
  }));

  app.post<{ Body: CaseWish }>('/api/case', caseWish, ({ body: wish }) => {
    const operation = documentedOperation(wish.operation);
    const cases = listCases(operation, wish.kind, session.context, wish.seed);
    const chosen = wish.case === undefined ? cases[0] : cases.find(({ name }) => name === wish.case);
    if (chosen === undefined) throw notFound('this seed makes no such case');
    const { clause, expectation } = chosen;
    const made = shown(withUnknownOrders(session, chosen));
    return {
      ...made,
      cases: cases.map((one) => ({ name: one.name, clause: one.clause, expectation: one.expectation })),
      expectation,
      ...defined({
        clause,
        statement: clause !== undefined && hasClause(clause) ? clauseOf(clause).statement : undefined,
        payments: paymentsFor(session, chosen)?.text,
      }),
      fields: requestFields(operation, session.context, `${runId}-v${made.id}`),
    };
  });

  app.post<{ Body: { id: number } }>('/api/pay', payWish, async ({ body: { id } }) => {
    const payments = paymentsFor(session, keptAs(id));
    if (payments === undefined) throw notFound('this request needs no payment, or the target allows none');
    return shown(await payments.pay());
  });

  app.post<{ Body: { id: number; body: JsonObject } }>('/api/send', sendWish, async ({ body: asked }) => {
    const { operation, body, name, kind, expectation } = keptAs(asked.id);
    return session.send(operation, unmaskBody(asked.body, body), {
      caseName: name,
      isOdd: kind !== 'valid' && expectation !== 'accepted',
    });
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

function statusOf(error: Partial<FastifyError>): number {
  if (isRefusedSend(error)) return 409;
  // Nesting that overflows the stack is an error of the caller.
  if (error instanceof ConfigurationError || error instanceof RangeError) return 400;
  return error.statusCode ?? 500;
}

/** The page while it is served; its address holds a token. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the page of a session on a free port of 127.0.0.1, below a secret path. */
export async function serveExplore(session: Session): Promise<ServedPage> {
  const prefix = `/${randomBytes(24).toString('base64url')}`;
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
      for (const [path, name, type] of files) {
        const text = readFileSync(new URL(`./ui/${name}`, import.meta.url), 'utf8');
        own.get(`/${path}`, (_request, reply) => reply.type(`${type}; charset=utf-8`).send(text));
      }
      addApi(own, session);
    },
    { prefix },
  );
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url: `${address}${prefix}/`, close: () => app.close() };
}
