import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Acquirer } from '../../mock/acquirers/acquirer.ts';
import { startMock } from '../../mock/server.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { acquirerTargetFile } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { readStatement } from '../read-statement.ts';
import type { RunOptions } from '../run-options.ts';
import { runSuite } from '../run-suite.ts';
import type { AcquirerFault } from './acquirer-faults.ts';
import { readSights } from './read-proof.ts';
import { type FaultScore, scoreFault } from './score.ts';
import { plainVariant, variantRows } from './variant-list.ts';

/** What a certification run said of one acquirer. */
export interface AcquirerScore {
  readonly name: string;
  readonly exit: number;
  readonly result: string;
  /** What kept it from being clean and complete; empty when it is both. */
  readonly problems: readonly string[];
}

/** Whether a run was clean and complete: exit 0, every stated clause met, no fail, no warning that was not announced. */
export function scoreAcquirer(
  { name, announces }: Pick<Acquirer, 'name' | 'announces'>,
  { result, clauses }: Pick<Statement, 'result' | 'clauses'>,
  exit: number,
): AcquirerScore {
  const problems = clauses.flatMap(({ id, operation, evidence, obliged, verdict, why = '' }) => {
    const what = `${verdict} ${id}${operation === undefined ? '' : ` ${operation}`}`;
    if (verdict === 'fail' || verdict === 'suite-error') return [what];
    if (verdict === 'warn' && !announces.includes(id)) return [what];
    const isOpen = verdict === 'not-tested' || verdict === 'inconclusive';
    return isOpen && evidence === 'stated' && obliged === 'service' ? [`${what}: ${why}`] : [];
  });
  return { name, exit, result, problems: exit === 0 ? problems : [`exit ${exit}, ${result}`, ...problems] };
}

type How = Pick<RunOptions, 'seed' | 'runs' | 'workers'>;

/** Runs the suite against acquirers with the target files of their merchants, as a certifier would. */
export async function runAcquirers(acquirers: readonly Acquirer[], how: How): Promise<AcquirerScore[]> {
  const scores: AcquirerScore[] = [];
  for (const acquirer of acquirers) {
    const out = join(mkdtempSync(join(tmpdir(), 'conformance-acquirer-')), 'out');
    const target = acquirerTargetFile(acquirer.name);
    const exit = await runSuite({ ...how, out, target, profile: 'certification', quiet: true });
    scores.push(scoreAcquirer(acquirer, readStatement(out), exit));
    rmSync(dirname(out), { recursive: true, force: true });
  }
  return scores;
}

/** Runs the specs against faults planted into one acquirer; what it answers without them is the plain variant. */
export async function runPlanted(
  planted: readonly AcquirerFault[],
  how: How,
): Promise<readonly (FaultScore & { readonly acquirer: string })[]> {
  const scores: (FaultScore & { readonly acquirer: string })[] = [];
  for (const acquirer of new Set(planted.map((one) => one.acquirer))) {
    const faults = planted.flatMap((one) => (one.acquirer === acquirer ? [one.fault] : []));
    const folder = mkdtempSync(join(tmpdir(), 'conformance-acquirer-'));
    const list = join(folder, 'variants.json');
    writeFileSync(list, JSON.stringify(variantRows({ faults, dialects: [], misfits: [] })));
    const key = process.env.CONFORMANCE_MOCK_KEY ?? practiceKey;
    const endpoint = await startMock({ acquirer: acquirer.name, signing: { recipe: 'hmac-sha256', key } });
    try {
      const variables = {
        CONFORMANCE_VARIANTS: list,
        CONFORMANCE_BASE_URL: endpoint.url,
        CONFORMANCE_MOCK_KEY: key,
      };
      const out = join(folder, 'out');
      const target = acquirerTargetFile(acquirer.name);
      await runSuite({ ...how, out, target, profile: 'explore', quiet: true, variables });
      const sights = readSights(out);
      const plain = sights.get(plainVariant);
      for (const fault of faults)
        scores.push({
          acquirer: acquirer.name,
          ...scoreFault(fault, sights.get(`faults/${fault.id}`), plain),
        });
    } finally {
      await endpoint.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return scores;
}
