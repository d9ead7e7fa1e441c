import { type ReadRequest, readRequest } from '../../schemas/read-request.ts';
import type { JsonObject, OperationId } from '../../schemas/types.ts';
import { type Budget, createBudget } from '../../targets/budget.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Target } from '../../targets/target.ts';
import { documentedPath } from '../judge/watched.ts';
import { namedHeaders } from './raw-headers.ts';
import type { Incoming } from './serve.ts';
import { unpack } from './unpack.ts';

/** Makes the rule for what a proxy passes on: as much as a run may send to the target, effects, values and limits alike. */
export function refusalBy(target: Target): (request: Incoming) => string | undefined {
  if (target.environment === 'embedded') return () => undefined;
  const budget = createBudget(target);
  return (request) => {
    const { method, path } = request;
    const operation = operationAt(request, target);
    const call = `${method} ${path.replace(/\?.*$/s, '')}`;
    if (operation === undefined && !isHarmless(request, target))
      return `${call} is not documented, so the target has to allow every effect`;
    const body = bodyOf(request);
    if (body === undefined) return `a body that cannot be read is not passed on (${call})`;
    // 4.12 shows nothing of its operation, so its rules are those of a call of which nothing is known.
    return whyNot(budget, operation ?? (isAsking(request) ? 'query' : 'optimise-payment-methods'), body);
  };
}

function whyNot(budget: Budget, operation: OperationId, body: JsonObject): string | undefined {
  try {
    budget.claim(operation, body);
    return undefined;
  } catch (error) {
    if (isRefusedSend(error)) return error.message;
    throw error;
  }
}

function readBody(path: string, { headers, body }: Incoming): ReadRequest {
  const named = namedHeaders(headers);
  return readRequest(path, unpack(body, named['content-encoding']), named['content-type']);
}

function operationAt(request: Incoming, { baseUrl = '' }: Target): OperationId | undefined {
  const documented = documentedPath(baseUrl + request.path, baseUrl);
  return documented === undefined ? undefined : readBody(documented, request).operation;
}

/** What a service could read as the body: a query counts as well. */
function bodyOf(request: Incoming): JsonObject | undefined {
  const { searchParams, pathname } = new URL(request.path, 'http://service.invalid');
  const asked = Object.fromEntries(searchParams);
  if (request.body.length === 0) return asked;
  const read = readBody(pathname, request);
  return read.ok ? { ...asked, ...read.value } : undefined;
}

const isAsking = ({ method }: Incoming) => /^(?:GET|HEAD|OPTIONS)$/.test(method);

function isHarmless(request: Incoming, { allow }: Target): boolean {
  return (
    isAsking(request) ||
    (['creates', 'moves-money', 'irreversible'] as const).every((effect) => allow.includes(effect))
  );
}
