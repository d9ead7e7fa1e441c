import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entrusted, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
import { objectOf } from '../../schemas/json.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { demandKnownVariant } from '../investigate/known-variant.ts';
import { makeTemporary, removeFolder } from '../temporary-folder.ts';
import { sandboxTarget } from './misfit-run.ts';
import type { RunOptions } from './run-options.ts';

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

/** Runs a command against a hostile service by its name, as it would run against somebody's sandbox. */
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
