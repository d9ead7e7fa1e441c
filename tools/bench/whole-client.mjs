import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { practiceKey } from '../../dist/modules/cli/embedded.js';
import { defaultContext } from '../../dist/modules/generators/context.js';
import { batchOf, unknownOrders } from '../../dist/modules/generators/orders.js';
import { deriveSeed, sample } from '../../dist/modules/generators/seed.js';
import { validRequest } from '../../dist/modules/generators/valid.js';
import { openEvidence } from '../../dist/modules/reports/evidence.js';
import { startRedaction } from '../../dist/modules/reports/redact.js';
import { namedOrigins, secretsOf } from '../../dist/modules/targets/file/secrets-of.js';
import { createSender } from '../../dist/modules/targets/sending/sender.js';
import { createSigner } from '../../dist/modules/targets/sending/signing.js';
import { requestOf } from '../../dist/modules/targets/sending/wire-request.js';
import { readSettings } from '../../dist/modules/targets/settings.js';

const seed = 11;
const origin = { test: 'bench', file: 'bench.spec.ts', ordinal: 0 };

const makers = {
  /** A payment with about 90 fields. */
  payment(number, own) {
    const [made] = sample(validRequest('direct-payment', defaultContext, 'full'), own, 1);
    return { operation: 'direct-payment', body: { ...made.body, order_no: `bench-${number}` } };
  },
  'batch of 50': (_, own) => ({
    operation: 'refund',
    body: batchOf('refund', unknownOrders(50, own), defaultContext, own).body,
  }),
  /** Alternates payments of every shape and refund batches of 1 to 50 entries. */
  mixed(number, own) {
    if (number % 2 === 0) {
      const [made] = sample(validRequest('direct-payment', defaultContext, 'any'), own, 1);
      return { operation: 'direct-payment', body: { ...made.body, order_no: `bench-${number}` } };
    }
    const made = batchOf('refund', unknownOrders(1 + (own % 50), own), defaultContext, own);
    return { operation: 'refund', body: made.body };
  },
};

function generate(kind, number) {
  return makers[kind](number, deriveSeed(seed, 'bench', String(number)));
}

/** The client of the suite, with its evidence in a temporary folder. `kind` is "payment", "batch of 50" or "mixed". */
export async function openWholeClient(url, transport, kind) {
  process.env.CONFORMANCE_MOCK_KEY = practiceKey;
  const out = mkdtempSync(join(tmpdir(), 'conformance-bench-'));
  const settings = readSettings({
    CONFORMANCE_MOCK_KEY: practiceKey,
    CONFORMANCE_EMBEDDED_URL: url,
    CONFORMANCE_SEED: String(seed),
    CONFORMANCE_OUT: out,
  });
  const { target } = settings;
  startRedaction({ seed, secrets: secretsOf(target), origins: namedOrigins(target) });
  const evidence = openEvidence(out, 0);
  const signer = await createSigner(target);
  const client = createSender({
    signer,
    transport,
    settings,
    record: (one) => evidence.record(one),
  });
  return {
    out,
    settings,
    /** Generates, signs, sends, judges, masks and records the request with this number. */
    async exchange(number) {
      const { operation, body } = generate(kind, number);
      await client.send(operation, body, {
        origin: { ...origin, ordinal: number },
      });
    },
    /** The wire request with this number, for clients that only send. */
    wireOf(number) {
      const { operation, body } = generate(kind, number);
      return requestOf(target, signer, operation, body, { origin }).wire;
    },
    endEvidence: () => evidence.close(),
    close: () => rmSync(out, { recursive: true, force: true }),
  };
}
