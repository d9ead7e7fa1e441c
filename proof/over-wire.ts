import { environmentOf, type RunOptions } from '../cli/run/run-options.ts';
import { type MockOptions, startMock } from '../mock/server.ts';
import { spaceHeader } from '../schemas/media/space-header.ts';
import { readSettings } from '../targets/settings.ts';
import { openTransport } from '../targets/transport/client.ts';
import type { Service } from './replay.ts';

/** Puts requests to an endpoint over the connections of a target: what becomes of them shows there alone. */
export async function overWire<Result>(
  options: MockOptions,
  how: RunOptions,
  meet: (service: Service) => Promise<Result>,
): Promise<Result> {
  const endpoint = await startMock(options);
  const { send, close } = openTransport(readSettings(environmentOf(how)).target);
  let spaces = 0;
  const service: Service = {
    open() {
      spaces += 1;
      const space = { [spaceHeader]: String(spaces) };
      return ({ sent: { method, url, headers, body } }) =>
        send({
          method,
          url: new URL(new URL(url).pathname, endpoint.url).href,
          headers: { ...headers, ...space },
          body,
          timeoutMs: 10_000,
          maxBytes: 16 * 1024 * 1024,
        });
    },
  };
  try {
    return await meet(service);
  } finally {
    await close();
    await endpoint.close();
  }
}
