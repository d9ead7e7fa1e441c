import type { RepeatedExchange } from '../reports/evidence/lines.ts';
import { startLettingGo } from '../reports/evidence/long-answers.ts';
import { relieved } from '../reports/evidence/relieved.ts';
import { type EvidenceWriter, openEvidence } from '../reports/evidence.ts';
import { registerOrigin, registerSecret, startRedaction } from '../reports/redact.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import type { Budget } from '../targets/budget.ts';
import { type Client, type ClientParts, createClient } from '../targets/client.ts';
import { namedOrigins, secretsOf } from '../targets/secrets-of.ts';
import type { Settings } from '../targets/settings.ts';
import { createSigner } from '../targets/signing.ts';
import { openBulk, takesBulk } from '../targets/transport/bulk.ts';
import type { OpenTransport } from '../targets/transport.ts';
import { isStillThere } from './still-there.ts';

/** One target, open: signer, connections, evidence and redaction. */
export interface Session {
  readonly settings: Settings;
  readonly evidence: EvidenceWriter;
  /** The client for the target, or for one variant below its base address. */
  clientFor(variant?: string): Client;
  close(): Promise<void>;
}

/** What differs from session to session. */
export interface SessionParts {
  /** Part of the evidence that it writes: the number of a worker, or a name. */
  readonly part: number | string;
  /** `bulk` sends everything through the plain client where the target lets it; otherwise the runner's own client sends all but bulk. */
  readonly prefers: 'bulk' | 'runner';
  /** The run's own unless given. */
  readonly budget?: Budget;
  /** True where an opening had requests accepted: then the target's signature counts, with a key or without. */
  readonly accepted?: boolean;
  /** Another session of this process is open: its masks stay, and those of this one are added. */
  readonly beside?: true;
  /** Makes of an exchange what is recorded of it; all of it unless given. */
  readonly kept?: (judged: JudgedExchange) => JudgedExchange | RepeatedExchange;
  /** Judges an exchange; the judge of the suite unless given. */
  readonly judge?: ClientParts['judge'];
  /** Told of every exchange after it was recorded. */
  readonly seen?: (judged: JudgedExchange) => void;
}

// The runner's client takes longer to load than an opening takes.
async function openRunnerContext({ target }: Settings): Promise<OpenTransport> {
  const { openContext } = await import('../targets/transport/context.ts');
  return openContext(target);
}

function maskSecrets({ target, seed }: Settings, { beside }: SessionParts): void {
  const [secrets, origins] = [secretsOf(target), namedOrigins(target)];
  if (beside === true) {
    for (const secret of secrets) registerSecret(secret);
    for (const [origin, name] of Object.entries(origins)) registerOrigin(origin, name);
  } else startRedaction({ seed, secrets, origins });
}

/** Opens the connections and the one evidence part of a session. */
export async function openSession(settings: Settings, parts: SessionParts): Promise<Session> {
  const { target } = settings;
  maskSecrets(settings, parts);
  const made = await createSigner(target);
  const signer = parts.accepted === true ? { ...made, armed: true } : made;
  const bulk = takesBulk(target) ? openBulk(target) : undefined;
  const main = parts.prefers === 'bulk' && bulk !== undefined ? bulk : await openRunnerContext(settings);
  const evidence = openEvidence(settings.out, parts.part);
  const record = (judged: JudgedExchange, visited?: 'visited') => {
    const kept = parts.kept?.(judged) ?? judged;
    if ('of' in kept) evidence.repeat(kept);
    else evidence.record(kept, visited);
    parts.seen?.(relieved(judged));
  };
  const done = startLettingGo();
  const clients = new Map<string, Client>();
  const openClient = (variant: string): Client => {
    const baseUrl = variant === '' ? target.baseUrl : `${target.baseUrl}/${variant}`;
    const client = createClient({
      target: { ...target, baseUrl },
      signer,
      transport: main.send,
      ...(bulk && { bulk: bulk.send }),
      record,
      settings,
      isStillThere: (client, origin, operation) => isStillThere(client, settings, origin, operation),
      ...(parts.budget && { budget: parts.budget }),
      ...(parts.judge && { judge: parts.judge }),
    });
    return {
      async send(operation, body, options) {
        const judged = await client.send(operation, body, options);
        done(judged);
        return relieved(judged);
      },
    };
  };
  return {
    settings,
    evidence,
    clientFor(variant = '') {
      const client = clients.get(variant) ?? openClient(variant);
      clients.set(variant, client);
      return client;
    },
    async close() {
      evidence.close();
      await Promise.all([...new Set([main, bulk])].map((transport) => transport?.close()));
    },
  };
}
