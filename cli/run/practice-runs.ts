import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entrusted, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { findMisfit } from '../../mock/misfits/registry.ts';
import { type Mock, startMock } from '../../mock/server.ts';
import { objectOf } from '../../schemas/json.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { demandKnownVariant } from '../investigate/known-variant.ts';
import { makeTemporary, removeFolder } from '../temporary-folder.ts';
import type { RunOptions } from './run-options.ts';

/** A misfit that is served, and the target file that leads to it. */
interface ServedMisfit {
  readonly endpoint: Mock;
  readonly targetFile: string;
  /** Variables that hold the secrets of the target file. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** The target file of a user's sandbox: with its own limits, and nothing that only the embedded endpoint gets. */
function sandboxTarget(name: string, url: string): JsonObject {
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

/** Runs a command against a misfit by its name, as it would run against a user's sandbox. */
export async function withMisfit<Options extends RunOptions>(
  name: string,
  options: Options,
  command: (options: Options) => Promise<number>,
): Promise<number> {
  demandKnownVariant({ misfit: name });
  const misfit = findMisfit(name);
  if (misfit === undefined) throw new ConfigurationError(`no broken set-up is called "${name}".`);
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

// Silence is as silent after half a second as after thirty, but what is long takes its time.
const patience = { silent: 500, other: 20_000 } as const;

/** The target file of somebody who trusts a hostile service with a key and a credential. */
export function targetOfHostile({ name, silent }: Hostile, url: string): JsonObject {
  const timeoutMs = silent ? patience.silent : patience.other;
  const target = sandboxTarget(`hostile ${name}`, url);
  return {
    ...target,
    headers: { 'X-Api-Key': { env: 'CONFORMANCE_HOSTILE_HEADER' } },
    limits: { ...objectOf(target.limits), timeoutMs },
  };
}

/** The variables that hold the secrets of that target file. */
export const variablesOfHostile: Readonly<Record<string, string>> = table({
  CONFORMANCE_MOCK_KEY: entrusted.key,
  CONFORMANCE_HOSTILE_HEADER: entrusted.header,
});

/** Runs a command against a hostile service by its name, as it would run against a user's sandbox. */
export async function withHostile<Options extends RunOptions>(
  name: string,
  options: Options,
  command: (options: Options) => Promise<number>,
): Promise<number> {
  demandKnownVariant({ hostile: name });
  const hostile = findHostile(name);
  if (hostile === undefined) throw new ConfigurationError(`no hostile service is called "${name}".`);
  const { hostile: _, ...others } = options;
  const folder = makeTemporary('hostile');
  const started = await hostile.start();
  try {
    const target = join(folder, 'target.json');
    writeFileSync(target, JSON.stringify(targetOfHostile(hostile, started.baseUrl), null, 2));
    return await command({
      operation: hostile.operation,
      ...(others as Options),
      target,
      variables: { ...options.variables, ...variablesOfHostile },
    });
  } finally {
    await started.stop();
    removeFolder(folder);
  }
}
