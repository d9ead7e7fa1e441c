import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { findFault } from '../../mock/faults/registry.ts';
import { startMock } from '../../mock/server.ts';
import type { JudgedService } from '../../proof/judged-service.ts';
import { scoreFault } from '../../proof/score.ts';
import type * as Judge from '../../schemas/judge.ts';
import { judge } from '../../schemas/judge.ts';
import type * as Load from '../../schemas/message-schemas.ts';
import type * as Registry from '../../schemas/rules/registry.ts';
import type { Exchange, JsonObject, JsonValue } from '../../schemas/types.ts';
import { openCaller, signing } from '../mock/caller.ts';
import { callAround } from '../mock/journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());
afterEach(() => {
  vi.doUnmock('../../schemas/rules/registry.ts');
  vi.doUnmock('../../schemas/message-schemas.ts');
  vi.resetModules();
});

function faultOf(id: string) {
  const fault = findFault(id);
  if (fault === undefined) throw new Error(`there is no fault ${id}`);
  return fault;
}

async function exchangesOf(id: string): Promise<readonly Exchange[]> {
  const caller = openCaller(`${mock.url}/faults/${id}`);
  await callAround(caller, faultOf(id).operation);
  return caller.exchanges.map(({ exchange }) => exchange);
}

/** What the proof says of a fault by a judge. */
function stateOf(id: string, exchanges: readonly Exchange[], { judge }: Pick<typeof Judge, 'judge'>): string {
  const sight = (some: readonly Exchange[]): JudgedService => {
    const judged = some.map((exchange) => ({ exchange, judgement: judge(exchange) }));
    const findings = judged.flatMap(({ judgement }) => judgement.findings);
    return { judged, findings, exercised: new Set(), observedAt: () => [] };
  };
  return scoreFault(faultOf(id), sight(exchanges), () => sight([])).state;
}

// Loaded anew, with whatever was taken out of it.
const lacking = (): Promise<typeof Judge> => import('../../schemas/judge.ts');

function withoutClause(schema: JsonValue, clause: string): JsonValue {
  if (schema === clause) return 'removed';
  if (Array.isArray(schema)) return schema.map((part) => withoutClause(part, clause));
  if (schema === null || typeof schema !== 'object') return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, part]) => !(name === 'clause' && part === clause))
      .map(([name, part]) => [
        name,
        name === 'clause' ? withoutNames(part, clause) : withoutClause(part, clause),
      ]),
  );
}

function withoutNames(clauses: JsonValue, clause: string): JsonValue {
  if (clauses === null || typeof clauses !== 'object' || Array.isArray(clauses)) return clauses;
  return Object.fromEntries(
    Object.entries(clauses)
      .filter(([, id]) => id !== clause)
      .map(([keyword, id]) => [keyword, withoutNames(id, clause)]),
  );
}

describe('without one rule', () => {
  test.each([
    ['batch-entries', 'capture-entry-lost'],
    ['success-form', 'capture-success-not-1'],
    ['card-digits', 'direct-payment-card-other-digits'],
    ['refund-reference', 'refund-reference-id-other-transaction'],
    ['http-status', 'direct-payment-answers-201'],
    ['distinct-records', 'query-record-twice'],
    ['payout-echo', 'payout-beneficiary-changed'],
    ['page-form', 'redirect-payment-static-gbc-id-absent'],
  ])('%s, the fault %s is no longer caught', async (name, id) => {
    const exchanges = await exchangesOf(id);
    expect(stateOf(id, exchanges, { judge })).toBe('caught');
    vi.resetModules();
    vi.doMock('../../schemas/rules/registry.ts', async (original) => {
      const registry = await original<typeof Registry>();
      const rules = registry.rules.filter((rule) => rule.name !== name);
      expect(rules).toHaveLength(registry.rules.length - 1);
      const rulesOf: typeof registry.rulesOf = (operation) =>
        registry.rulesOf(operation).filter((rule) => rule.name !== name);
      return { ...registry, rules, rulesOf };
    });
    expect(stateOf(id, exchanges, await lacking())).not.toBe('caught');
  });
});

describe('without one clause keyword', () => {
  test.each([
    'refund-reference-id-three-digits',
    'direct-payment-merchant-id-wrong-type',
    'query-orders-list-shopper-email-wrong-type',
    'payout-short-reference-id-wrong-type',
  ])('the fault %s is no longer caught', async (id) => {
    const { clause } = faultOf(id);
    const exchanges = await exchangesOf(id);
    expect(stateOf(id, exchanges, { judge })).toBe('caught');
    vi.resetModules();
    vi.doMock('../../schemas/message-schemas.ts', async (original) => {
      const load = await original<typeof Load>();
      const raw = Object.entries(load.rawSchemas());
      const stripped = raw.map(([file, schema]) => [file, withoutClause(schema, clause) as JsonObject]);
      return { ...load, rawSchemas: () => Object.fromEntries(stripped) };
    });
    expect(stateOf(id, exchanges, await lacking())).not.toBe('caught');
  });
});
