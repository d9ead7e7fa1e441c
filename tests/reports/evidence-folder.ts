import type { KeyObject } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDerivedFiles } from '../../reports/derived-files.ts';
import { contractSha256, writeDigest } from '../../reports/digest.ts';
import type { TwinNote } from '../../reports/evidence/lines.ts';
import { gatherEvidence, openEvidence } from '../../reports/evidence.ts';
import { startRedaction } from '../../reports/redact.ts';
import type { RunFacts } from '../../reports/run/run-facts.ts';
import { signFolder } from '../../reports/signing/envelope.ts';
import { judgeTwin } from '../../schemas/judge/judge-twin.ts';
import { judge } from '../../schemas/judge.ts';
import { answer, judged, type Parts } from './hand-made.ts';

const broken = (change: (text: string) => string) => {
  const { received } = judged().exchange;
  return answer(received.kind === 'answer' ? change(Buffer.from(received.body).toString()) : '');
};

const card = {
  merchant_id: '100001',
  account_id: '100001001',
  order_no: 'ORDER-9',
  currency: 'EUR',
  amount: '12.34',
  card: '4000056655665556',
  expiration_month: '12',
  expiration_year: '2030',
  security_code: '917',
  shopper_email: 'a.person@shop.example',
  notify_url: 'https://shop.example/notify',
  encryption_data: 'ab'.repeat(32),
};

function respon(change: Record<string, string> = {}): string {
  const fields = {
    ...card,
    transaction_id: 'T9',
    card: '400005******5556',
    result_info: '0000:Success',
    ...change,
  };
  const {
    shopper_email: _,
    notify_url: _____,
    security_code: __,
    expiration_month: ___,
    expiration_year: ____,
    ...shown
  } = fields;
  const elements = Object.entries(shown).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?><respon>${elements.join('')}</respon>`;
}

const payment = (body: string): Parts => ({
  operation: 'direct-payment',
  sent: { value: card, signed: true },
  received: answer(body, 200, 'text/xml'),
});

/** Exchanges of all kinds: right, wrong, refused, unanswered, with secrets in them and with secrets leaked back. */
export const exchangesOfAllKinds: readonly Parts[] = [
  {},
  { received: broken((text) => text.replaceAll('"12.34"', '12.34')) },
  { received: broken((text) => text.replace('T1-01', 'T1-1')) },
  { received: broken((text) => JSON.stringify(JSON.parse(text), null, 2)) },
  { received: answer('{"return_status":', 200) },
  { received: answer('<html>Not found</html>', 404, 'text/html'), sent: { signed: true } },
  { received: answer('', 500), sent: { signed: true } },
  { received: { kind: 'none', reason: 'timeout', detail: 'no answer in 1000 ms', durationMs: 1000 } },
  payment(respon()),
  payment(respon({ card: '4000056655665556' })),
  payment(respon({ card: '4000056******5556' })),
  payment(respon({ connector: 'paid with 4000056655665556' })),
  payment(respon({ encryption_data: 'short' })),
  payment(respon({ amount: '12.35', currency: 'eur' })),
  { sent: { intent: 'odd', body: 'merchant_id=1&card=4000056655665556', encoding: 'form' } },
];

/** Writes the evidence, statement, certificate and digest of a run over hand-made exchanges, judged by the real judge. */
export function writeEvidenceFolder(
  all: readonly Parts[] = exchangesOfAllKinds,
  key?: KeyObject,
  secrets: readonly string[] = [],
  more: Partial<RunFacts> = {},
): string {
  startRedaction({ seed: 7, secrets });
  const dir = mkdtempSync(join(tmpdir(), 'verify-'));
  const writer = openEvidence(dir, 0);
  const done = all.map((parts, index) => {
    const origin = { test: 'kinds', ordinal: index };
    const { exchange } = judged({ id: index.toString(16).padStart(10, '0'), ...parts, origin });
    const one = { exchange, judgement: judge(exchange) };
    writer.record(one);
    return one;
  });
  const [control, probe] = [done[0], done.at(-1)];
  if (control !== undefined && probe !== undefined && control !== probe) {
    const clause = '8/refund/limit';
    const twin = judgeTwin({ clause, control, probe, wants: 'refusal' });
    const note: TwinNote = {
      kind: 'twin',
      clause,
      wants: 'refusal',
      control: control.exchange.id,
      probe: probe.exchange.id,
      operation: 'refund',
      ...twin,
    };
    writer.note(note);
  }
  writer.note({ kind: 'skipped', operation: 'payout', reason: 'the target allows no effect "moves-money"' });
  writer.close();
  const evidence = gatherEvidence(dir, {
    suite: { version: '1.0.0', commit: 'abcdef0', contractSha256: contractSha256() },
    target: { name: 'Sandbox', environment: 'sandbox', baseUrl: 'https://sandbox.example' },
    profile: 'ci',
    seed: 7,
    runsPerProperty: 100,
    startedAt: '2026-01-31T12:00:00.000Z',
    endedAt: '2026-01-31T12:01:00.000Z',
    capabilities: {},
    selected: ['refund', 'direct-payment', 'payout'],
    again: 'TARGET=embedded SEED=7 npx playwright test TEST',
    ...more,
  });
  writeDerivedFiles(dir, evidence);
  writeDigest(dir);
  if (key !== undefined) signFolder(dir, key);
  return dir;
}
