import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gatherEvidence, openEvidence, readEvidence } from '../../reports/evidence.ts';
import { startRedaction } from '../../reports/redact.ts';
import { judged } from './hand-made.ts';

let dir = '';
beforeEach(() => {
  startRedaction({ seed: 7 });
  dir = mkdtempSync(join(tmpdir(), 'repeated-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const file = 'specs/refund.spec.ts';
const at = (variant: string) => {
  const one = judged({ id: `of ${variant}`, origin: { file, test: `a ‹${variant}›`, ordinal: 1 } });
  const url = one.exchange.sent.url.replace('/v1/', `/${variant}/v1/`);
  return { ...one, exchange: { ...one.exchange, sent: { ...one.exchange.sent, url } } };
};
const [first, second] = [at('faults/one'), at('dialects/two')];
const repeated = {
  kind: 'repeated',
  of: first.exchange.id,
  id: second.exchange.id,
  origin: second.exchange.origin,
  moved: ['/faults/one/', '/dialects/two/'],
} as const;

test('a repeated exchange is read as if it had been recorded itself', () => {
  const writer = openEvidence(dir, 0);
  writer.record(first);
  writer.repeat(repeated);
  writer.close();
  const [read] = readEvidence(dir).exchanges.filter(({ id }) => id === second.exchange.id);
  const other = openEvidence(join(dir, 'itself'), 0);
  other.record(second);
  other.close();
  const [itself] = readEvidence(join(dir, 'itself')).exchanges;
  expect(itself?.sent.url).toContain('/dialects/two/');
  expect(read).toEqual(itself);
});

test('a page that is repeated refers to the addresses of its own variant', () => {
  const page = (variant: string) => {
    const { exchange, judgement } = at(variant);
    const address = `http://127.0.0.1/${variant}/v1/checkout/pay`;
    const html = `<form action="${address}"></form> ${encodeURIComponent(address)}`;
    const { received } = exchange;
    if (received.kind !== 'answer') throw new Error('no answer');
    const operation = 'redirect-payment' as const;
    return {
      exchange: { ...exchange, operation, received: { ...received, body: Buffer.from(html) } },
      judgement: { ...judgement, operation },
    };
  };
  const writer = openEvidence(dir, 0);
  writer.record(page('faults/one'));
  writer.repeat(repeated);
  writer.close();
  const [read] = readEvidence(dir).exchanges.filter(({ id }) => id === second.exchange.id);
  const other = openEvidence(join(dir, 'itself'), 0);
  other.record(page('dialects/two'));
  other.close();
  const [itself] = readEvidence(join(dir, 'itself')).exchanges;
  expect(read?.received).toMatchObject({ body: expect.stringContaining('/dialects/two/v1/checkout/pay') });
  expect(read?.received).toEqual(itself?.received);
});

test('a line that repeats what no line before it holds is a problem', () => {
  const writer = openEvidence(dir, 0);
  writer.repeat(repeated);
  writer.close();
  const { exchanges, problems } = readEvidence(dir);
  expect(exchanges).toEqual([]);
  expect(problems.map(({ problem }) => problem)).toEqual([
    'line 1 repeats "of faults/one", which no line before it holds',
  ]);
});

test('evidence that was handed on repeats nothing', () => {
  const writer = openEvidence(dir, 0);
  writer.record(first);
  writer.close();
  gatherEvidence(dir);
  const merged = join(dir, 'exchanges.ndjson');
  appendFileSync(merged, `${JSON.stringify(repeated)}\n`);
  const { exchanges, problems } = readEvidence(dir);
  expect(exchanges.length).toBe(1);
  expect(problems.map(({ problem }) => problem).join()).toContain(
    'repeats an exchange, which only a proof does',
  );
});
