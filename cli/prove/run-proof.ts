import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../mock/faults/fault.ts';
import type { ValueFault } from '../../mock/faults/value-fault.ts';
import { startMock } from '../../mock/server.ts';
import { bodyField } from '../../schemas/sent.ts';
import { practiceKey } from '../embedded.ts';
import { runSuite } from '../run-suite.ts';
import { makeTemporary } from '../temporary-folder.ts';
import type { ProofOptions } from './proof-options.ts';
import { readSights, type Sight } from './read-proof.ts';
import { type AcquirerProof, runAcquirers } from './run-acquirers.ts';
import { type HostileScore, runHostiles } from './run-hostiles.ts';
import { type MisfitScore, runMisfits } from './run-misfits.ts';
import { type DialectScore, type FaultScore, scoreDialect, scoreFault, scoreValueFault } from './score.ts';
import {
  plainVariant,
  type Selection,
  showsInOneExchange,
  type VariantRow,
  variantRows,
} from './variant-list.ts';

/** What a proof found. */
export interface Proof {
  readonly faults: readonly FaultScore[];
  readonly dialects: readonly DialectScore[];
  readonly misfits: readonly MisfitScore[];
  readonly hostile: readonly HostileScore[];
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
  const { faults, dialects, values = [] } = selection;
  const variants = await runVariants(
    variantRows(selection, 'bare'),
    faults.length + dialects.length,
    options,
  );
  const again = await runMissed(faults, variants, options);
  const withValues = await runValues(values, options);
  const { acquirers, planted, exchanges, whole } = await runAcquirers(selection, options);
  const misfits = await runMisfits(selection.misfits, options);
  const hostile = await runHostiles(selection.hostiles, options);
  return {
    faults: [
      ...faults.map((fault) => scoreIn(again.sights.has(`faults/${fault.id}`) ? again : variants, fault)),
      ...values.map((fault) => scoreValueFault(fault, withValues.sights.get(`faults/${fault.id}`))),
    ],
    dialects: dialects.map((dialect) =>
      scoreDialect(dialect, variants.sights.get(`dialects/${dialect.name}`)),
    ),
    acquirers,
    planted,
    exchanges: [...variants.sights.values(), ...withValues.sights.values()].reduce(
      (sum, sight) => sum + sight.exchanges,
      exchanges,
    ),
    // Specs that broke prove nothing, whatever the rest of them found.
    whole: variants.whole && again.whole && withValues.whole && whole,
    misfits,
    hostile,
    seconds: Math.round((performance.now() - started) / 1000),
  };
}

/** The tests in which faults of values show: those that send every class in every field, and those that write bodies in every way. */
const everyClass = 'every class of values';
const everyWriting = 'every way of writing';
/** Cases with which they are sent whole. */
const wholePlan = '25';

interface Run {
  readonly sights: ReadonlyMap<string, Sight>;
  readonly whole: boolean;
}

const scoreIn = ({ sights }: Run, fault: Fault): FaultScore =>
  scoreFault(fault, sights.get(`faults/${fault.id}`), sights.get(plainVariant));

// Of an exchange that was recorded bare nothing tells why a fault was missed, so those are met once more.
async function runMissed(faults: readonly Fault[], run: Run, options: ProofOptions): Promise<Run> {
  const missed = faults.filter(
    (fault) => showsInOneExchange(fault) && scoreIn(run, fault).state !== 'caught',
  );
  return runVariants(variantRows({ faults: missed, dialects: [] }), missed.length, options);
}

// Each kind meets its own tests alone: a test of the other kind may show it too, without naming field and class.
async function runValues(values: readonly ValueFault[], options: ProofOptions): Promise<Run> {
  const sights = new Map<string, Sight>();
  let whole = true;
  for (const grep of [everyClass, everyWriting]) {
    const own = values.filter(({ field }) => (field === bodyField) === (grep === everyWriting));
    const rows = variantRows({ faults: own, dialects: [] });
    // Each is scored by itself, and the unchanged endpoint would be met by every test.
    const apart = rows.filter(({ name }) => name !== plainVariant);
    const run = await runVariants(apart, own.length, { ...options, runs: wholePlan, grep });
    for (const [name, sight] of run.sights) sights.set(name, sight);
    whole &&= run.whole;
  }
  return { sights, whole };
}

// All variants are served by one process.
async function runVariants(
  rows: readonly VariantRow[],
  count: number,
  options: ProofOptions & { readonly grep?: string },
): Promise<Run> {
  if (count === 0) return { sights: new Map(), whole: true };
  const folder = makeTemporary('proof');
  const list = join(folder, 'variants.json');
  writeFileSync(list, JSON.stringify(rows));
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
    return { sights: readSights(join(folder, 'out')), whole: status === 0 };
  } finally {
    await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
