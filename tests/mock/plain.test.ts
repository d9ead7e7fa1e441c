import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMock } from '../../mock/server.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { openCaller, signing } from './caller.ts';
import { callAround } from './journey.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

describe('the plain endpoint', () => {
  for (const { id } of documentedOperations) {
    test(`answers ${id} without a finding`, async () => {
      const caller = openCaller(mock.url);
      await callAround(caller, id);
      const findings = caller.exchanges.flatMap(({ exchange, judgement }) =>
        judgement.findings.map((finding) => ({
          ...finding,
          body:
            exchange.received.kind === 'answer'
              ? Buffer.from(exchange.received.body).toString().slice(0, 300)
              : '',
        })),
      );
      expect(findings).toEqual([]);
      expect(judgeRun(caller.exchanges).findings).toEqual([]);
    });
  }
});
