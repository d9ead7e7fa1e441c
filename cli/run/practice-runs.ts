import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callerSecrets, type Hostile } from '../../mock/hostile/proven/hostile.ts';
import { findHostile } from '../../mock/hostile/proven/registry.ts';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { findMisfit } from '../../mock/misfits/registry.ts';
import { startMock } from '../../mock/server.ts';
import { defined } from '../../schemas/defined.ts';
import { objectOf } from '../../schemas/json.ts';
import { table } from '../../schemas/table.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';
import { demandKnownVariant } from '../investigate/known-variant.ts';
import { makeTemporary, removeFolder } from '../temporary-folder.ts';
import type { RunOptions } from './run-options.ts';

/** Returns a target file like that of a user's sandbox, with its own limits. */
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

// In milliseconds: half a second shows that no answer comes, while other hostile services need longer.
const patience = { silent: 500, other: 20_000 } as const;

/** Returns the target file of a hostile service that is trusted with a key and a credential. */
export function targetOfHostile({ name, silent }: Hostile, url: string): JsonObject {
  const timeoutMs = silent ? patience.silent : patience.other;
  const target = sandboxTarget(`hostile ${name}`, url);
  return {
    ...target,
    headers: { 'X-Api-Key': { env: 'CONFORMANCE_HOSTILE_HEADER' } },
    limits: { ...objectOf(target.limits), timeoutMs },
  };
}

/** The variables with the secrets of that target file. */
export const variablesOfHostile: Readonly<Record<string, string>> = table({
  CONFORMANCE_MOCK_KEY: callerSecrets.key,
  CONFORMANCE_HOSTILE_HEADER: callerSecrets.header,
});

/** Returns a running practice service and its target file. */
async function served<Service>(
  service: Service,
  target: JsonObject,
  variables: Readonly<Record<string, string>>,
  stop: () => Promise<void>,
) {
  const folder = makeTemporary('practice');
  const targetFile = join(folder, 'target.json');
  writeFileSync(targetFile, JSON.stringify(target, null, 2));
  return {
    service,
    targetFile,
    /** The secrets of the target file. */
    variables,
    async close() {
      await stop();
      removeFolder(folder);
    },
  };
}

/** Starts a misfit and writes its target file into a folder that `close` removes. */
export async function serveMisfit(misfit: Misfit) {
  const signing = { recipe: 'hmac-sha256', key: practiceKey } as const;
  const endpoint = await startMock({ signing, misfit: misfit.name });
  const variables = { CONFORMANCE_MOCK_KEY: practiceKey, CONFORMANCE_MISFIT_KEY: 'another-key' };
  return served(endpoint, targetOf(misfit, endpoint.url), variables, () => endpoint.close());
}

/** Starts a hostile service and writes its target file into a folder that `close` removes. */
export async function serveHostile(hostile: Hostile) {
  const started = await hostile.start();
  return served(started, targetOfHostile(hostile, started.baseUrl), variablesOfHostile, () => started.stop());
}

/** Runs a command against the named misfit or hostile service as against a user's sandbox. */
export async function withPractice<Options extends RunOptions>(
  options: Options,
  command: (options: Options) => Promise<number>,
): Promise<number> {
  const { misfit, hostile, ...others } = options;
  demandKnownVariant(defined({ misfit, hostile }));
  const [broken, attacker] = [findMisfit(misfit ?? ''), findHostile(hostile ?? '')];
  if (broken === undefined && attacker === undefined) return command(options);
  const practice =
    attacker === undefined ? await serveMisfit(broken as Misfit) : await serveHostile(attacker);
  try {
    return await command({
      ...defined({ operation: (attacker ?? broken)?.operation }),
      ...(others as Options),
      target: practice.targetFile,
      variables: { ...options.variables, ...practice.variables },
    });
  } finally {
    await practice.close();
  }
}
