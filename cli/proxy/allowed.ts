import type { OperationId } from '../../schemas/types.ts';
import { operationsAt } from '../../targets/amount.ts';
import { createBudget } from '../../targets/budget.ts';
import { holdsCardData } from '../../targets/own-values.ts';
import { type Readings, readingsOf } from '../../targets/readings.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import type { Target } from '../../targets/target.ts';
import { namedHeaders } from './raw-headers.ts';
import type { Incoming } from './serve.ts';

/** Makes the rule for what a proxy passes on: as much as a run may send to the target, effects, values and limits alike. */
export function refusalBy(target: Target): (request: Incoming) => string | undefined {
  if (target.environment === 'embedded') return () => undefined;
  const budget = createBudget(target);
  return ({ method, path, headers, body }) => {
    const wire = { method, url: target.baseUrl + path, headers: namedHeaders(headers), body };
    const readings = readingsOf(wire);
    const operation = operationIn(readings);
    const call = `${method} ${path.replace(/\?.*$/s, '')}`;
    const isAsking = asks(method, readings);
    if (operation === undefined && !isAsking && !allowsAll(target))
      return `${call} is not documented, so the target has to allow every effect`;
    if (!readings.isReadable) return `a body that cannot be read is not passed on (${call})`;
    try {
      // 4.12 shows nothing of its operation, so its rules are those of a call of which nothing is known.
      budget.claim(operation ?? (isAsking ? 'query' : 'optimise-payment-methods'), {}, wire);
      return undefined;
    } catch (error) {
      if (isRefusedSend(error)) return error.message;
      throw error;
    }
  };
}

function operationIn({ paths, members }: Readings): OperationId | undefined {
  const [first] = operationsAt(paths);
  return first === 'direct-payment' && !holdsCardData(members) ? 'apm-payment' : first;
}

// Frameworks let a header or a field stand in for the method.
function asks(method: string, { members }: Readings): boolean {
  return (
    /^(?:GET|HEAD|OPTIONS)$/.test(method) && !members.some(([name]) => /method$|method-override/i.test(name))
  );
}

function allowsAll({ allow }: Target): boolean {
  return (['creates', 'moves-money', 'irreversible'] as const).every((effect) => allow.includes(effect));
}
