import { expect, test } from 'vitest';
import { plainVariant, showsInOneExchange, variantRows } from '../../cli/prove/variant-list.ts';
import { faults } from '../../mock/faults/registry.ts';
import { judge } from '../../schemas/judge.ts';
import { bareOf } from '../../specs/support/bare.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

const judgedAs = (title: string) => {
  const exchange = exchangeOf('refund', requests.refund, { refund_orders: [] });
  return {
    exchange: { ...exchange, origin: { ...exchange.origin, test: title } },
    judgement: judge(exchange),
  };
};

test('a bare variant keeps which clauses broke, and none of what was sent or answered', () => {
  const bare = bareOf([{ name: 'faults/one', bare: true }, { name: 'faults/two' }], (one) => one);
  const judged = judgedAs('a title ‹faults/one›');
  const { exchange, judgement } = bare(judged);
  const keyOf = ({ clause, verdict, path }: (typeof judgement.findings)[number]) => [clause, verdict, path];
  expect(judgement.findings.length).toBeGreaterThan(0);
  expect(judgement.findings.map(keyOf)).toEqual(judged.judgement.findings.map(keyOf));
  expect(judgement.exercised).toEqual(judged.judgement.exercised);
  expect(JSON.stringify([exchange, judgement])).not.toContain(String(requests.refund.encryption_data));
  expect(exchange.sent.body).toBe('');
});

test('another variant and the plain endpoint keep everything', () => {
  const bare = bareOf([{ name: 'faults/one', bare: true }, { name: 'faults/two' }], (one) => one);
  for (const title of ['a title ‹faults/two›', 'a title']) {
    const judged = judgedAs(title);
    expect(bare(judged)).toBe(judged);
  }
});

test('what needs more than one exchange is never bare', () => {
  const rows = variantRows({ faults, dialects: [] }, 'bare');
  const bare = new Set(rows.filter((row) => row.bare === true).map(({ name }) => name));
  expect(bare.size).toBeGreaterThan(100);
  expect(bare.has(plainVariant)).toBe(false);
  const others = faults.filter(({ needs, verdict }) => needs === 'run' || verdict === 'observed');
  expect(others.filter(({ id }) => bare.has(`faults/${id}`))).toEqual([]);
  expect(faults.filter(showsInOneExchange).length).toBe(bare.size);
});
