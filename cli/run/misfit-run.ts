import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { findMisfit } from '../../mock/misfits/registry.ts';
import { type Mock, startMock } from '../../mock/server.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { demandKnownVariant } from '../investigate/known-variant.ts';
import { makeTemporary, removeFolder } from '../temporary-folder.ts';
import type { RunOptions } from './run-options.ts';

/** A misfit that is served, and the target file that leads to it. */
export interface ServedMisfit {
  readonly endpoint: Mock;
  readonly targetFile: string;
  /** Variables that hold the secrets of the target file. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The target file of somebody's sandbox: with limits of its own, and nothing that only the embedded endpoint gets. */
export function sandboxTarget(name: string, url: string): JsonObject {
  const { $schema: _, ...embedded } = JSON.parse(readFileSync(embeddedTargetFile(), 'utf8')) as JsonObject;
  return {
    ...embedded,
    name,
    environment: 'sandbox',
    baseUrl: url,
    limits: {
      requests: 100_000,
      requestsPerSecond: 1_000,
      concurrent: 8,
      amountPerRequest: '1000000',
      amountTotal: '1000000000',
    },
  };
}

function targetOf(misfit: Misfit, url: string): JsonObject {
  const right = sandboxTarget(`misfit ${misfit.name}`, url);
  return misfit.target?.(right) ?? right;
}

/** Serves a misfit, and writes the target file that leads to it into a folder that `close` removes. */
export async function serveMisfit(misfit: Misfit): Promise<ServedMisfit> {
  const folder = makeTemporary('misfit');
  const endpoint = await startMock({
    signing: { recipe: 'hmac-sha256', key: practiceKey },
    misfit: misfit.name,
  });
  const targetFile = join(folder, 'target.json');
  writeFileSync(targetFile, JSON.stringify(targetOf(misfit, endpoint.url), null, 2));
  return {
    endpoint,
    targetFile,
    variables: { CONFORMANCE_MOCK_KEY: practiceKey, CONFORMANCE_MISFIT_KEY: 'another-key' },
    async close() {
      await endpoint.close();
      removeFolder(folder);
    },
  };
}

/** Runs a command against a misfit by its name, as it would run against somebody's sandbox. */
export async function withMisfit<Options extends RunOptions>(
  name: string,
  options: Options,
  command: (options: Options) => Promise<number>,
): Promise<number> {
  demandKnownVariant({ misfit: name });
  const misfit = findMisfit(name);
  if (misfit === undefined) throw new ConfigurationError(`no misfit is called "${name}".`);
  const { misfit: _, ...others } = options;
  const served = await serveMisfit(misfit);
  try {
    return await command({
      ...(misfit.operation === undefined ? {} : { operation: misfit.operation }),
      ...(others as Options),
      target: served.targetFile,
      variables: { ...options.variables, ...served.variables },
    });
  } finally {
    await served.close();
  }
}
