import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../../mock/faults/fault.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { given } from '../../schemas/given.ts';
import { makeTemporary } from '../temporary-folder.ts';
import type { Interruption } from './interruption.ts';
import { exchangesOfMissed } from './missed.ts';
import type { ProofOptions } from './proof-options.ts';
import { openAcquirers, type PlantedScore } from './run-acquirers.ts';
import { type OwnRunsProof, runBeside } from './run-beside.ts';
import { runHostiles } from './run-hostiles.ts';
import { runMisfits } from './run-misfits.ts';
import { runVariants, type VariantsRun } from './run-variants.ts';
import { type DialectScore, type FaultScore, scoreDialect, scoreFault, scoreValueFault } from './score.ts';
import type { AcquirerScore } from './score-acquirer.ts';
import { plainVariant, type Selection, showsInOneExchange, valueRows, variantRows } from './variant-list.ts';

/** What a proof found. */
export interface Proof {
  readonly faults: readonly FaultScore[];
  readonly dialects: readonly DialectScore[];
  readonly misfits: OwnRunsProof['misfits'];
  readonly hostile: OwnRunsProof['hostile'];
  readonly acquirers: readonly AcquirerScore[];
  readonly planted: readonly PlantedScore[];
  readonly exchanges: number;
  /** What `verify` would say of the evidence that was kept whole. */
  readonly unheld: readonly string[];
  /** Evidence of what did not come out as it must, masked. */
  readonly missed: readonly EvidenceExchange[];
  readonly seconds: number;
  /** False when a spec broke or the run was cut short: then the figures say nothing. */
  readonly whole: boolean;
  /** True where somebody ended it: what is not caught then may not have been met. */
  readonly interrupted: boolean;
}

/** Runs the specs of users against everything that was selected; ends soon with what it has, once it is interrupted. */
export async function runProof(
  selection: Selection,
  options: ProofOptions,
  interruption: Interruption,
): Promise<Proof> {
  const started = performance.now();
  const folder = makeTemporary('proof');
  try {
    const ownRuns = startOwnRuns(selection, options, folder, interruption);
    const specs = await runSpecs(selection, options, folder, interruption);
    const { misfits, hostile, whole } = await ownRuns();
    const seconds = Math.round((performance.now() - started) / 1000);
    const interrupted = interruption.isAsked();
    return { ...specs, misfits, hostile, seconds, whole: specs.whole && whole && !interrupted, interrupted };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One run of the specs meets all variants and acquirers. */
async function runSpecs(
  { faults, dialects, whole, values = [], acquirers, planted }: Selection,
  options: ProofOptions,
  folder: string,
  { isAsked }: Interruption,
): Promise<Omit<Proof, 'misfits' | 'hostile' | 'seconds' | 'interrupted'>> {
  const hosts = await openAcquirers(acquirers, planted, options, join(folder, 'acquirers'));
  try {
    const rows =
      faults.length + dialects.length === 0
        ? []
        : variantRows({ faults, dialects, ...given({ whole }) }, 'bare');
    const run = await runVariants(isAsked() ? [] : [...rows, ...valueRows(values), ...hosts.rows], options);
    // What was not met because somebody ended the run was not missed.
    const again = await runMissed(isAsked() ? [] : faults, run, options);
    const scores = {
      faults: [
        ...faults.map((fault) => scoreIn(again.sights.has(`faults/${fault.id}`) ? again : run, fault)),
        ...values.map((fault) => scoreValueFault(fault, run.sights.get(`faults/${fault.id}`))),
      ],
      dialects: dialects.map((dialect) => scoreDialect(dialect, run.sights.get(`dialects/${dialect.name}`))),
      ...(isAsked() ? { acquirers: [], planted: [] } : hosts.score(run)),
    };
    return {
      ...scores,
      missed: isAsked() ? [] : exchangesOfMissed(scores, [run, again]),
      exchanges: run.evidence.exchanges.length,
      unheld: [...run.unheld, ...again.unheld],
      // Specs that broke prove nothing, whatever the rest of them found.
      whole: run.whole && again.whole,
    };
  } finally {
    await hosts.close();
  }
}

/**
 * Starts the runs that misfits and hostile services get each, beside those of the specs where a proof is about everything;
 * waits for their end.
 */
function startOwnRuns(
  { whole, misfits, hostiles }: Selection,
  options: ProofOptions,
  folder: string,
  interruption: Interruption,
): () => Promise<OwnRunsProof> {
  if (whole) {
    const beside = runBeside(options, folder);
    return () => beside;
  }
  return async () => ({
    misfits: await runMisfits(misfits, options, interruption),
    hostile: await runHostiles(hostiles, options, interruption),
    whole: true,
  });
}

const scoreIn = ({ sights }: VariantsRun, fault: Fault): FaultScore =>
  scoreFault(fault, sights.get(`faults/${fault.id}`), sights.get(plainVariant));

// Of an exchange that was recorded bare nothing tells why a fault was missed, so those are met once more.
async function runMissed(
  faults: readonly Fault[],
  run: VariantsRun,
  options: ProofOptions,
): Promise<VariantsRun> {
  const missed = faults.filter(
    (fault) => showsInOneExchange(fault) && scoreIn(run, fault).state !== 'caught',
  );
  return runVariants(missed.length === 0 ? [] : variantRows({ faults: missed, dialects: [] }), options);
}
