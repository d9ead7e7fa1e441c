import type { Acquirer } from '../../mock/acquirers/acquirer.ts';
import type { AcquirerFault } from './acquirer-faults.ts';
import { certify } from './certify.ts';
import type { ProofOptions } from './proof-options.ts';
import type { VariantsRun } from './run-variants.ts';
import { type FaultScore, scoreFault } from './score.ts';
import { type AcquirerScore, scoreAcquirer } from './score-acquirer.ts';
import { type ServedAcquirer, serveAcquirer } from './serve-acquirers.ts';
import type { VariantRow } from './variant-list.ts';

/** One row of the matrix of faults planted into acquirers. */
export interface PlantedScore extends FaultScore {
  readonly acquirer: string;
}

/** Acquirers that listen, with the faults planted into them: variants of a run that finds out what becomes of them. */
export interface AcquirersUnderProof {
  readonly rows: readonly VariantRow[];
  /** What that run found. */
  score(run: VariantsRun): {
    readonly acquirers: readonly AcquirerScore[];
    readonly planted: readonly PlantedScore[];
  };
  close(): Promise<void>;
}

// Twelve whole services meet every spec: the number of cases of a property is the acquirers' own.
const casesEach = 1;

/** Serves acquirers and opens each with the target file of its merchant; `folder` keeps what the openings found. */
export async function openAcquirers(
  acquirers: readonly Acquirer[],
  planted: readonly AcquirerFault[],
  options: ProofOptions,
  folder: string,
): Promise<AcquirersUnderProof> {
  const how = { ...options, runs: String(casesEach) };
  const served: ServedAcquirer[] = [];
  const close = async () => {
    for (const { endpoint } of served) await endpoint.close();
  };
  try {
    for (const acquirer of acquirers) served.push(await serveAcquirer(acquirer, folder, how));
  } catch (error) {
    await close();
    throw error;
  }
  const into = planted.flatMap(({ acquirer, fault }) => {
    const host = served.find((one) => one.acquirer === acquirer);
    return host === undefined ? [] : [{ ...host, fault }];
  });
  return {
    rows: [
      ...served.map(({ own }) => ({ name: `acquirers/${own.name}`, path: '', own, runs: casesEach })),
      ...into.map(({ own, fault: { id, operation, clause, verdict } }) => ({
        name: `acquirers/${own.name}/faults/${id}`,
        path: `faults/${id}`,
        own,
        operation,
        clause,
        verdict,
        runs: casesEach,
      })),
    ],
    score: ({ sights, evidence }) => ({
      acquirers: served.map((one) => scoreAcquirer(one.acquirer, certify(one, evidence))),
      planted: into.map(({ own: { name }, fault }) => ({
        acquirer: name,
        ...scoreFault(
          fault,
          sights.get(`acquirers/${name}/faults/${fault.id}`),
          sights.get(`acquirers/${name}`),
        ),
      })),
    }),
    close,
  };
}
