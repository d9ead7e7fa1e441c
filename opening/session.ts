import type { RepeatedExchange } from '../reports/evidence/lines.ts';
import { startLettingGo } from '../reports/evidence/long-answers.ts';
import { relieved } from '../reports/evidence/relieved.ts';
import { type EvidenceWriter, openEvidence } from '../reports/evidence.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import type { Budget } from '../targets/budget.ts';
import type { Client, ClientParts } from '../targets/client.ts';
import type { Settings } from '../targets/settings.ts';
import { type ConnectionParts, openConnection } from './connection.ts';
import { isStillThere } from './still-there.ts';

/** One target, open, with the evidence of what is exchanged. */
export interface Session {
  readonly settings: Settings;
  readonly evidence: EvidenceWriter;
  /** The client for the target, or for one variant below its base address. */
  clientFor(variant?: string): Client;
  close(): Promise<void>;
}

/** What differs from session to session. */
export interface SessionParts extends ConnectionParts {
  /** Part of the evidence that it writes: the number of a worker, or a name. */
  readonly part: number | string;
  /** The run's own unless given. */
  readonly budget?: Budget;
  /** Makes of an exchange what is recorded of it; all of it unless given. */
  readonly kept?: (judged: JudgedExchange) => JudgedExchange | RepeatedExchange;
  /** Judges an exchange; the judge of the suite unless given. */
  readonly judge?: ClientParts['judge'];
  /** Told of every exchange after it was recorded. */
  readonly seen?: (judged: JudgedExchange) => void;
}

/** Opens the connections and the one evidence part of a session. */
export async function openSession(settings: Settings, parts: SessionParts): Promise<Session> {
  const { target } = settings;
  const connection = await openConnection(settings, parts);
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
    const client = connection.client({
      target: { ...target, baseUrl },
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
      await connection.close();
    },
  };
}
