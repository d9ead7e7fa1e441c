import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import Fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { RequestCase } from '../../generators/request.ts';
import { redactText } from '../../reports/redact.ts';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { defined } from '../../schemas/defined.ts';
import { isObject } from '../../schemas/json.ts';
import { limits } from '../../schemas/media/limits.ts';
import { whyForeign } from '../../schemas/media/own-site.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { documentedOperation } from '../option-values.ts';
import { type CaseChoice, type Drawn, drawCases, type Kind, listCases, usualEntries } from './cases.ts';
import { rebind } from './rebind.ts';
import { commandOf, editsBetween, replaySchema, withoutSecrets } from './replay-file.ts';
import { documentedFields, maskBody, readable, reportOf, sendCase, unmaskBody } from './sent-case.ts';
import type { Session } from './session.ts';

const folder = new URL('./ui/', import.meta.url);

const types: Readonly<Record<string, string>> = table({
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
});

// Each request must carry the token.
const links = /((?:href="|src="|from ')\.\/[\w-]+\.(?:css|mjs))/g;

/** Serves only the files of the page; every link between them gets the token. */
function addAssets(app: FastifyInstance, token: string): void {
  for (const name of readdirSync(folder)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const text = readFileSync(new URL(name, folder), 'utf8').replaceAll(links, `$1?token=${token}`);
    app.get(name === 'index.html' ? '/' : `/${name}`, (_request, reply) => reply.type(type).send(text));
  }
}

/** A request with an operation name, which is checked separately to suggest the nearest name. */
interface Named {
  readonly operation: string;
}

const operation = { type: 'string', maxLength: 100 } as const;
const { kind, case: name, seed, entries, orders } = replaySchema.properties;

const caseQuery = {
  schema: {
    querystring: {
      type: 'object',
      required: ['operation', 'kind'],
      properties: { operation, kind, seed: { type: 'string', pattern: '^[0-9]{1,10}$' } },
    },
  },
} as const;

/** Body of a request for one case. */
const caseWish = {
  schema: {
    body: {
      type: 'object',
      required: ['operation'],
      additionalProperties: false,
      properties: { operation, kind, case: name, seed, entries, orders },
    },
  },
} as const;

/** Body of a request that sends a case, edited or not. */
const sendWish = {
  schema: {
    body: {
      type: 'object',
      required: ['id', 'body'],
      additionalProperties: false,
      properties: { id: { type: 'string', maxLength: 20 }, body: { type: 'object' } },
    },
  },
} as const;

const requestError = (statusCode: number, message: string) =>
  Object.assign(new Error(message), { statusCode });

/** Number of cases kept for sending; older ones must be made again. */
const keptCases = 64;

interface KeptCase {
  readonly drawn: Drawn;
  readonly wish: CaseChoice;
  /** What was paid for its first sending; later ones use it again. */
  ready?: ReturnType<Drawn['ready']>;
}

function describeCase({ name, kind, clause, breaks, at, expectation }: RequestCase) {
  const row = clause !== undefined && hasClause(clause) ? clauseOf(clause) : undefined;
  return {
    name,
    kind,
    expectation,
    ...defined({ clause, statement: row?.statement, evidence: row?.evidence, breaks, at }),
  };
}

function listOperations(session: Session) {
  return documentedOperations.map(({ id, title, section, path, effect, batch }) => {
    const refusal = session.refusal(id);
    return {
      id,
      title,
      section,
      path,
      effect,
      fields: { request: documentedFields(id, 'request'), answer: documentedFields(id, 'answer') },
      ...defined({ batch: batch && { field: batch.field, limit: batch.limit }, refusal }),
    };
  });
}

function addLists(app: FastifyInstance, session: Session): void {
  const { settings, context } = session;
  app.get('/api/operations', () => ({
    target: { name: settings.target.name, environment: settings.target.environment },
    seed: settings.seed,
    showsPersons: session.asked.show === true,
    operations: listOperations(session),
  }));
  app.get<{ Querystring: Named & { kind: Kind; seed?: string } }>('/api/cases', caseQuery, ({ query }) => {
    const seed = query.seed === undefined ? settings.seed : Number(query.seed);
    return listCases(documentedOperation(query.operation), query.kind, context, seed).map(describeCase);
  });
}

type CaseBody = Omit<CaseChoice, 'operation' | 'seed' | 'edits'> & Named & { readonly seed?: number };

/** Adds the API of the page; all output is masked, and every sent request is judged. */
function addApi(app: FastifyInstance, session: Session): void {
  const kept = new Map<string, KeptCase>();
  addLists(app, session);

  app.post<{ Body: CaseBody }>('/api/case', caseWish, async ({ body }) => {
    const operation = documentedOperation(body.operation);
    const wish: CaseChoice = { seed: session.settings.seed, orders: 'paid', ...body, operation, edits: [] };
    const whole = { ...wish, ...defined({ entries: wish.entries ?? usualEntries(wish) }) };
    const [drawn] = drawCases(session, whole);
    if (drawn === undefined) throw requestError(404, 'this seed makes no such case');
    const { made, first } = drawn;
    const id = String(kept.size === 0 ? 1 : Number([...kept.keys()].at(-1)) + 1);
    kept.set(id, { drawn, wish: whole });
    for (const old of [...kept.keys()].slice(0, -keptCases)) kept.delete(old);
    const shown = session.masking(() => maskBody(made.body));
    return { id, operation, case: describeCase(made), ...defined({ first }), body: shown };
  });

  app.post<{ Body: { id: string; body: JsonValue } }>('/api/send', sendWish, async ({ body: asked }) => {
    const found = kept.get(asked.id);
    if (found === undefined) throw requestError(404, 'this case is no longer known; make it again');
    const { body: edited } = asked;
    if (!isObject(edited)) throw requestError(400, 'body must be a JSON object');
    const { drawn, wish } = found;
    // Before its orders are paid.
    session.demandAllowed(drawn.made.operation, unmaskBody(edited, drawn.made.body));
    found.ready ??= drawn.ready();
    const { made, notes } = await found.ready;
    const { body, shown, wished } = session.masking(() => {
      const own = maskBody(made.body);
      const rebound = rebind(edited, maskBody(drawn.made.body), own);
      return { body: unmaskBody(rebound, made.body), shown: own, wished: rebound };
    });
    const whole: CaseChoice = { ...wish, edits: editsBetween(shown, wished) };
    const command = redactText(commandOf(whole, session.asked));
    const look = await sendCase(session, made, body, command);
    const { received } = look.exchange;
    const text = received.kind === 'none' ? undefined : readable(received.body, true);
    const { replay } = withoutSecrets(whole);
    const paid = isDeepStrictEqual(wished, edited) ? {} : { body: wished };
    return { ...reportOf(look), text, replay, command, notes, ...paid };
  });
}

/** Header with the token; links have it in the query as `token`. */
const tokenHeader = 'x-explore-token';

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

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Refuses requests without the token or from another site, and sets the security headers. */
function addSecurity(app: FastifyInstance, token: string): void {
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

export interface ServedPage {
  /** Address with the token. */
  readonly url: string;
  close(): Promise<void>;
}

function statusOf(error: Partial<FastifyError>): number {
  if (isRefusedSend(error)) return 409;
  // Nesting that overflows the stack is an error of the caller.
  if (error instanceof ConfigurationError || error instanceof RangeError) return 400;
  return error.statusCode ?? 500;
}

function createPage(session: Session, token: string): FastifyInstance {
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bytes,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    // No type coercion: a numeric text stays a text. Unknown members are refused, not dropped.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
  });
  app.removeContentTypeParser('text/plain');
  addSecurity(app, token);
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

/** Serves the page of a session on 127.0.0.1; port 0 picks a free one. */
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
