// The embedded endpoint in its own process, so that its work is not counted as the client's.
import { practiceKey } from '../../dist/modules/cli/embedded.js';
import { startMock } from '../../dist/modules/mock/server.js';

const latencyMs = Number(process.argv[2] ?? 0);
const mock = await startMock({ latencyMs, signing: { recipe: 'hmac-sha256', key: practiceKey } });
process.on('message', () => {
  globalThis.gc?.();
  const { heapUsed, rss } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  process.send({ heapUsed, rss, cpuMs: (user + system) / 1000 });
});
process.on('disconnect', () => process.exit(0));
process.send({ url: mock.url });
