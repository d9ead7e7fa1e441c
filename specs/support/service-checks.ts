import { setTimeout } from 'node:timers/promises';
import type { Monitor, ServiceChecks } from '../../opening/monitor.ts';
import { isResponding } from '../../opening/responding.ts';
import { livenessCase } from '../../targets/sending/sender.ts';
import type { Harness } from './harness.ts';
import { openService } from './service.ts';
import { validBody } from './valid-body.ts';

/** Milliseconds by which the pause grows before each further check of a suspected service. */
const pauseMs = { embedded: 15, network: 250 } as const;

/** Thrown when a control may not be sent; ends no test. */
class CheckNotSent extends Error {}

/**
 * The requests with which the monitor of a worker checks the service again. Each check has a title that no test has, so
 * that its exchanges have their own places in the evidence.
 */
function checksOf(harness: Harness, file: string, title: string): ServiceChecks {
  const { settings } = harness;
  const { environment } = settings.target;
  const place = {
    file,
    title,
    skip(reason: string): never {
      throw new CheckNotSent(reason);
    },
  };
  const service = openService(harness, place);
  let asked = 0;
  return {
    async pause(round) {
      await setTimeout(round * (environment === 'embedded' ? pauseMs.embedded : pauseMs.network));
    },
    isAnswered() {
      asked += 1;
      const origin = { test: `${title}, whether it answers`, file, ordinal: asked };
      return isResponding(harness, settings, origin);
    },
    async control(operation, as) {
      try {
        return await service.send(operation, as ?? (await validBody(service, operation)), {
          caseName: livenessCase,
        });
      } catch (error) {
        if (error instanceof CheckNotSent) return undefined;
        throw error;
      }
    },
  };
}

/** The monitor's checks of the service: during a test, and when the worker ends. */
export function serviceChecksFor(
  harness: Harness,
  monitor: Monitor,
  worker: number,
): Pick<Harness, 'look' | 'lookAtEnd'> {
  const { shard } = harness.settings;
  // Each shard counts its workers from 0.
  const of = shard === undefined || shard.number === 1 ? '' : ` of shard ${shard.number}/${shard.of}`;
  let looks = 0;
  const next = (file: string) => {
    looks += 1;
    return checksOf(harness, file, `the service asked again by worker ${worker}${of}, time ${looks}`);
  };
  return {
    look: (file) => monitor.look(next(file)),
    lookAtEnd: () => monitor.close(next('')),
  };
}
