import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMock } from '../../mock/server.ts';
import { practiceKey } from '../embedded.ts';
import { runSuite } from '../run-suite.ts';
import type { ProofOptions } from './proof-options.ts';
import { readSights } from './read-proof.ts';
import { type AcquirerProof, runAcquirers } from './run-acquirers.ts';
import { type MisfitScore, runMisfits } from './run-misfits.ts';
import { type DialectScore, type FaultScore, scoreDialect, scoreFault } from './score.ts';
import { plainVariant, type Selection, variantRows } from './variant-list.ts';

/** What a proof found. */
export interface Proof {
  readonly faults: readonly FaultScore[];
  readonly dialects: readonly DialectScore[];
  readonly misfits: readonly MisfitScore[];
  readonly acquirers: AcquirerProof['acquirers'];
  readonly planted: AcquirerProof['planted'];
  readonly exchanges: number;
  readonly seconds: number;
  /** False when a spec broke or the run was cut short: then the figures say nothing. */
  readonly whole: boolean;
}

/** Runs the specs of users against everything that was selected. */
export async function runProof(selection: Selection, options: ProofOptions): Promise<Proof> {
  const started = performance.now();
  const hasVariants = selection.faults.length + selection.dialects.length > 0;
  const variants = hasVariants
    ? await runVariants(selection, options)
    : { faults: [], dialects: [], exchanges: 0, whole: true };
  const { acquirers, planted, exchanges, whole } = await runAcquirers(selection, options);
  const misfits = await runMisfits(selection.misfits, options);
  return {
    ...variants,
    misfits,
    acquirers,
    planted,
    exchanges: variants.exchanges + exchanges,
    seconds: Math.round((performance.now() - started) / 1000),
    whole: variants.whole && whole,
  };
}

// All variants are served by one process.
async function runVariants(
  selection: Selection,
  options: ProofOptions,
): Promise<Omit<Proof, 'misfits' | 'seconds' | 'acquirers' | 'planted'>> {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-proof-'));
  const list = join(folder, 'variants.json');
  writeFileSync(list, JSON.stringify(variantRows(selection)));
  process.env.CONFORMANCE_MOCK_KEY ??= practiceKey;
  const endpoint = await startMock({
    signing: { recipe: 'hmac-sha256', key: process.env.CONFORMANCE_MOCK_KEY },
  });
  try {
    const status = await runSuite({
      ...options,
      out: join(folder, 'out'),
      profile: 'explore',
      variables: { CONFORMANCE_VARIANTS: list, CONFORMANCE_EMBEDDED_URL: endpoint.url },
    });
    const sights = readSights(join(folder, 'out'));
    const plain = sights.get(plainVariant);
    return {
      faults: selection.faults.map((fault) => scoreFault(fault, sights.get(`faults/${fault.id}`), plain)),
      dialects: selection.dialects.map((dialect) =>
        scoreDialect(dialect, sights.get(`dialects/${dialect.name}`)),
      ),
      exchanges: [...sights.values()].reduce((sum, { exchanges }) => sum + exchanges, 0),
      // Specs that broke prove nothing, whatever the rest of them found.
      whole: status === 0,
    };
  } finally {
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
