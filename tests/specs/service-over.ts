import { type Expectations, expectationsOf } from '../../opening/expectations.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import type { Harness } from '../../specs/support/harness.ts';
import { openService, type Service } from '../../specs/support/service.ts';
import { type Channel, callerOf, type Place } from '../../targets/sending/sender.ts';
import { readSettings } from '../../targets/settings.ts';
import type { Target } from '../../targets/target.ts';

/** The settings of the embedded endpoint with a fixed seed. */
export const settings = readSettings({ CONFORMANCE_SEED: '1' });

/** What stands for Playwright's own step. */
export type Step = NonNullable<Parameters<typeof openService>[1]['step']>;

/** The service of a test over a client that stands for the network; a test that would be skipped fails. */
export function serviceOver(
  client: { send: unknown },
  {
    expectations = expectationsOf(undefined),
    target = settings.target,
    seed = settings.seed,
    evidence = {},
    step,
  }: { expectations?: Expectations; target?: Target; seed?: number; evidence?: object; step?: Step } = {},
): Service {
  const from = (place: Place) => callerOf(client as Pick<Channel, 'send'>, place);
  const monitor = { stopped: () => undefined, note: () => false };
  const orders = { note: () => {}, tellable: (judged: JudgedExchange) => judged };
  const parts = { settings: { ...settings, target, seed }, from, expectations, monitor, orders, evidence };
  return openService(parts as unknown as Harness, {
    file: 'a.spec.ts',
    title: 'a test',
    ...(step && { step }),
    skip: (reason) => {
      throw new Error(reason);
    },
  });
}
