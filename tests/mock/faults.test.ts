import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../mock/faults/fault.ts';
import { largeAmountFaults } from '../../mock/faults/large-amounts.ts';
import { rareSituationFaults } from '../../mock/faults/rare-situations.ts';
import { faults } from '../../mock/faults/registry.ts';
import { startMock } from '../../mock/server.ts';
import { cap, clauseOf, clauses } from '../../schemas/clauses.ts';
import { judgeRun } from '../../schemas/judge-run.ts';
import { judgeTwin } from '../../schemas/judge-twin.ts';
import { pairs } from '../../schemas/rules/run/at-once.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import { exempt } from '../schemas/corpus/exempt.ts';
import { callUntil } from './call-until.ts';
import { type Caller, openCaller, signing } from './caller.ts';
import {
  callAround,
  callAtOnce,
  callBetweenCurrencies,
  callDelicately,
  callInEveryType,
  callInTurn,
  callOverLimit,
  callTwin,
  otherAccount,
  rightBody,
} from './journey.ts';
import { callWithLargeAmounts } from './large-amounts.ts';
import { callWithListedTexts } from './listed-texts.ts';
import { callRarely } from './rare-situations.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

async function callFor(caller: Caller, { id, clause, operation }: Fault): Promise<void> {
  if (largeAmountFaults.some((fault) => fault.id === id)) await callWithLargeAmounts(caller, operation);
  else if (id.endsWith('first-account'))
    await caller.send(operation, await rightBody(caller, operation, otherAccount));
  else if (clause === '1.3/at-once/explainable')
    for (const { calls } of pairs.filter((pair) => pair.calls[1] === operation))
      await callAtOnce(caller, calls);
  else if (/-after-[a-z]+-without-status$/.test(id)) await callInTurn(caller);
  else if (rareSituationFaults.some((fault) => fault.id === id)) await callRarely(caller);
  else if (id.includes('-listed-')) await callWithListedTexts(caller);
  else if (id === 'payout-in-currency-of-source') await callBetweenCurrencies(caller);
  else if (id.endsWith('over-limit-cut')) await callOverLimit(caller, operation);
  else if (/escaped-twice|read-as-latin-1/.test(id)) await callDelicately(caller, operation);
  else if (/body-type|body-layout/.test(clause)) await callInEveryType(caller, operation);
  else await callAround(caller, clause === '4.8/inactived/later-query' ? 'cancel-subscription' : operation);
}

function aimed(findings: readonly Finding[], { clause }: Fault): readonly string[] {
  return findings.filter((finding) => finding.clause === clause).map(({ verdict }) => verdict);
}

const seen = faults.filter(({ verdict }) => verdict !== 'observed');

describe('each fault of one exchange', () => {
  const single = seen.filter(({ needs }) => needs === undefined);
  test.each(single)('$id breaks $clause', async (fault) => {
    const caller = openCaller(`${mock.url}/faults/${fault.id}`);
    const breaks = ({ judgement }: JudgedExchange) =>
      aimed(judgement.findings, fault).includes(fault.verdict);
    expect(await callUntil(caller, breaks, (watched) => callFor(watched, fault))).toBe(true);
  });
});

describe('each fault over several exchanges', () => {
  const overRuns = seen.filter(({ needs }) => needs === 'run');
  test.each(overRuns)('$id breaks $clause', async (fault) => {
    const caller = openCaller(`${mock.url}/faults/${fault.id}`);
    await callFor(caller, fault);
    expect(aimed(judgeRun(caller.exchanges).findings, fault)).toContain(fault.verdict);
  });
});

describe('each fault of a twin', () => {
  const twins = seen.filter(({ needs }) => needs === 'twin');
  test.each(twins)('$id breaks $clause', async (fault) => {
    const caller = openCaller(`${mock.url}/faults/${fault.id}`);
    const twin = await callTwin(caller, fault);
    expect(aimed(judgeTwin(twin).findings, fault)).toContain(fault.verdict);
    const plain = openCaller(mock.url);
    expect(judgeTwin(await callTwin(plain, fault)).findings).toEqual([]);
  });
});

describe('the catalogue of faults', () => {
  test('holds at least 250 faults with ids of their own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(250);
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  test('claims no worse verdict than the evidence of the clause allows', () => {
    const beyond = faults.filter(
      ({ clause, verdict }) => cap(clauseOf(clause).evidence, verdict) !== verdict,
    );
    expect(beyond.map(({ id }) => id)).toEqual([]);
  });

  test('names operations that can exercise the clause', () => {
    const astray = faults.filter(({ clause, operation }) => !clauseOf(clause).operations.includes(operation));
    expect(astray.map(({ id, clause }) => `${id} ${clause}`)).toEqual([]);
  });

  test('breaks every clause on the service that is not silent', () => {
    const broken = new Set(faults.map(({ clause }) => clause));
    const unbroken = clauses.filter(
      ({ id, obliged, evidence }) => obliged === 'service' && evidence !== 'silent' && !broken.has(id),
    );
    expect(unbroken.map(({ id }) => id)).toEqual(Object.keys(exempt));
  });
});
