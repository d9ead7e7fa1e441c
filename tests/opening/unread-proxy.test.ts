import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Case } from '../../opening/case.ts';
import { unreachable } from '../../opening/causes/no-answer.ts';
import { loadTarget } from '../../targets/target.ts';

const away = {
  main: {
    exchange: {
      operation: 'query',
      sent: { url: 'https://pay.example/v1/retrievalTrans' },
      received: { kind: 'none', reason: 'unreachable', detail: 'getaddrinfo ENOTFOUND' },
    },
  },
  accepted: new Set(),
  target: loadTarget(join('targets', 'mock.json'), {}),
} as unknown as Case;

test.each([
  ['HTTPS_PROXY', 'http://user:word@proxy.example:3128'],
  ['http_proxy', 'http://proxy.example:3128'],
])('a proxy that only the variable %s names is told to be unread', async (name, value) => {
  vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { advice = '' } = (await unreachable(away)) ?? {};
  expect(advice).toMatch(/The variable HTTPS?_PROXY is not read: .*name it under "proxy"\.$/);
  expect(advice).not.toContain('word');
});
