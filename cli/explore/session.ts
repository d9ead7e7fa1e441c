import { join } from 'node:path';
import type { MakeContext } from '../../generators/context.ts';
import { withOwnNumbers } from '../../generators/own-numbers.ts';
import { dialects } from '../../mock/dialects/registry.ts';
import { faults } from '../../mock/faults/registry.ts';
import { type Mock, startMock } from '../../mock/server.ts';
import { openConnection } from '../../opening/connection.ts';
import { refusalOf } from '../../opening/permission.ts';
import { showingPersons } from '../../reports/redact.ts';
import { given } from '../../schemas/given.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { requestContext } from '../../targets/request-context.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import { practiceKey } from '../embedded.ts';

/** How a session is opened; everything may be left out. */
export interface SessionOptions {
  readonly target?: string | undefined;
  readonly seed?: number | undefined;
  /** Deviation of the embedded endpoint, by id. */
  readonly fault?: string | undefined;
  /** Legal variant of the embedded endpoint, by name. */
  readonly dialect?: string | undefined;
  /** Shows made-up persons; masks alone are for what is written. */
  readonly show?: boolean | undefined;
}

/** One target, open for single requests. */
export interface Session {
  readonly settings: Settings;
  readonly context: MakeContext;
  /** How it was opened, for the command that opens it again. */
  readonly asked: SessionOptions;
  /** Why an operation may not be sent to this target, or nothing when it may. */
  refusal(operation: DocumentedOperationId): string | undefined;
  /** Masks for the screen of this session: with persons shown where that was asked for. */
  masking<Result>(work: () => Result): Result;
  /** The body with an order number that this session has not used. */
  numbered(body: JsonObject): JsonObject;
  /** Sends one body, signed; throws what the client throws when it may not be sent. */
  send(
    operation: DocumentedOperationId,
    body: JsonObject,
    how: { readonly intent: 'valid' | 'odd'; readonly caseName: string },
  ): Promise<JudgedExchange>;
  close(): Promise<void>;
}

type Variables = Record<string, string | undefined>;

function variablesOf({ target, seed, fault, dialect }: SessionOptions): Variables {
  return {
    ...process.env,
    CONFORMANCE_MOCK_KEY: process.env.CONFORMANCE_MOCK_KEY ?? practiceKey,
    ...given({ CONFORMANCE_TARGET: target }),
    ...given({ CONFORMANCE_SEED: seed?.toString() }),
    ...given({ CONFORMANCE_FAULT: fault, CONFORMANCE_DIALECT: dialect }),
  };
}

function refuseUnknown(option: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.includes(name)) return;
  throw new ConfigurationError(`${option} names nothing that exists: "${name}".${didYouMean(name, known)}`);
}

// The variables of this process stay as they are, so that sessions of one process do not meet.
async function startEndpoint(settings: Settings, variables: Variables): Promise<Mock | undefined> {
  const { target, fault, dialect } = settings;
  if (target.environment !== 'embedded' || target.baseUrl !== undefined) return undefined;
  refuseUnknown(
    '--fault',
    fault,
    faults.map(({ id }) => id),
  );
  refuseUnknown(
    '--dialect',
    dialect,
    dialects.map(({ name }) => name),
  );
  return startMock({
    signing: { recipe: 'hmac-sha256', key: variables.CONFORMANCE_MOCK_KEY ?? practiceKey },
    ...given({ fault, dialect }),
  });
}

/** Opens a session: starts the embedded endpoint for an embedded target, prepares redaction, signer and client. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const variables = variablesOf(options);
  const before = readSettings(variables);
  const endpoint = await startEndpoint(before, variables);
  try {
    const named = { ...variables, CONFORMANCE_SEED: String(before.seed) };
    const settings = readSettings(
      endpoint === undefined ? named : { ...named, CONFORMANCE_EMBEDDED_URL: endpoint.url },
    );
    return await sessionOf(settings, endpoint, options);
  } catch (error) {
    await endpoint?.close();
    throw error;
  }
}

function demandSynthetic({ target, targetFile }: Settings): void {
  if (target.testData === 'synthetic') return;
  throw new ConfigurationError(
    `--show shows names and addresses, and ${targetFile} does not say that those of its test data are made up ("testData": "synthetic").`,
  );
}

async function sessionOf(
  given: Settings,
  endpoint: Mock | undefined,
  asked: SessionOptions,
): Promise<Session> {
  // The ledger of what is made here stays apart from that of a run.
  const settings = { ...given, out: join(given.out, 'explore') };
  const { target, seed, runId } = settings;
  if (asked.show === true) demandSynthetic(settings);
  const connection = await openConnection(settings, { prefers: 'runner alone' });
  const client = connection.client({ target, record: () => {}, settings });
  let sends = 0;
  let orders = 0;
  const context = requestContext(settings);
  return {
    settings,
    context,
    asked,
    refusal(operation) {
      const why = refusalOf(operation, target);
      return why && `${why} (${operation})`;
    },
    masking: (work) => (asked.show === true ? showingPersons(work) : work()),
    numbered: (body) => withOwnNumbers(body, context, () => `${runId}-x${(orders++).toString(36)}`),
    send: (operation, body, { intent, caseName }) =>
      client.send(operation, body, {
        intent,
        origin: { test: `explore ${operation}`, ordinal: sends++, seed, caseName },
      }),
    async close() {
      await connection.close();
      await endpoint?.close();
    },
  };
}
