import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { gatherEvidence, judgedOf, openEvidence, readEvidence } from '../../reports/evidence.ts';
import { judge } from '../../schemas/judge.ts';
import type { Exchange } from '../../schemas/types.ts';
import { collectGarbage } from '../collect-garbage.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'conformance-evidence-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

const long = JSON.stringify({
  return_status: '1',
  return_message: 'OK',
  capture_orders: [],
  note: 'abcdefgh '.repeat(26_000),
});

function numbered(at: number): Exchange {
  const exchange = exchangeOf('capture', requests.capture, long);
  const id = at.toString(16).padStart(10, '0');
  return { ...exchange, id, origin: { ...exchange.origin, ordinal: at } };
}

const settle = () => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test('long bodies of a run are packed while it is reported, and are read back', () => {
  const dir = folder();
  const writer = openEvidence(dir, 0);
  for (let at = 0; at < 160; at += 1) {
    const exchange = numbered(at);
    writer.record({ exchange, judgement: judge(exchange) });
  }
  writer.close();
  const before = settle();
  const { exchanges } = gatherEvidence(dir);
  const judged = exchanges.map(judgedOf);
  for (const { judgement } of judged) expect(judgement.answer).toMatchObject({ return_status: '1' });
  // 160 bodies of 234,000 characters are 37 MB, twice that as UTF-16, and as much again decoded.
  expect(settle() - before).toBeLessThan(36_000_000);
  const [first] = exchanges;
  expect(first?.received.kind === 'answer' && first.received.body).toBe(long);
  expect(exchanges).toHaveLength(160);
});

test('an exchange whose page was seen later is kept once, with the page', () => {
  const dir = folder();
  const writer = openEvidence(dir, 0);
  const exchange = numbered(1);
  writer.record({ exchange, judgement: judge(exchange) });
  const shown = { ...exchange, page: { foreignRequests: ['GET /a'], dialogs: [], scriptErrors: [] } };
  writer.record({ exchange: numbered(2), judgement: judge(numbered(2)) });
  writer.record({ exchange: shown, judgement: judge(shown) }, 'visited');
  writer.close();
  const { exchanges, problems } = readEvidence(dir);
  expect(problems).toEqual([]);
  expect(exchanges.map(({ id, page }) => [id, page?.foreignRequests.length])).toEqual([
    ['0000000001', 1],
    ['0000000002', undefined],
  ]);
  expect(gatherEvidence(dir).exchanges).toHaveLength(2);
  expect(readEvidence(dir).exchanges).toHaveLength(2);
});

test('states of a subscription are read back whatever their name, other texts are not', () => {
  const dir = folder();
  const writer = openEvidence(dir, 0);
  const order = { order_no: 'C-1', subscription_status: 'Active', links: 'x' };
  const listing = { return_status: '1', return_message: 'OK', orders_list: [order] };
  const exchange = exchangeOf('query', requests.query, listing);
  writer.record({ exchange, judgement: judge(exchange) });
  writer.close();
  const [judged] = gatherEvidence(dir).exchanges.map(judgedOf);
  expect(judged?.judgement.answer).toMatchObject({
    orders_list: [{ order_no: 'C-1', subscription_status: 'Active' }],
  });
  expect(JSON.stringify(judged?.judgement.answer)).not.toContain('links');
});
