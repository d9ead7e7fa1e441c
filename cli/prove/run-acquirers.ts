import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEvidence } from '../../reports/evidence.ts';
import { runSuite } from '../run-suite.ts';
import { makeTemporary } from '../temporary-folder.ts';
import type { AcquirerFault } from './acquirer-faults.ts';
import { certify } from './certify.ts';
import type { ProofOptions } from './proof-options.ts';
import { sightsIn } from './read-proof.ts';
import { type FaultScore, scoreFault } from './score.ts';
import { type AcquirerScore, scoreAcquirer } from './score-acquirer.ts';
import { type ServedAcquirer, serveAcquirer } from './serve-acquirers.ts';
import type { Selection, VariantRow } from './variant-list.ts';

/** What a proof found about acquirers. */
export interface AcquirerProof {
  readonly acquirers: readonly AcquirerScore[];
  readonly planted: readonly PlantedScore[];
  readonly exchanges: number;
  /** False when a spec broke or the run was cut short. */
  readonly whole: boolean;
}

/** One row of the matrix of faults planted into acquirers. */
export interface PlantedScore extends FaultScore {
  readonly acquirer: string;
}

// Twelve whole services meet every spec: the number of cases of a property is the acquirers' own.
const casesEach = '1';

function plainRow({ own }: ServedAcquirer): VariantRow {
  return { name: `acquirers/${own.name}`, path: '', own };
}

function plantedRow(
  { fault: { id, operation, clause } }: AcquirerFault,
  { own }: ServedAcquirer,
): VariantRow {
  return { name: `acquirers/${own.name}/faults/${id}`, path: `faults/${id}`, own, operation, clause };
}

/** Runs the specs against acquirers with the target files of their merchants, and against faults planted into them. */
export async function runAcquirers(
  { acquirers, planted }: Pick<Selection, 'acquirers' | 'planted'>,
  options: ProofOptions,
): Promise<AcquirerProof> {
  if (acquirers.length === 0) return { acquirers: [], planted: [], exchanges: 0, whole: true };
  const folder = makeTemporary('acquirers');
  const how = { ...options, runs: casesEach };
  const served: ServedAcquirer[] = [];
  try {
    for (const acquirer of acquirers) served.push(await serveAcquirer(acquirer, folder, how));
    const hosts = new Map(served.map((one) => [one.acquirer, one]));
    const rows = [
      ...served.map(plainRow),
      ...planted.flatMap((one) => {
        const host = hosts.get(one.acquirer);
        return host === undefined ? [] : [plantedRow(one, host)];
      }),
    ];
    const [list, out] = [join(folder, 'variants.json'), join(folder, 'out')];
    writeFileSync(list, JSON.stringify(rows));
    const status = await runSuite({
      ...how,
      out,
      profile: 'explore',
      variables: { CONFORMANCE_VARIANTS: list },
    });
    const evidence = readEvidence(out);
    const sights = sightsIn(evidence);
    return {
      acquirers: served.map((one) => scoreAcquirer(one.acquirer, certify(one, evidence))),
      planted: planted.map(({ acquirer: { name }, fault }) => ({
        acquirer: name,
        ...scoreFault(
          fault,
          sights.get(`acquirers/${name}/faults/${fault.id}`),
          sights.get(`acquirers/${name}`),
        ),
      })),
      exchanges: evidence.exchanges.length,
      whole: status === 0,
    };
  } finally {
    for (const { endpoint } of served) await endpoint.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
