import { expect, test } from 'vitest';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { judge } from '../../schemas/judge.ts';
import type { Exchange, JudgedExchange, Origin, SentRequest } from '../../schemas/types.ts';
import { troublesOf } from '../../specs/support/covering/trouble.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf, type Told, unansweredExchange } from '../schemas/exchange-of.ts';

const judged = (exchange: Exchange): JudgedExchange => ({ exchange, judgement: judge(exchange) });
const refund = (body: string | object, told: Told = {}) =>
  judged(exchangeOf('refund', requests.refund, typeof body === 'string' ? body : answers.refund, told));
const unsigned: { sent: Partial<SentRequest> } = { sent: { signed: false } };
const control = refund(answers.refund);

test('a server error is a crash, also where no signature makes it a finding', () => {
  expect(troublesOf(refund('<h1>500</h1>', { status: 500 }), control)).toMatchObject([
    { outcome: 'crashed', clause: '4.9/status-200' },
  ]);
  expect(troublesOf(refund('{}', { status: 500, ...unsigned }), control)).toEqual([
    { outcome: 'crashed', paths: [] },
  ]);
});

test('a service that wants a pause, or does not answer in time, shows nothing', () => {
  for (const status of [429, 503])
    expect(troublesOf(refund('{}', { status, ...unsigned }), control)).toEqual([]);
  const late = judged(unansweredExchange('refund', requests.refund, 'timeout', unsigned));
  expect(troublesOf(late, control)).toEqual([]);
});

test('a refusal is none of a plain request', () => {
  const refused = refund('{"return_status":"0","return_message":"no"}');
  expect(troublesOf(refused, control).map(({ outcome }) => outcome)).toEqual(['refused']);
  expect(troublesOf(control, control)).toEqual([]);
});

test('a refusal of how a body is written is no call refused by status', () => {
  const refusal = exchangeOf('refund', requests.refund, '{}', { status: 400, id: 'dead0001' });
  const clausesOf = (origin: Origin) =>
    judgeRun([control, judged({ ...refusal, origin })]).findings.map(({ clause }) => clause);
  expect(clausesOf(refusal.origin)).toContain('7.1/http-200');
  expect(clausesOf({ ...refusal.origin, writes: 'json-escaped-texts' })).not.toContain('7.1/http-200');
});
