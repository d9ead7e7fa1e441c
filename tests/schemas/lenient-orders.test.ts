import { describe, expect, test } from 'vitest';
import { judgeRun, unexplainedFindings } from '../../schemas/judge/judge-run.ts';
import { judge } from '../../schemas/judge.ts';
import { encodeXml } from '../../schemas/media/xml-write.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { requests } from './corpus/requests.ts';
import { judged } from './corpus/run-deviations.ts';
import { exchangeOf } from './exchange-of.ts';

const odd = { order_no: 'C-77', amount: '237,94' };
const paid = (changes: JsonObject, intent: 'odd' | 'valid' = 'odd') => {
  const body = encodeXml(
    { ...answers['direct-payment'], ...changes, transaction_id: 'T77' },
    { root: 'respon' },
  );
  const request = { ...requests['direct-payment'], ...changes };
  const exchange = exchangeOf('direct-payment', request, body, { id: '0077', sent: { intent } });
  return { exchange, judgement: judge(exchange) };
};
const [record = {}] = answers.query.orders_list as JsonObject[];
const query = (changes: JsonObject) =>
  judged('query', {}, { orders_list: [{ ...record, transaction_id: 'T77', ...changes }] });
const left = (run: Parameters<typeof judgeRun>[0]) => {
  const { explained, findings } = judgeRun(run);
  return [
    ...run.flatMap(({ judgement }) => unexplainedFindings(judgement.findings, explained)),
    ...findings,
  ].map(({ verdict, clause, path }) => `${verdict} ${clause} ${path}`);
};

describe('an odd order that a lenient service took', () => {
  test('is listed as it was sent without a finding', () => {
    expect(query(odd).judgement.findings).toHaveLength(1);
    expect(left([paid(odd), query(odd)])).toEqual([]);
  });

  test('is listed with its blank number without a finding', () => {
    const blank = { order_no: ' ' };
    expect(query(blank).judgement.findings).not.toEqual([]);
    expect(left([paid(blank), query(blank)])).toEqual([]);
  });

  test('is a finding where the list shows something else than was sent', () => {
    expect(left([paid(odd), query({ ...odd, amount: '2,3' })])).toEqual([
      expect.stringMatching(/^fail .* orders_list\[0\]\.amount$/),
    ]);
  });

  test('explains nothing about other orders', () => {
    expect(left([paid(odd), query({ ...odd, order_no: 'C-78' })])).not.toEqual([]);
  });
});
