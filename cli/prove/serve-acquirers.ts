import { join } from 'node:path';
import type { Acquirer } from '../../mock/acquirers/acquirer.ts';
import { type Mock, startMock } from '../../mock/server.ts';
import { openRun } from '../../opening/open-run.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { acquirerTargetFile, readSettings, type Settings } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { environmentOf } from '../run-suite.ts';
import type { ProofOptions } from './proof-options.ts';
import type { VariantRow } from './variant-list.ts';

/** An acquirer that listens, and what its merchant found out about it. */
export interface ServedAcquirer {
  readonly acquirer: Acquirer;
  readonly endpoint: Mock;
  readonly settings: Settings;
  readonly opening: OpeningReport;
  /** How the specs reach it. */
  readonly own: NonNullable<VariantRow['own']>;
}

/** Serves an acquirer and opens it with its merchant's target file, as the run of a certifier would. */
export async function serveAcquirer(
  acquirer: Acquirer,
  folder: string,
  how: ProofOptions,
): Promise<ServedAcquirer> {
  const { name } = acquirer;
  const key = process.env.CONFORMANCE_MOCK_KEY ?? practiceKey;
  const endpoint = await startMock({ acquirer: name, signing: { recipe: 'hmac-sha256', key } });
  const [file, opening] = [acquirerTargetFile(name), join(folder, 'openings', name)];
  const variables = { CONFORMANCE_EMBEDDED_URL: endpoint.url, CONFORMANCE_MOCK_KEY: key };
  const settings = readSettings(environmentOf({ ...how, out: opening, target: file, variables }));
  const { report } = await openRun(settings);
  return { acquirer, endpoint, settings, opening: report, own: { name, file, url: endpoint.url, opening } };
}
