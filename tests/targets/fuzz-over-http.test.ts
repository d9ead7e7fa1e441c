import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEvidence, readEvidence } from '../../reports/evidence.ts';
import { judge } from '../../schemas/judge.ts';
import { limits } from '../../schemas/media/limits.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { openTransport } from '../../targets/transport/client.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { stylesOf } from '../schemas/corpus/styles.ts';
import { exchangeOf, unansweredExchange } from '../schemas/exchange-of.ts';

const count = 1_000;
const concurrent = 8;
/** Masking and keeping costs as much as all the rest, and a third of the answers shows it. */
const keptOf = 3;
/** Most bytes that the whole process may grow by: the bound of a worker that meets such answers. */
const mostGrowth = 700_000_000;

// Small and seeded: the same number always makes the same answer.
function drawing(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const operations = documentedOperations.map(({ id }) => id);
const operationAt = (number: number) => operations[number % operations.length] ?? 'refund';
const good = new Map(operations.map((id) => [id, stylesOf(id).map(({ body }) => Buffer.from(body))]));

/** A conforming answer with one to four bytes overwritten, cut out, doubled or put in. */
function mutated(number: number): Buffer {
  const draw = drawing(number + 1);
  const styles = good.get(operationAt(number)) ?? [];
  let bytes = Buffer.from(styles[draw(styles.length)] ?? '');
  for (let changes = 1 + draw(4); changes > 0; changes -= 1) {
    const at = draw(bytes.length + 1);
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
    const sign = Buffer.from([draw(256)]);
    const ways = [
      () => [before, sign, after.subarray(1)],
      () => [before, after.subarray(1 + draw(40))],
      () => [before, after.subarray(0, draw(200)), after],
      () => [before, sign, after],
    ];
    bytes = Buffer.concat(ways[draw(ways.length)]?.() ?? []);
  }
  return bytes;
}

async function startMutating(): Promise<string> {
  const server = createServer((request, response) => {
    const number = Number(request.headers['x-number']);
    const draw = drawing(number + 77);
    const status = draw(10) === 0 ? 100 + draw(500) : 200;
    request.resume().on('end', () => {
      // One in fifty is cut short, and an informational status is never the end of an answer.
      const body = mutated(number);
      response.writeHead(status < 200 ? 200 : status, { 'content-length': String(body.length) });
      if (draw(50) === 0) response.write(body.subarray(0, body.length >> 1), () => response.destroy());
      else response.end(body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a thousand fuzzed answers are judged, a third of them masked and kept', async () => {
  const url = await startMutating();
  const { send, close } = openTransport({ tls: { verify: true } });
  onTestFinished(close);
  const dir = mkdtempSync(join(tmpdir(), 'conformance-fuzz-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const evidence = openEvidence(dir, 0);
  const before = process.memoryUsage.rss();
  let peak = before;
  let next = 0;
  let unanswered = 0;
  const faults: string[] = [];

  async function meet(number: number): Promise<void> {
    const operation = operationAt(number);
    const received = await send({
      method: 'POST',
      url,
      headers: { 'x-number': String(number) },
      body: '{}',
      timeoutMs: 30_000,
      maxBytes: limits.bytes,
    });
    const told = { id: number.toString(16).padStart(10, '0') };
    if (received.kind === 'none') unanswered += 1;
    const exchange =
      received.kind === 'none'
        ? unansweredExchange(operation, requests[operation], received.reason, told)
        : exchangeOf(operation, requests[operation], received.body, { ...told, ...received });
    const judgement = judge(exchange);
    for (const { verdict, clause, received: says } of judgement.findings)
      if (verdict === 'suite-error') faults.push(`${number} ${clause}: ${says}`);
    if (received.kind === 'none' && received.reason === 'timeout') faults.push(`${number} hung`);
    if (number % keptOf === 0) evidence.record({ exchange, judgement });
    if (number % 100 === 0) peak = Math.max(peak, process.memoryUsage.rss());
  }

  async function meetNext(): Promise<void> {
    while (next < count) {
      next += 1;
      await meet(next - 1);
    }
  }

  await Promise.all(Array.from({ length: concurrent }, meetNext));
  evidence.close();
  expect(faults).toEqual([]);
  // One in fifty is cut short; what has nothing to cut is answered.
  expect(unanswered).toBeGreaterThan(10);
  expect(unanswered).toBeLessThan(40);
  expect(peak - before).toBeLessThan(mostGrowth);
  const { exchanges, problems } = readEvidence(dir);
  expect(problems).toEqual([]);
  expect(new Set(exchanges.map(({ id }) => id)).size).toBe(Math.ceil(count / keptOf));
});
