import { expect, test } from 'vitest';
import { groupFindings } from '../../reports/statement/grouping.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { finding } from './hand-made.ts';

test('groups one clause, one operation and one kind of deviation', () => {
  const groups = groupFindings([
    finding({ path: 'refund_orders[0].amount', exchange: '1' }),
    finding({ path: 'refund_orders[7].refund_amount', received: sayValue(1), exchange: '2' }),
    finding({ path: 'refund_orders[3].amount', received: say('none'), exchange: '2' }),
    finding({ operation: 'capture' }),
  ]);
  expect(
    groups.map(({ operation, kind, count, exchanges, paths }) => ({
      operation,
      kind,
      count,
      exchanges,
      paths,
    })),
  ).toEqual([
    {
      operation: 'refund',
      kind: 'number instead of a decimal string such as "12.34"',
      count: 2,
      exchanges: 2,
      paths: ['refund_orders[].amount', 'refund_orders[].refund_amount'],
    },
    {
      operation: 'capture',
      kind: 'number instead of a decimal string such as "12.34"',
      count: 1,
      exchanges: 1,
      paths: ['refund_orders[].amount'],
    },
    {
      operation: 'refund',
      kind: 'nothing instead of a decimal string such as "12.34"',
      count: 1,
      exchanges: 1,
      paths: ['refund_orders[].amount'],
    },
  ]);
});

test('leaves values of single exchanges out of the kind', () => {
  const echo = (sent: string, received: string) =>
    finding({ expected: say('as-sent', [sent]), received: sayValue(received) });
  const groups = groupFindings([echo('10.00', '10.01'), echo('7.50', '7.51')]);
  expect(groups.map(({ kind }) => kind)).toEqual(['string instead of … as sent']);
});

test('puts worse verdicts first, then larger groups', () => {
  const groups = groupFindings([
    finding({ verdict: 'warn', clause: 'w/a' }),
    finding({ verdict: 'warn', clause: 'w/a' }),
    finding({ clause: 'f/b' }),
    finding({ clause: 'f/a', path: 'a[0]' }),
    finding({ clause: 'f/a', path: 'a[1]' }),
    finding({ verdict: 'suite-error', clause: 's/a' }),
  ]);
  expect(groups.map(({ clause, count }) => `${clause} ${count}`)).toEqual([
    's/a 1',
    'f/a 2',
    'f/b 1',
    'w/a 2',
  ]);
});

test('takes the smallest finding as example, the first of equals', () => {
  const sizes: Record<string, number> = { a: 9, b: 2, c: 2 };
  const all = ['a', 'b', 'c'].map((exchange) => finding({ exchange }));
  expect(groupFindings(all, ({ exchange }) => sizes[exchange] ?? 0)[0]?.example.exchange).toBe('b');
});

test('puts card data in the clear at the head, whatever its verdict', () => {
  const groups = groupFindings([
    finding({ verdict: 'suite-error', clause: 's/a' }),
    finding({ verdict: 'warn', clause: '2.6/card/masked-everywhere' }),
    finding({ clause: '2.6/card/in-clear' }),
  ]);
  expect(groups.map(({ clause }) => clause)).toEqual([
    '2.6/card/in-clear',
    '2.6/card/masked-everywhere',
    's/a',
  ]);
});

test('takes a value that reads like a description for a value', () => {
  const groups = groupFindings([
    finding({ expected: say('as-sent', ['Maria such as Huber']), received: sayValue('x') }),
    finding({ expected: say('as-sent', ['Ana such as Silva']), received: sayValue('y') }),
  ]);
  expect(groups.map(({ kind }) => kind)).toEqual(['string instead of … as sent']);
});
