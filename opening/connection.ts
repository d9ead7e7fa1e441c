import { registerOrigin, registerSecret, startRedaction } from '../reports/redact.ts';
import { type Client, type ClientParts, createClient } from '../targets/client.ts';
import { namedOrigins, secretsOf } from '../targets/secrets-of.ts';
import type { Settings } from '../targets/settings.ts';
import { createSigner } from '../targets/signing.ts';
import { openBulk, takesBulk } from '../targets/transport/bulk.ts';
import type { OpenTransport } from '../targets/transport.ts';

/** The way to one target: who signs, what carries, and what is masked meanwhile. */
export interface Connection {
  /** A client of the target, or of one variant below its base address. */
  client(parts: Omit<ClientParts, 'signer' | 'transport' | 'bulk'>): Client;
  close(): Promise<void>;
}

/** How a connection is opened. */
export interface ConnectionParts {
  /**
   * `bulk` sends everything through the plain client where the target lets it, `runner` all but bulk through the runner's own
   * client, `runner alone` everything.
   */
  readonly prefers: 'bulk' | 'runner' | 'runner alone';
  /** True where an opening had requests accepted: then the target's signature counts, with a key or without. */
  readonly accepted?: boolean;
  /** Another connection of this process is open: its masks stay, and those of this one are added. */
  readonly beside?: true;
}

// The runner's client takes longer to load than an opening takes.
async function openRunnerContext({ target }: Pick<Settings, 'target'>): Promise<OpenTransport> {
  const { openContext } = await import('../targets/transport/context.ts');
  return openContext(target);
}

/** Masks the secrets of a target from here on; where another connection is open, beside those of that one. */
export function maskSecrets({ target, seed }: Pick<Settings, 'target' | 'seed'>, beside?: true): void {
  const [secrets, origins] = [secretsOf(target), namedOrigins(target)];
  if (beside === true) {
    for (const secret of secrets) registerSecret(secret);
    for (const [origin, name] of Object.entries(origins)) registerOrigin(origin, name);
  } else startRedaction({ seed, secrets, origins });
}

/** Opens the way to a target for whoever sends to it: masks its secrets, makes its signer, opens its transports. */
export async function openConnection(
  settings: Pick<Settings, 'target' | 'seed'>,
  { prefers, accepted, beside }: ConnectionParts,
): Promise<Connection> {
  const { target } = settings;
  maskSecrets(settings, beside);
  const made = await createSigner(target);
  const signer = accepted === true ? { ...made, armed: true } : made;
  const bulk = prefers !== 'runner alone' && takesBulk(target) ? openBulk(target) : undefined;
  const main = prefers === 'bulk' && bulk !== undefined ? bulk : await openRunnerContext(settings);
  return {
    client: (parts) =>
      createClient({ ...parts, signer, transport: main.send, ...(bulk && { bulk: bulk.send }) }),
    async close() {
      await Promise.all([...new Set([main, bulk])].map((transport) => transport?.close()));
    },
  };
}
