import { mkdirSync, rmSync, statSync, writeFileSync, cpSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { singleFaults } from '../../generators/faults.ts';
import { defaultContext } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { batchOf, type PaidOrder } from '../../generators/orders.ts';
import { encodeRequest } from '../../targets/encode-request.ts';
import { faults } from '../../mock/faults/registry.ts';
import { startMock } from '../../mock/server.ts';
import { judge } from '../../schemas/judge.ts';
import { judgeRun } from '../../schemas/judge-run.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Exchange, JsonObject } from '../../schemas/types.ts';
import { renderCertificate } from '../../reports/certificate.ts';
import { renderJunit } from '../../reports/junit.ts';
import { contractSha256 } from '../../reports/contract-digest.ts';
import { writeDigest } from '../../reports/digest.ts';
import { gatherEvidence, judgedOf, openEvidence } from '../../reports/evidence.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { buildStatement, statementText, validateStatement } from '../../reports/statement.ts';
import { verifyEvidence } from '../../reports/verify.ts';

const N = Number(process.env.N ?? 20);
test('real', { timeout: 600_000 }, async () => {
  const mock = await startMock();
  startRedaction({ seed: 7, origins: { [mock.url]: 'embedded' } });
  const dir = process.env.DIRR ?? '/tmp/real-out';
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const writer = openEvidence(dir, 0);
  const all: { exchange: Exchange; judgement: ReturnType<typeof judge> }[] = [];
  let ordinal = 0;
  const send = async (operation: DocumentedOperationId, body: JsonObject, intent: 'valid' | 'odd', test: string, prefix = '', caseName = '') => {
    const value = { ...body, encryption_data: 'a1b2c3d4'.repeat(8) };
    const op = documentedOperations.find((o) => o.id === operation)!;
    const encoded = encodeRequest(operation, value, { encodings: {} } as never);
    const url = `${mock.url}${prefix}${op.path}`;
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': encoded.contentType }, body: encoded.body });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const id = (ordinal + 1).toString(16).padStart(8, '0');
    const exchange: Exchange = {
      id, operation,
      sent: { method: 'POST', url, headers: { 'content-type': encoded.contentType }, body: encoded.body, encoding: encoded.encoding, value, signed: true, intent },
      received: { kind: 'answer', status: response.status, headers: Object.fromEntries(response.headers), body: bytes, durationMs: 2 },
      origin: { test, file: `specs/${operation}.spec.ts`, ordinal: ordinal++, seed: 7, caseName },
    };
    const judgement = judge(exchange);
    all.push({ exchange, judgement });
    return { exchange, judgement };
  };
  const paid: PaidOrder[] = [];
  for (const { id } of documentedOperations) {
    for (const request of sample(validRequest(id, defaultContext, 'any'), 7, N)) {
      const done = await send(id, request.body, 'valid', 'valid');
      const respon = (done.judgement.answer as JsonObject | undefined)?.respon as JsonObject | undefined;
      if (id === 'direct-payment' && respon?.transaction_id) paid.push({ transaction_id: String(respon.transaction_id), order_no: String(respon.order_no), currency: String(respon.currency), amount: String(respon.amount) });
    }
    for (const c of boundaries(id, defaultContext, 7).slice(0, N * 4)) await send(id, c.body, c.expectation === 'accepted' ? 'valid' : 'odd', 'boundary', '', c.name);
    for (const c of singleFaults(id, defaultContext, 7).slice(0, N * 4)) await send(id, c.body, 'odd', 'fault', '', c.name);
  }
  for (const op of ['capture', 'review', 'cancel', 'refund'] as const) await send(op, batchOf(op, paid.slice(0, 20), defaultContext, 7).body, 'valid', 'batch');
  for (const fault of faults.slice(0, Number(process.env.F ?? 120))) {
    for (const op of documentedOperations.filter((o) => fault.operation === undefined || o.id === fault.operation)) {
      const [request] = sample(validRequest(op.id, defaultContext, 'full'), 7, 1);
      await send(op.id, request!.body, 'valid', `fault ${fault.id}`, `/faults/${fault.id}`).catch(() => undefined);
    }
  }
  await mock.close();
  let t = performance.now();
  for (const one of all) redactExchange(one);
  const redactMs = (performance.now() - t) / all.length;
  t = performance.now();
  for (const one of all) judge(one.exchange);
  const judgeMs = (performance.now() - t) / all.length;
  t = performance.now();
  for (const one of all) writer.record(one);
  const recordMs = (performance.now() - t) / all.length;
  writer.close();
  const partSize = statSync(join(dir, 'parts/worker-0.ndjson')).size;
  t = performance.now();
  const evidence = gatherEvidence(dir);
  const gatherMs = performance.now() - t;
  t = performance.now();
  const statement = buildStatement({
    suite: { version: '0.1.0', commit: 'abcdef0123456789abcdef', contractSha256: contractSha256() },
    target: { name: 'Sandbox of Example Pay', environment: 'sandbox', baseUrl: 'https://sandbox.example/api' },
    profile: 'ci', seed: 7, runsPerProperty: N, startedAt: '2026-01-31T12:00:00.000Z', endedAt: '2026-01-31T12:01:00.000Z',
    capabilities: {}, selected: documentedOperations.map((o) => o.id), evidence, acrossRun: judgeRun(evidence.exchanges.map(judgedOf)),
    deviations: [{ id: 'D-1', clause: '2.9/refund_reference_id/shape', operation: 'refund', reason: 'three digits until release 12', owner: 'payments team', expires: '2026-12-31' }],
    ...(process.env.PROOF ? { proof: { faults: { planted: 262, caught: 258, caughtByAnother: 1, equivalent: 2, survived: ['amount-rounded'] }, dialects: { run: 14, falseAlarms: 0 }, commit: 'abcdef0123456789' } } : {}),
  });
  const buildMs = performance.now() - t;
  const text = statementText(statement);
  writeFileSync(join(dir, 'conformance.json'), text);
  const cert = renderCertificate(statement);
  writeFileSync(join(dir, 'certificate.html'), cert);
  writeFileSync(join(dir, 'junit.xml'), renderJunit(statement));
  writeDigest(dir);
  t = performance.now();
  const v = verifyEvidence(dir);
  const verifyMs = performance.now() - t;
  const findings = all.reduce((s, o) => s + o.judgement.findings.length, 0);
  console.log({ exchanges: all.length, findings, redactMs, judgeMs, recordMs, gatherMs, buildMs, verifyMs, partSize, merged: statSync(join(dir, 'exchanges.ndjson')).size, statement: text.length, cert: cert.length, rejudged: v.rejudged, attested: v.attested, problems: v.problems.length, schema: validateStatement(JSON.parse(text)).slice(0, 5), result: statement.result, exit: statement.exitCode });
  console.log(v.problems.slice(0, 25));
  console.log(statement.findingGroups.filter((g) => g.verdict === 'suite-error').slice(0, 10));
});
