import type { Faker } from '@faker-js/faker';

/** What a shopper's browser tells about itself (2.2). */
export interface Device {
  readonly os: string;
  readonly browser: string;
  readonly kind: 'desktop' | 'mobile';
  readonly userAgent: string;
  readonly resolution: string;
  readonly colorDepth: string;
}

const devices: readonly Device[] = [
  {
    os: 'Windows 11',
    browser: 'Firefox',
    kind: 'desktop',
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
    resolution: '1920x1080',
    colorDepth: '24',
  },
  {
    os: 'macOS',
    browser: 'Safari',
    kind: 'desktop',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    resolution: '2560x1440',
    colorDepth: '30',
  },
  {
    os: 'Android 14',
    browser: 'Chrome',
    kind: 'mobile',
    userAgent:
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    resolution: '412x915',
    colorDepth: '24',
  },
  {
    os: 'iOS 17',
    browser: 'Safari',
    kind: 'mobile',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    resolution: '390x844',
    colorDepth: '32',
  },
  {
    os: 'Linux',
    browser: 'Chrome',
    kind: 'desktop',
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    resolution: '1366x768',
    colorDepth: '24',
  },
];

/** Draws a device whose system, browser, user agent and screen belong together. */
export function drawDevice(faker: Faker): Device {
  return faker.helpers.arrayElement(devices);
}
