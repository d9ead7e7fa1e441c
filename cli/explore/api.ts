import type { FastifyInstance } from 'fastify';
import type { RequestCase } from '../../generators/request.ts';
import { redactText } from '../../reports/redact.ts';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { given } from '../../schemas/given.ts';
import { isObject } from '../../schemas/json.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonValue } from '../../schemas/types.ts';
import { documentedOperation } from '../option-values.ts';
import { commandOf } from './again.ts';
import { caseQuery, caseWish, type Named, operationQuery, sendWish } from './api-shapes.ts';
import { type Kind, listCases, type Wish } from './cases.ts';
import { documentedFields } from './documented-fields.ts';
import { editsBetween } from './edits.ts';
import { lookAt, reportOf } from './look.ts';
import { maskBody, unmaskBody } from './masked-body.ts';
import { prepare } from './prepare.ts';
import { type ReplayFile, withoutSecrets } from './replay-file.ts';
import { RequestError } from './request-error.ts';
import type { Session } from './session.ts';

/** Cases that can still be sent; older ones have to be made again. */
const keptCases = 64;

interface Kept {
  readonly made: RequestCase;
  readonly wish: Wish;
}

function describeCase({ name, kind, clause, breaks, at, expectation }: RequestCase) {
  const row = clause !== undefined && hasClause(clause) ? clauseOf(clause) : undefined;
  return {
    name,
    kind,
    expectation,
    ...given({ clause }),
    ...given({ statement: row?.statement, evidence: row?.evidence }),
    ...given({ breaks, at }),
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
      ...given({ batch: batch && { field: batch.field, limit: batch.limit } }),
      ...given({ refusal }),
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
  app.get<{ Querystring: Named }>('/api/fields', operationQuery, ({ query }) => {
    const operation = documentedOperation(query.operation);
    return {
      request: documentedFields(operation, 'request'),
      answer: documentedFields(operation, 'answer'),
    };
  });
  app.get<{ Querystring: Named & { kind: Kind; seed?: string } }>('/api/cases', caseQuery, ({ query }) => {
    const seed = query.seed === undefined ? settings.seed : Number(query.seed);
    return listCases(documentedOperation(query.operation), query.kind, context, seed).map(describeCase);
  });
}

type CaseBody = Omit<Wish, 'operation' | 'seed' | 'name' | 'orders'> &
  Named & { readonly case?: string; readonly seed?: number; readonly orders?: Wish['orders'] };

/** Adds what the page asks for; everything that leaves is masked, and everything that is sent is judged. */
export function addApi(app: FastifyInstance, session: Session): void {
  const kept = new Map<string, Kept>();
  addLists(app, session);

  app.post<{ Body: CaseBody }>('/api/case', caseWish, async ({ body }) => {
    const operation: DocumentedOperationId = documentedOperation(body.operation);
    const { kind, case: name, seed = session.settings.seed, entries, orders = 'paid' } = body;
    const wish: Wish = { operation, kind, name, seed, entries, orders };
    for await (const { made, notes } of prepare(session, wish)) {
      const id = String(kept.size === 0 ? 1 : Number([...kept.keys()].at(-1)) + 1);
      kept.set(id, { made, wish });
      for (const old of [...kept.keys()].slice(0, -keptCases)) kept.delete(old);
      return {
        id,
        operation,
        case: describeCase(made),
        notes,
        body: session.masking(() => maskBody(made.body)),
      };
    }
    throw new RequestError(404, 'this seed makes no such case');
  });

  app.post<{ Body: { id: string; body: JsonValue } }>('/api/send', sendWish, async ({ body: asked }) => {
    const found = kept.get(asked.id);
    if (found === undefined) throw new RequestError(404, 'this case is no longer known; make it again');
    const { body: edited } = asked;
    if (!isObject(edited)) throw new RequestError(400, 'body must be a JSON object');
    const { made, wish } = found;
    const { body, shown } = session.masking(() => ({
      body: unmaskBody(edited, made.body),
      shown: maskBody(made.body),
    }));
    const { operation, kind, name, seed, entries, orders } = wish;
    const edits = editsBetween(shown, edited);
    const whole: ReplayFile = { operation, kind, case: name, seed, entries, orders, edits };
    const { replay } = withoutSecrets(whole);
    const command = redactText(commandOf(whole, session.asked));
    const look = await lookAt(session, made, body, command);
    return { ...reportOf(look), replay, command };
  });
}
