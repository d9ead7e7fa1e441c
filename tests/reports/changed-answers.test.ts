import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { proveOn } from '../../proof/own-answers.ts';
import type * as Changed from '../../reports/changed-answers.ts';
import { changeAnswers } from '../../reports/changed-answers.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type * as Registry from '../../schemas/rules/registry.ts';
import { openCaller, signing } from '../mock/caller.ts';
import { callAround } from '../mock/journey.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';

let exchanges: readonly EvidenceExchange[];
beforeAll(async () => {
  const mock = await startMock({ signing });
  startRedaction({ seed: 7, secrets: [] });
  const caller = openCaller(mock.url);
  for (const { id } of documentedOperations) await callAround(caller, id);
  await mock.close();
  exchanges = caller.exchanges.map(redactExchange);
});
afterEach(() => {
  vi.doUnmock('../../schemas/rules/registry.ts');
  vi.resetModules();
});

describe('answers of the embedded endpoint with one thing changed', () => {
  test('are failed, warned of, or left free by a clause', () => {
    const { changed, failed, warned, free, unnamed, unseen } = changeAnswers(exchanges, 1, 300);
    expect(unseen).toEqual([]);
    expect(changed).toBe(300);
    expect(failed + warned + unnamed + free.reduce((sum, { count }) => sum + count, 0)).toBe(300);
    expect(failed).toBeGreaterThan(150);
  });

  test('are the same for the same seed, and others for another', () => {
    expect(changeAnswers(exchanges, 2, 50)).toEqual(changeAnswers(exchanges, 2, 50));
    expect(changeAnswers(exchanges, 2, 50)).not.toEqual(changeAnswers(exchanges, 3, 50));
  });

  test('are failed less often without one rule', async () => {
    const { failed } = changeAnswers(exchanges, 1, 300);
    vi.resetModules();
    vi.doMock('../../schemas/rules/registry.ts', async (original) => {
      const registry = await original<typeof Registry>();
      const rulesOf: typeof registry.rulesOf = (operation) =>
        registry.rulesOf(operation).filter(({ name }) => name !== 'identity');
      return { ...registry, rulesOf };
    });
    const lacking: typeof Changed = await import('../../reports/changed-answers.ts');
    expect(lacking.changeAnswers(exchanges, 1, 300).failed).toBeLessThan(failed);
  });
});

test('the figures stand in the reports of a run, and hold', () => {
  const folder = writeEvidenceFolder([{}]);
  const figures = proveOn(folder, 100);
  expect(figures?.changed).toBe(100);
  const { problems, statement } = verifyEvidence(folder);
  expect(problems).toEqual([]);
  expect(statement?.changedAnswers).toEqual(figures);
});
