import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { environmentOf } from '../../cli/project/run-options.ts';
import { type MockOptions, startMock } from '../../mock/server.ts';
import { openRun } from '../../opening/open-run.ts';
import type { OperationId } from '../../schemas/types.ts';
import { acquirerTargetFile, embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import type { Target } from '../../targets/target.ts';
import { emptyFolder } from '../cli/command.ts';

const key = 'a-key-of-an-opening';

/** What an opening finds out about an embedded endpoint, or about an acquirer with its merchant's target file. */
export async function opened(options: MockOptions, more: Partial<Target> = {}, operation?: string) {
  const { url } = await served(options);
  return openedAt(url, more, { ...options, operation });
}

/** An embedded endpoint whose signatures are those of an opening. */
export async function served(options: MockOptions = {}) {
  const mock = await startMock({ ...options, signing: { recipe: 'hmac-sha256', key } });
  onTestFinished(() => mock.close());
  return mock;
}

interface Opening {
  readonly acquirer?: string | undefined;
  readonly operation?: string | undefined;
}

/** What an opening finds out about a service at an address. */
export function openedAt(url: string, more: Partial<Target> = {}, { acquirer, operation }: Opening = {}) {
  const settings = readSettings(
    environmentOf({
      target: acquirer === undefined ? embeddedTargetFile() : acquirerTargetFile(acquirer),
      seed: '3',
      variables: { CONFORMANCE_EMBEDDED_URL: url, CONFORMANCE_MOCK_KEY: key },
    }),
  );
  const target = { ...settings.target, ...more };
  const operations = operation === undefined ? settings.operations : (operation.split(',') as OperationId[]);
  return openRun({ ...settings, operations, target, out: join(emptyFolder(), 'out') });
}
