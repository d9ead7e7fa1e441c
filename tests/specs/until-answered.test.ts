import { expect, test } from 'vitest';
import { judge } from '../../schemas/judge.ts';
import { untilAnswered } from '../../specs/support/until-answered.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

/** A service that answers with these statuses, one after the other, and how often it was asked. */
function answering(...statuses: readonly number[]) {
  let asked = 0;
  const send = async () => {
    const plain = exchangeOf('query', requests.query, answers.query);
    const status = statuses[asked++ % statuses.length] ?? 200;
    const exchange = { ...plain, received: { ...plain.received, status } } as typeof plain;
    return { exchange, judgement: judge(exchange) };
  };
  return { send, asked: () => asked };
}

test.each([
  [[200], 1],
  [[401], 1],
  [[500], 1],
  [[429, 401], 2],
  [[503, 429, 200], 3],
  [[429], 3],
])('what is answered %j is asked %i times', async (statuses, times) => {
  const service = answering(...statuses);
  await untilAnswered(service.send);
  expect(service.asked()).toBe(times);
});
