import { type PlaywrightTestOptions, test } from '@playwright/test';

// Plain values in Playwright already.
type Plain = 'actionTimeout' | 'contextOptions' | 'navigationTimeout' | 'testIdAttribute';

/** What Playwright gives to every option of a browser context that nobody sets. */
const options: {
  readonly [Name in Exclude<keyof PlaywrightTestOptions, Plain>]: PlaywrightTestOptions[Name];
} = {
  acceptDownloads: true,
  baseURL: undefined,
  bypassCSP: false,
  clientCertificates: undefined,
  colorScheme: 'light',
  contrast: 'no-preference',
  deviceScaleFactor: undefined,
  extraHTTPHeaders: undefined,
  forcedColors: 'none',
  geolocation: undefined,
  hasTouch: false,
  httpCredentials: undefined,
  ignoreHTTPSErrors: false,
  isMobile: false,
  javaScriptEnabled: true,
  locale: 'en-US',
  offline: false,
  permissions: undefined,
  proxy: undefined,
  reducedMotion: 'no-preference',
  screen: undefined,
  serviceWorkers: 'allow',
  storageState: undefined,
  timezoneId: undefined,
  userAgent: undefined,
  viewport: { width: 1280, height: 720 },
};

type Fixtures = Parameters<typeof test.extend<typeof options>>[0];

/**
 * Playwright's test with plain values for the options of its own browser contexts, for which no test here asks. Each option is
 * otherwise set up and torn down for every test, two steps with a stack that are told to the runner.
 */
export const plainTest = test.extend(
  Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, [value, { option: true, box: 'self' }]]),
  ) as unknown as Fixtures,
);
