import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMock } from '../../mock/server.ts';
import type { GatheredEvidence } from '../../reports/evidence/lines.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { rejudge } from '../../reports/verify/rejudge.ts';
import { practiceKey } from '../embedded.ts';
import { runSuite } from '../run-suite.ts';
import { makeTemporary } from '../temporary-folder.ts';
import type { ProofOptions } from './proof-options.ts';
import { type Sight, sightsIn } from './read-proof.ts';
import type { VariantRow } from './variant-list.ts';

/** What one run of the specs against many services saw. */
export interface VariantsRun {
  readonly evidence: GatheredEvidence;
  /** By the name of the variant. */
  readonly sights: ReadonlyMap<string, Sight>;
  /** What `verify` would say of its exchanges and pairs; of those that are recorded barely it says nothing. */
  readonly unheld: readonly string[];
  /** False when a spec broke or the run was cut short. */
  readonly whole: boolean;
}

const nothing: GatheredEvidence = { exchanges: [], notes: [], problems: [] };

/** A run that users start is to be small; one that meets a thousand services is to be quick. */
const roomy = '--max-semi-space-size=32 --max-old-space-size=2048';

/** Runs the specs once against all variants; those without a target of their own are served by this process. */
export async function runVariants(rows: readonly VariantRow[], options: ProofOptions): Promise<VariantsRun> {
  if (rows.length === 0) return { evidence: nothing, sights: new Map(), unheld: [], whole: true };
  const folder = makeTemporary('proof');
  const list = join(folder, 'variants.json');
  writeFileSync(list, JSON.stringify(rows));
  try {
    const status = await meetVariants(list, join(folder, 'out'), options);
    const evidence = readEvidence(join(folder, 'out'));
    return { evidence, sights: sightsIn(evidence), unheld: unheldIn(evidence), whole: status === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// A test that somebody may have run against a wrong service: its evidence has to hold, whatever was found.
function unheldIn({ exchanges, notes }: GatheredEvidence): readonly string[] {
  const whole = exchanges.filter(({ sent }) => sent.body !== '');
  const ids = new Set(whole.map(({ id }) => id));
  const pairs = notes.filter((note) => note.kind === 'twin' && ids.has(note.control) && ids.has(note.probe));
  const { problems } = rejudge({ exchanges: whole, notes: pairs, problems: [] });
  const tests = new Map(whole.map(({ id, origin }) => [`exchange ${id}`, origin.test]));
  return problems.map(({ at, detail }) => `${tests.get(at) ?? at}: ${at} ${detail}`);
}

// What a thousand worlds remember is gone before the evidence of all of them is read.
async function meetVariants(list: string, out: string, options: ProofOptions): Promise<number> {
  process.env.CONFORMANCE_MOCK_KEY ??= practiceKey;
  const endpoint = await startMock({
    signing: { recipe: 'hmac-sha256', key: process.env.CONFORMANCE_MOCK_KEY },
  });
  try {
    return await runSuite({
      ...options,
      out,
      profile: 'explore',
      variables: {
        CONFORMANCE_VARIANTS: list,
        CONFORMANCE_EMBEDDED_URL: endpoint.url,
        NODE_OPTIONS: [process.env.NODE_OPTIONS, roomy].join(' ').trim(),
      },
    });
  } finally {
    await endpoint.close();
  }
}
