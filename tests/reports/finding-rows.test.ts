import { expect, test } from 'vitest';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { findingRows } from '../../reports/statement/grouping.ts';
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
  findingRows(findings, [], { seed: 1, deviations: [], again: (id) => `again ${id}` }).findings.map(
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

interface Sent {
  readonly body: string;
  readonly intent?: 'odd';
  readonly outcome?: 'refused';
}

const exchangeOf = (id: number, { body, intent, outcome }: Sent) =>
  ({
    id: String(id),
    sent: { body, intent: intent ?? 'valid', headers: {} },
    origin: { test: 'a test', seed: 1 },
    judgement: { request: 'complete', outcome: outcome ?? 'accepted' },
  }) as unknown as EvidenceExchange;

test('the example of a cause is the smallest request that was plain and accepted', () => {
  const sent: readonly Sent[] = [
    { body: 'o', intent: 'odd' },
    { body: 're', outcome: 'refused' },
    { body: 'accepted and long' },
    { body: 'accepted' },
  ];
  const rows = findingRows(
    sent.map((_, at) => finding(at, 'amount')),
    sent.map((one, at) => exchangeOf(at, one)),
    { seed: 1, deviations: [], again: (id) => `again ${id}` },
  );
  expect(rows.findings[rows.findingGroups[0]?.example ?? -1]?.exchange).toBe('3');
});
