import { readSettings } from '../targets/settings.ts';
import { startEmbedded } from './embedded.ts';
import { writeRunRecord } from './run-record.ts';

/** Playwright's global set-up: starts the embedded endpoint for an embedded target, and stops it at the end. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const embedded = await startEmbedded();
  writeRunRecord(readSettings());
  return async () => embedded?.close();
}
