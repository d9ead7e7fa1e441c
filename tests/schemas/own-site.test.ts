import { expect, test } from 'vitest';
import { type ClientHeaders, whyForeign } from '../../schemas/media/own-site.ts';

test.each<[ClientHeaders]>([
  [{ host: '127.0.0.1:80' }],
  [{ host: 'localhost' }],
  [{ host: '[::1]:8080' }],
  [{ host: 'localhost:80', origin: 'http://127.0.0.1:3000' }],
  [{ host: 'localhost:80', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
])('lets %j in', (asking) => {
  expect(whyForeign(asking)).toBeUndefined();
});

test.each<[ClientHeaders]>([
  [{}],
  [{ host: 'evil.example' }],
  [{ host: 'localhost.evil.example:80' }],
  [{ host: '127.0.0.1.evil.example' }],
  [{ host: '127.0.0.1', origin: 'http://evil.example' }],
  [{ host: '127.0.0.1', origin: 'http://localhost.evil.example' }],
  [{ host: '127.0.0.1', origin: 'null' }],
  [{ host: '127.0.0.1', origin: '' }],
  [{ host: '127.0.0.1', origin: 'file://127.0.0.1' }],
  [{ host: '127.0.0.1', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' }],
])('keeps %j out', (asking) => {
  expect(whyForeign(asking)).toBeDefined();
});

test('a server that was opened to other machines takes their name for it', () => {
  expect(whyForeign({ host: 'proxy.internal:80' }, '0.0.0.0')).toBeUndefined();
  expect(whyForeign({ host: 'proxy.internal', origin: 'http://proxy.internal' }, '0.0.0.0')).toBeUndefined();
  expect(whyForeign({ host: 'proxy.internal', origin: 'http://evil.example' }, '0.0.0.0')).toBeDefined();
});
