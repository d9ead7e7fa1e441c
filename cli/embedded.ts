import type { Mock } from '../mock/server.ts';
import { given } from '../schemas/given.ts';
import { readSettings } from '../targets/settings.ts';

/** The key that the embedded endpoint signs with: public, because the endpoint guards nothing. */
export const practiceKey = 'practice-key-of-the-embedded-endpoint';

/**
 * Starts the embedded endpoint when the target is embedded and no address was given, and puts its address and
 * key into the environment that workers inherit. Returns nothing when a real target is addressed.
 */
export async function startEmbedded(environment: NodeJS.ProcessEnv = process.env): Promise<Mock | undefined> {
  environment.CONFORMANCE_MOCK_KEY ??= practiceKey;
  const { target, fault, dialect } = readSettings(environment);
  if (target.environment !== 'embedded' || target.baseUrl !== undefined) return undefined;
  // A runner whose command serves the endpoint already needs none of its code.
  const { startMock } = await import('../mock/server.ts');
  const mock = await startMock({
    signing: { recipe: 'hmac-sha256', key: environment.CONFORMANCE_MOCK_KEY },
    ...given({ fault, dialect, acquirer: target.acquirer }),
  });
  environment.CONFORMANCE_EMBEDDED_URL = mock.url;
  return mock;
}
