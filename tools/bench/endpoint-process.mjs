// The embedded endpoint in a separate process, so that its work does not count as that of the client.
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
