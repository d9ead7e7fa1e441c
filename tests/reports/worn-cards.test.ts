import { describe, expect, test } from 'vitest';
import type { AnswerCounts } from '../../reports/statement/count-answers.ts';
import { cardLimitAdvice } from '../../reports/statement/summaries.ts';

function answers(text: string, { accepted = 3, refused = 9 } = {}) {
  const allowed = {
    ...{ sent: accepted + refused, accepted, refused, malformed: 0, failed: 0, none: 0 },
    ...{ undecided: 0, followed: 0 },
  };
  const counts: AnswerCounts = {
    ...{ accepted, refused, malformed: 0, failed: 0, none: 0, allowed },
    refusals: refused === 0 ? [] : [{ text, count: refused }],
  };
  return { 'direct-payment': counts };
}

describe('payments that are refused as too many', () => {
  test.each([
    '2065:too many payments with this card',
    '0051:velocity check',
    '2061:Exceeds withdrawal frequency limit',
    '2061:limit of card exceeded',
    '0011:A duplicate transaction has been submitted',
  ])('are advised about: %s', (text) => {
    const [line = '', ...more] = cardLimitAdvice(answers(text));
    expect(line).toContain(`9 card payments were refused as too many, or as repeated (${text})`);
    expect(line).toMatch(/"cards".*limits\.requestsPerSecond/);
    expect(more).toEqual([]);
  });

  test('are told by words alone, and only where other payments were accepted', () => {
    expect(cardLimitAdvice(answers('2005:Do not honour'))).toEqual([]);
    expect(cardLimitAdvice(answers('1004:too many fields', { accepted: 0 }))).toEqual([]);
    expect(cardLimitAdvice(answers('2006:the amount exceeds the limit'))).toEqual([]);
    expect(cardLimitAdvice(answers('1007:duplicate order_no'))).toEqual([]);
    expect(cardLimitAdvice(answers('', { refused: 0 }))).toEqual([]);
    expect(cardLimitAdvice({})).toEqual([]);
  });
});
