import { describe, expect, test } from 'vitest';
import { findFault } from '../../mock/faults/registry.ts';
import { opened } from './opened.ts';

type Opened = Awaited<ReturnType<typeof opened>>;

const cases = ({ exchanges }: Opened) =>
  exchanges.map(({ exchange }) => `${exchange.operation}: ${exchange.origin.caseName}`);
const broken = ({ exchanges }: Opened) =>
  exchanges.flatMap(({ judgement }) =>
    judgement.findings.map(({ clause }) => clause).filter((clause) => /_(?:list|orders)\//.test(clause)),
  );

describe('the first look of an opening', () => {
  test('asks each search before there is anything that it could list', async () => {
    const asked = cases(await opened({}));
    expect(asked[0]).toBe('query: before the first direct-payment');
    const looks = asked.indexOf('refund-search: before the first refund');
    expect(looks).toBeGreaterThan(0);
    expect(asked.findIndex((name) => name.startsWith('refund:'))).toBeGreaterThan(looks);
  });

  test.each([
    ['query-nothing-as-null', '2.10/orders_list/present'],
    ['refund-search-nothing-as-object', '2.11/refund_orders/array'],
  ])('sees %s', async (id, clause) => {
    const change = findFault(id)?.change;
    expect(broken(await opened(change === undefined ? {} : { change }))).toEqual([clause]);
    expect(broken(await opened({}))).toEqual([]);
  });

  test('asks no search that nothing was to come before, and none that is not in scope', async () => {
    expect(cases(await opened({}, {}, 'query'))).toHaveLength(1);
    expect(cases(await opened({}, {}, 'payout'))).toHaveLength(1);
    expect(cases(await opened({}, {}, 'direct-payment')).filter((name) => name.startsWith('query'))).toEqual(
      [],
    );
  });
});
