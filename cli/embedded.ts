import { startMock } from '../mock/server.ts';
import { given } from '../schemas/given.ts';
import { readSettings } from '../targets/settings.ts';

/** The key that the embedded endpoint signs with: public, because the endpoint guards nothing. */
export const practiceKey = 'practice-key-of-the-embedded-endpoint';

/**
 * Starts the embedded endpoint when the target is embedded and no address was given, and puts its address and
 * key into the environment that workers inherit. Returns nothing when a real target is addressed.
 */
export async function startEmbedded(): Promise<{ url: string; close(): Promise<void> } | undefined> {
  process.env.CONFORMANCE_MOCK_KEY ??= practiceKey;
  const settings = readSettings();
  if (settings.target.environment !== 'embedded' || settings.target.baseUrl !== undefined) return undefined;
  const mock = await startMock({
    signing: { recipe: 'hmac-sha256', key: process.env.CONFORMANCE_MOCK_KEY },
    ...given({ fault: settings.fault, dialect: settings.dialect }),
  });
  process.env.CONFORMANCE_EMBEDDED_URL = mock.url;
  return mock;
}
