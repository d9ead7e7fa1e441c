import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { practiceKey } from '../cli/embedded.ts';
import { makeTemporary, removeFolder } from '../cli/temporary-folder.ts';
import { callerSecrets, type Hostile } from '../mock/hostile/proven/hostile.ts';
import type { Misfit } from '../mock/misfits/misfit.ts';
import { type MockOptions, startMock } from '../mock/server.ts';
import { objectOf } from '../schemas/json.ts';
import { table } from '../schemas/table.ts';
import type { JsonObject } from '../schemas/types.ts';
import { embeddedTargetFile } from '../targets/settings.ts';

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
function targetOfHostile({ name, silent }: Hostile, url: string): JsonObject {
  const timeoutMs = silent ? patience.silent : patience.other;
  const target = sandboxTarget(`hostile ${name}`, url);
  return {
    ...target,
    headers: { 'X-Api-Key': { env: 'CONFORMANCE_HOSTILE_HEADER' } },
    limits: { ...objectOf(target.limits), timeoutMs },
  };
}

/** The variables with the secrets of that target file. */
const variablesOfHostile: Readonly<Record<string, string>> = table({
  CONFORMANCE_MOCK_KEY: callerSecrets.key,
  CONFORMANCE_HOSTILE_HEADER: callerSecrets.header,
});

/** A running service and its own target file. */
export interface Wrong<Service = unknown> {
  readonly service: Service;
  readonly targetFile: string;
  /** The secrets of the target file. */
  readonly variables: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

function served<Service>(
  service: Service,
  target: JsonObject,
  variables: Readonly<Record<string, string>>,
  stop: () => Promise<void>,
): Wrong<Service> {
  const folder = makeTemporary('service');
  const targetFile = join(folder, 'target.json');
  writeFileSync(targetFile, JSON.stringify(target, null, 2));
  const close = async () => {
    await stop();
    removeFolder(folder);
  };
  return { service, targetFile, variables, close };
}

/** Starts a misfit and writes its target file into a folder that `close` removes. */
export async function serveMisfit(misfit: Misfit, how: Pick<MockOptions, 'port' | 'log'> = {}) {
  const signing = { recipe: 'hmac-sha256', key: practiceKey } as const;
  const endpoint = await startMock({ ...how, signing, misfit: misfit.name });
  const variables = { CONFORMANCE_MOCK_KEY: practiceKey, CONFORMANCE_MISFIT_KEY: 'another-key' };
  return served(endpoint, targetOf(misfit, endpoint.url), variables, () => endpoint.close());
}

/** Starts a hostile service and writes its target file into a folder that `close` removes. */
export async function serveHostile(hostile: Hostile, port?: number) {
  const started = await hostile.start(port);
  return served(started, targetOfHostile(hostile, started.baseUrl), variablesOfHostile, () => started.stop());
}
