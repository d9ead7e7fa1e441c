import { environmentOf, type RunOptions } from '../cli/run/run-options.ts';
import type { Fault } from '../mock/faults/fault.ts';
import { type MockOptions, startMock } from '../mock/server.ts';
import { spaceHeader } from '../schemas/media/space-header.ts';
import { pairs } from '../schemas/rules/run/at-once.ts';
import type { JudgedExchange } from '../schemas/types.ts';
import { askAtOnce } from '../specs/support/at-once.ts';
import { openHarness } from '../specs/support/harness.ts';
import { openService } from '../specs/support/service.ts';
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

/** Sends the pairs of calls that show a fault at the same time, as the specs do; returns what came of them. */
export async function askInRace(
  { operation }: Fault,
  options: MockOptions,
  how: RunOptions,
): Promise<readonly JudgedExchange[]> {
  const endpoint = await startMock(options);
  const variables = { CONFORMANCE_EMBEDDED_URL: endpoint.url };
  const settings = readSettings(environmentOf({ ...how, workers: '1', variables }));
  const harness = await openHarness(0, settings);
  const service = openService(harness, {
    file: 'at-once.spec.ts',
    title: operation,
    skip: (reason) => {
      throw new Error(`${operation} cannot be met: ${reason}`);
    },
  });
  try {
    for (const pair of pairs.filter(({ calls }) => calls[1] === operation))
      await askAtOnce(service, settings, pair);
    return service.exchanges;
  } finally {
    await harness.close();
    await endpoint.close();
  }
}
