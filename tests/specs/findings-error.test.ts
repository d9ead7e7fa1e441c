import type { TestInfo } from '@playwright/test';
import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import { failByFindings } from '../../specs/fixtures/findings-error.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

test.each([
  ['of the suite', {}, / again +TARGET=x\.json SEED=7 npx playwright test -g /],
  ["of a user's own", { own: true }, / again +npx playwright test$/],
] as const)('a deviation fails a test %s', (_whose, own, again) => {
  const exchange = exchangeOf('query', requests.query, { ...answers.query, return_status: 1 });
  const judged = { exchange, judgement: judge(exchange) };
  const info: Pick<TestInfo, 'annotations'> = { annotations: [] };
  const fail = () =>
    failByFindings(info, judged.judgement.findings, [judged], {
      targetFile: 'x.json',
      seed: 7,
      ...own,
    });
  expect(fail).toThrow(/return_status/);
  expect(fail).toThrow(again);
  expect(info.annotations[0]).toEqual({
    type: 'findings',
    description: expect.stringMatching(/^\[.*return_status/),
  });
});
