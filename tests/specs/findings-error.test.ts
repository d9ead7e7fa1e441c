import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import { failByFindings, placeFindings } from '../../specs/fixtures/findings-error.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

const place = { file: '/suite/specs/query.spec.ts', line: 31, column: 1 };

test('an error about findings names the line of its test, not of shared code', () => {
  const annotations = [{ type: 'findings', description: '[2.9/amount/decimal]' }];
  const message = 'Error: [2.9/amount/decimal] The amount must be a decimal';
  const stackOf = (text: string, frame: string) => {
    const info = { ...place, annotations, errors: [{ message: text, stack: `${text}\n    at ${frame}` }] };
    placeFindings(info);
    return info.errors[0]?.stack.split('\n').slice(1);
  };
  const shared = '/suite/specs/support/request-situations.ts:9:3';
  expect(stackOf(message, shared)).toEqual(['    at /suite/specs/query.spec.ts:31:1', `    at ${shared}`]);
  // A failure that no finding explains is where it is; so is one in the test itself.
  expect(stackOf('TypeError: x is undefined', shared)).toEqual([`    at ${shared}`]);
  expect(stackOf(message, `${place.file}:37:53`)).toEqual([`    at ${place.file}:37:53`]);
});

test.each([
  ['of the suite', {}, / again +TARGET=x\.json SEED=7 npx playwright test -g /],
  ["of a user's own", { own: true }, / again +npx playwright test$/],
] as const)('a deviation fails a test %s', (_whose, own, again) => {
  const exchange = exchangeOf('query', requests.query, { ...answers.query, return_status: 1 });
  const judged = { exchange, judgement: judge(exchange) };
  const info: Parameters<typeof failByFindings>[0] = { ...place, annotations: [] };
  const fail = () =>
    failByFindings(info, judged.judgement.findings, [judged], {
      targetFile: 'x.json',
      seed: 7,
      ...own,
    });
  expect(fail).toThrow(/return_status/);
  expect(fail).toThrow(again);
  expect(fail).toThrow(
    expect.objectContaining({ stack: expect.stringMatching(/\n {4}at \S+query\.spec\.ts:31:1$/) }),
  );
  expect(info.annotations[0]).toEqual({
    type: 'findings',
    description: expect.stringMatching(/^\[.*return_status/),
  });
});
