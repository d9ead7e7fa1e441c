import { request } from '@playwright/test';
import { type EvidenceWriter, openEvidence } from '../../reports/evidence.ts';
import { startRedaction } from '../../reports/redact.ts';
import { type Client, createClient } from '../../targets/client.ts';
import { namedOrigins, secretsOf } from '../../targets/secrets-of.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import { createSigner } from '../../targets/signing.ts';
import { contextOptions, playwrightTransport } from '../../targets/transport.ts';

/** What one worker holds for all its tests: the settings, the client and the evidence file. */
export interface Harness {
  readonly settings: Settings;
  readonly evidence: EvidenceWriter;
  /** The client for the target, or for one variant below its base address. */
  clientFor(variant: string | undefined): Client;
  close(): Promise<void>;
}

/** Opens the one connection pool and the one evidence file of a worker. */
export async function openHarness(workerIndex: number): Promise<Harness> {
  const settings = readSettings();
  const { target, seed } = settings;
  startRedaction({ seed, secrets: secretsOf(target), origins: namedOrigins(target) });
  const context = await request.newContext(contextOptions(target));
  const evidence = openEvidence(settings.out, workerIndex);
  const signer = await createSigner(target);
  const transport = playwrightTransport(context);
  const clients = new Map<string, Client>();
  const openClient = (variant: string): Client => {
    const baseUrl = variant === '' ? target.baseUrl : `${target.baseUrl}/${variant}`;
    return createClient({
      target: { ...target, baseUrl },
      signer,
      transport,
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
      await context.dispose();
    },
  };
}
