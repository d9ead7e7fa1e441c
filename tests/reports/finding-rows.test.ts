import { expect, test } from 'vitest';
import { findingRows } from '../../reports/statement/finding-rows.ts';
import { say } from '../../schemas/findings/say.ts';
import type { Finding } from '../../schemas/types.ts';

const finding = (exchange: number, path: string): Finding => ({
  clause: '2.13/beneficiary/echo',
  verdict: 'warn',
  operation: 'payout',
  path,
  message: 'is as sent',
  kind: 'differs',
  values: { expected: say('as-sent', ['a']), received: say('value', ['b']) },
  expected: '"a" as sent',
  received: '"b"',
  exchange: String(exchange),
});
const pathsOf = (findings: readonly Finding[]) =>
  findingRows(findings, [], { seed: 1, deviations: [], replay: (id) => `replay ${id}` }).findings.map(
    ({ path }) => path,
  );

test('a cause with many findings at one place lists the first five', () => {
  const many = Array.from({ length: 40 }, (_, at) => finding(at, `orders[${at}].amount`));
  expect(pathsOf(many)).toHaveLength(5);
});

test('each place of a cause is listed before any other finding of it, up to twelve', () => {
  const common = Array.from({ length: 40 }, (_, at) => finding(at, 'beneficiary.last_name'));
  const rare = finding(99, 'beneficiary.address.postcode');
  expect(new Set(pathsOf([...common, rare]))).toEqual(new Set(['beneficiary.last_name', rare.path]));
  const places = Array.from({ length: 30 }, (_, at) => finding(at, `beneficiary.field${at}`));
  expect(new Set(pathsOf([...common, ...places])).size).toBe(12);
});
