import { shrinkService, writeUsed } from './drawn-services.ts';
import type { Used } from './freedoms/registry.ts';
import { type Alarm, judgeUsed, type Stand, testsShowing } from './judge-services.ts';

/** Something untrue that was said of a service, with the smallest service of which it is said. */
export interface ShrunkAlarm extends Pick<Alarm, 'what' | 'weak'> {
  /** The freedoms of the smallest service with their parameters, as words of a command line. */
  readonly smallest: readonly string[];
}

/** The result of one service. */
export interface ServiceScore {
  readonly number: number;
  readonly exchanges: number;
  readonly alarms: readonly ShrunkAlarm[];
}

const namesOf = (used: readonly Used[]) => used.map(({ freedom: { name } }) => name);

/** Scores services one after the other; what was found before is looked for first in the ones that follow. */
export function createScorer(stand: Stand): (used: readonly Used[], number: number) => Promise<ServiceScore> {
  const found = new Map<string, readonly (readonly string[])[]>();

  async function shrink(alarm: Alarm, used: readonly Used[], seen: Awaited<ReturnType<typeof judgeUsed>>) {
    const { what } = alarm;
    const tests = await testsShowing(alarm, used, seen, stand);
    const fails = async (some: readonly Used[]) =>
      (await judgeUsed(some, stand, tests)).alarms.some((one) => one.what === what);
    for (const names of found.get(what) ?? []) {
      const some = used.filter(({ freedom: { name } }) => names.includes(name));
      if (some.length === names.length && (await fails(some))) return some;
    }
    const smallest = await shrinkService(used, fails);
    found.set(what, [...(found.get(what) ?? []), namesOf(smallest)]);
    return smallest;
  }

  return async (used, number) => {
    const seen = await judgeUsed(used, stand);
    const alarms: ShrunkAlarm[] = [];
    for (const alarm of seen.alarms) {
      const smallest = await shrink(alarm, used, seen);
      alarms.push({ what: alarm.what, weak: alarm.weak, smallest: smallest.map(writeUsed) });
    }
    return { number, exchanges: seen.sight.judged.length, alarms };
  };
}
