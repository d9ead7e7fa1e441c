import { type EvidenceWriter, openEvidence } from '../../reports/evidence.ts';
import { startRedaction } from '../../reports/redact.ts';
import { type Client, createClient } from '../../targets/client.ts';
import { namedOrigins, secretsOf } from '../../targets/secrets-of.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import { createSigner } from '../../targets/signing.ts';
import { openBulk, takesBulk } from '../../targets/transport/bulk.ts';
import { openContext } from '../../targets/transport/context.ts';

/** What one worker holds for all its tests: the settings, the client and the evidence file. */
export interface Harness {
  readonly settings: Settings;
  readonly evidence: EvidenceWriter;
  /** The client for the target, or for one variant below its base address. */
  clientFor(variant: string | undefined): Client;
  close(): Promise<void>;
}

/** Opens the connections and the one evidence file of a worker. */
export async function openHarness(workerIndex: number): Promise<Harness> {
  const settings = readSettings();
  const { target, seed } = settings;
  startRedaction({ seed, secrets: secretsOf(target), origins: namedOrigins(target) });
  const context = await openContext(target);
  const bulk = takesBulk(target) ? openBulk(target) : undefined;
  const evidence = openEvidence(settings.out, workerIndex);
  const signer = await createSigner(target);
  const clients = new Map<string, Client>();
  const openClient = (variant: string): Client => {
    const baseUrl = variant === '' ? target.baseUrl : `${target.baseUrl}/${variant}`;
    return createClient({
      target: { ...target, baseUrl },
      signer,
      transport: context.send,
      ...(bulk && { bulk: bulk.send }),
      record: evidence.record,
      settings,
    });
  };
  return {
    settings,
    evidence,
    clientFor(variant = '') {
      const client = clients.get(variant) ?? openClient(variant);
      clients.set(variant, client);
      return client;
    },
    close: async () => {
      evidence.close();
      await Promise.all([context.close(), bulk?.close()]);
    },
  };
}
