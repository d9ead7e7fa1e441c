import type { ChangeOf } from '../mock/behaviour.ts';
import { defined } from '../schemas/defined.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { plainSettings, resolvedSettings, type Settings } from '../targets/settings.ts';

/** The signing key of the embedded endpoint; it is public, since the endpoint protects nothing. */
export const practiceKey = 'practice-key-of-the-embedded-endpoint';

/** The service that requests go to. */
export interface Served {
  /** The settings with the address of the service. */
  readonly settings: Settings;
  close(): Promise<void>;
}

/**
 * Starts the embedded endpoint if it is the target and no address was given, and puts its address and key into the
 * environment. Otherwise starts nothing. `changeOf` changes the endpoint.
 */
export async function serveTarget(
  settings: Settings,
  environment: NodeJS.ProcessEnv = process.env,
  changeOf?: ChangeOf,
): Promise<Served> {
  environment.CONFORMANCE_MOCK_KEY ??= practiceKey;
  const { target, fault, rehearses } = settings;
  if (rehearses) throw new ConfigurationError('CONFORMANCE_REHEARSE is for `npx playwright test` alone.');
  const served = () => resolvedSettings(plainSettings(settings), environment);
  if (target.environment !== 'embedded' || target.baseUrl !== undefined)
    return { settings: served(), close: async () => {} };
  const { startMock } = await import('../mock/server.ts');
  const mock = await startMock({
    signing: { recipe: 'hmac-sha256', key: environment.CONFORMANCE_MOCK_KEY },
    ...defined({ fault, changeOf, acquirer: target.acquirer }),
  });
  environment.CONFORMANCE_EMBEDDED_URL = mock.url;
  return { settings: served(), close: () => mock.close() };
}
