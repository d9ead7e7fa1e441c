import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { plainBehaviour } from '../../mock/plain.ts';
import { drawParameters, drawServices, readUsed, writeUsed } from '../../proof/drawn-services.ts';
import { changeOf, freedoms } from '../../proof/freedoms/registry.ts';
import { judgeUsed, type Stand } from '../../proof/judge-services.ts';
import { hasClause } from '../../schemas/clauses.ts';
import { journeyStand } from './journey-stand.ts';

let stand: Stand;
beforeAll(async () => {
  stand = await journeyStand();
});

test('there are at least eighty freedoms, over all sections about the service', () => {
  expect(freedoms.length).toBeGreaterThanOrEqual(80);
  const sections = new Set(freedoms.flatMap((one) => one.sections.map((section) => section.split('.')[0])));
  expect([...sections].sort()).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
});

describe.each(freedoms)('the freedom $name', (freedom) => {
  const { sections, reason, parameters, touches, onWire } = freedom;

  test('names its sections, its reason and clauses that exist', () => {
    expect(sections).not.toEqual([]);
    expect(sections.filter((section) => !/^[1-9](?:\.[0-9]+)?$/.test(section))).toEqual([]);
    expect(reason.length).toBeGreaterThan(40);
    const clauses = fc.sample(parameters, { seed: 1, numRuns: 20 }).flatMap((drawn) => freedom.warns(drawn));
    expect(clauses.filter((clause) => !hasClause(clause))).toEqual([]);
  });

  test('has parameters that print and can be read again', () => {
    for (const drawn of fc.sample(parameters, { seed: 1, numRuns: 20 })) {
      const used = { freedom, parameters: drawn };
      expect(readUsed(writeUsed(used))).toEqual(used);
    }
  });

  test('changes an answer, and raises nothing but what it declares', async () => {
    const tests = stand.tests.filter(({ calls }) => touches?.some((one) => calls.has(one)) ?? true);
    let changed = 0;
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const used = { freedom, parameters: drawParameters(freedom, seed) };
      const { sight, alarms } = await judgeUsed([used], stand, tests);
      expect(alarms, writeUsed(used)).toEqual([]);
      changed += sight.judged.filter((one) => stand.known.get(one.exchange.id) !== one).length;
      // Services that are drawn use it with other parameters, beside others.
      if (changed > 0 || onWire === true) break;
    }
    if (onWire !== true) expect(changed).toBeGreaterThan(0);
    else {
      const own = changeOf([{ freedom, parameters: drawParameters(freedom) }])('payout')?.(plainBehaviour);
      expect([own?.rewire.length, own?.decide.notices]).not.toEqual([0, 1]);
    }
  });
});

test('the same seed draws the same services, however many are drawn', () => {
  const print = (services: ReturnType<typeof drawServices>) => services.map((one) => one.map(writeUsed));
  const some = print(drawServices(7, 30));
  expect(print(drawServices(7, 60)).slice(0, 30)).toEqual(some);
  expect(print(drawServices(8, 30))).not.toEqual(some);
  const sizes = new Set(some.map((one) => one.length));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(1);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(12);
  expect(sizes.size).toBeGreaterThan(6);
});

test.each([
  ['busi', 'no freedom is called "busi". Did you mean "busy"?'],
  ['busy=7', 'the parameters of busy are not as in busy={"every":'],
  ['busy={', 'the parameters of busy are not as in busy={"every":'],
])('%s is no freedom in use', (text, said) => {
  expect(() => readUsed(text)).toThrow(said);
});
