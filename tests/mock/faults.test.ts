import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faults } from '../../mock/faults/registry.ts';
import { startMock } from '../../mock/server.ts';
import { judgeRun } from '../../schemas/judge-run.ts';
import { openCaller, signing } from './caller.ts';
import { callAround } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

const single = faults.filter(({ needs, verdict }) => needs === undefined && verdict !== 'observed');
const overRuns = faults.filter(({ needs }) => needs === 'run');

describe('each fault of one exchange', () => {
  test.each(single)('$id breaks $clause', async ({ id, clause, operation, verdict }) => {
    const caller = openCaller(`${mock.url}/faults/${id}`);
    await callAround(caller, operation);
    const findings = caller.exchanges.flatMap(({ judgement }) => judgement.findings);
    const aimed = findings.filter((finding) => finding.clause === clause).map((finding) => finding.verdict);
    expect(aimed).toContain(verdict);
  });
});

describe('each fault over several exchanges', () => {
  test.each(overRuns)('$id breaks $clause', async ({ id, clause, operation, verdict }) => {
    const caller = openCaller(`${mock.url}/faults/${id}`);
    await callAround(caller, operation);
    const aimed = judgeRun(caller.exchanges).findings.filter((finding) => finding.clause === clause).map((finding) => finding.verdict);
    expect(aimed).toContain(verdict);
  });
});
