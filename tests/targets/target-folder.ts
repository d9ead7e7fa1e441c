import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ConfigurationError } from '../../targets/configuration-error.ts';

/** A key that no message may repeat. */
export const canary = 'canary-5f2a-must-not-be-printed';

/** A complete sandbox target; tests change one thing of it. */
export const sandbox = {
  name: 'sandbox',
  environment: 'sandbox',
  baseUrl: 'https://sandbox.example/gateway/',
  merchant: { merchant_id: 'M1', account_id: 'A1' },
  signing: { recipe: 'hmac-sha256', key: { env: 'SANDBOX_KEY' } },
} as const;

/** Variables that the sandbox target needs. */
export const environment = { SANDBOX_KEY: canary };

/** Makes a folder with files for one test and removes it afterwards. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'targets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}

/** The message of the configuration error that a call throws. */
export function complaintOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  return 'no complaint';
}
