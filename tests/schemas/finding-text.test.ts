import { expect, test } from 'vitest';
import { findingText } from '../../schemas/finding-text.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { judge } from '../../schemas/judge.ts';
import type { Exchange, JsonObject } from '../../schemas/types.ts';
import { finding } from '../reports/hand-made.ts';
import { answers } from './corpus/answers.ts';
import { withValue } from './corpus/edit.ts';
import { requests } from './corpus/requests.ts';
import { exchangeOf, unansweredExchange } from './exchange-of.ts';

const textsOf = (exchange: Exchange) =>
  judge(exchange).findings.map((finding) =>
    findingText(finding, exchange, 'SEED=7 npx playwright test refund.spec.ts'),
  );

test('a finding is worded in five aligned lines', () => {
  const answer = withValue(answers.capture, ['capture_orders', 1, 'amount'], '12,00') as JsonObject;
  const request = withValue(requests.capture, ['capture_orders', 1, 'amount'], '12.00') as JsonObject;
  expect(textsOf(exchangeOf('capture', request, answer, { id: '7f3a0000' }))).toEqual([
    [
      '2.9/amount/decimal  fail            POST /v1/capture, 200 application/json',
      '  must      be a decimal string such as "12.34"',
      '  found     "12,00" (string)',
      '  at        capture_orders[1].amount',
      '  again     SEED=7 npx playwright test refund.spec.ts',
    ].join('\n'),
  ]);
});

test('a finding about no answer says why there was none', () => {
  const [text] = textsOf(unansweredExchange('query', requests.query, 'reset'));
  expect(text?.split('\n').slice(0, 2)).toEqual([
    '4.4/status-200  fail            POST /v1/retrievalTrans, no answer: reset',
    '  must      have status 200',
  ]);
});

test('a finding never takes more than five lines', () => {
  const answer = withValue(answers.capture, ['return_message'], 'two\nlines') as JsonObject;
  expect(
    textsOf(exchangeOf('capture', requests.capture, answer)).map((text) => text.split('\n').length),
  ).toEqual([5]);
});

test.each([
  ['member', ['status'], 'must      have a member "status"'],
  ['no-whole-card', [], 'must      show no full card number'],
  ['refusal', [], 'must      be answered with a refusal'],
  ['own-account', [], 'must      list orders of the account that asks'],
  ['masked-card', [], 'must      be a masked card number'],
] as const)('what must hold is a sentence: %s', (says, terms, words) => {
  const expected = say(says, [], ...terms);
  const found = finding({ expected, received: sayValue('1') });
  expect(findingText(found, unansweredExchange('query', requests.query, 'reset'))).toContain(`  ${words}\n`);
});
