import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dateClasses,
  dateOfBirthClasses,
  dayBeyond2038,
} from '../../generators/values/classes/date-classes.ts';
import { amountClasses } from '../../generators/values/classes/number-classes.ts';
import { textClasses } from '../../generators/values/classes/text-classes.ts';
import { drawOf, type ValueClass } from '../../generators/values/classes/value-class.ts';
import { uuidOf } from '../../generators/values/identity.ts';
import { findValueFault, valueFaults, valueMarks } from '../../mock/faults/values.ts';
import { startMock } from '../../mock/server.ts';
import { openCaller, signing } from './caller.ts';
import { bodyOf } from './journey.ts';

const dates = [...dateClasses({ leap: 2032, usual: 2031 }), dayBeyond2038];
const kinds = [textClasses, amountClasses, dates, dateOfBirthClasses];

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

test('a fault of every effect is derived for fields and classes', () => {
  const faults = valueFaults();
  const effects = new Set(faults.map(({ id }) => id.split('-').at(-1)));
  expect([...effects].sort()).toEqual(['altered', 'crashes', 'dropped', 'malformed']);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThan(300);
});

test('the fault of the longest name is served', async () => {
  const [longest] = valueFaults().toSorted((one, other) => other.id.length - one.id.length);
  const { judgement } = await openCaller(`${mock.url}/faults/${longest?.id}`).send(
    'payout',
    bodyOf('payout'),
  );
  expect(judgement.outcome).toBe('accepted');
});

test('the sign of each class of texts tells its values from those of all others', () => {
  for (const own of textClasses) {
    const [sign] = valueMarks[own.id] ?? [];
    for (let at = 0; at < 50; at += 1) {
      const met = textClasses.filter(({ make, id }) => sign?.test(String(make(drawOf(at, '', id, at)))));
      expect(met.map(({ id }) => id)).toEqual([own.id]);
    }
  }
});

const drawsOf = ({ id, make }: ValueClass) =>
  Array.from({ length: 30 }, (_none, at) => String(make(drawOf(at, '', id, at))));

test('what programs make of a class leaves values of all others as they are', () => {
  for (const [id, [sign, damage]] of Object.entries(valueMarks)) {
    if (damage === undefined) continue;
    for (const kind of kinds.filter((some) => some.some((one) => one.id === id))) {
      const damaged = kind.filter((one) =>
        drawsOf(one).some((text) => sign.test(text) && damage(text) !== text),
      );
      expect(damaged.map((one) => one.id)).toEqual([id]);
      const own = kind.filter((one) => one.id === id).flatMap(drawsOf);
      expect(
        own.filter((text) => damage(text) === text),
        id,
      ).toEqual([]);
    }
  }
});

describe('a service that damages one class', () => {
  const damagedTexts = textClasses.filter(({ id }) => valueMarks[id]?.[1] !== undefined);

  test('covers every class of the second list and every new one of the first', () => {
    expect(damagedTexts).toHaveLength(22);
  });

  test.each(damagedTexts)('is found by $id in a reason and by nothing else', async ({ id }) => {
    const fault = findValueFault(`value-payout-reason-${id}-altered`);
    const caller = openCaller(`${mock.url}/faults/${fault?.id}`);
    const met: string[] = [];
    for (const one of textClasses) {
      const reason = String(one.make(drawOf(3, '', one.id, 3)));
      const own = { reference: one.id, request_id: uuidOf(one.id) };
      const { judgement } = await caller.send('payout', { ...bodyOf('payout'), ...own, reason });
      if (judgement.findings.some(({ clause }) => clause === fault?.clause)) met.push(one.id);
    }
    expect(met).toEqual([id]);
  });

  test.each(['crashes', 'malformed'] as const)('is found by its %s', async (effect) => {
    const texts = damagedTexts.map(({ id, make }) => [id, String(make(drawOf(3, '', id, 3)))] as const);
    for (const [id, reason] of texts) {
      const fault = findValueFault(`value-payout-reason-${id}-${effect}`);
      const caller = openCaller(`${mock.url}/faults/${fault?.id}`);
      const { judgement } = await caller.send('payout', { ...bodyOf('payout'), reason });
      expect(
        judgement.findings.map(({ clause }) => clause),
        id,
      ).toContain(fault?.clause);
    }
  });

  test.each([
    ['direct-payment', 'amount', 'inexact-in-binary', '4.35', '4.36'],
    ['direct-payment', 'amount', 'cents-below-ten', '3.05', '3.06'],
    ['direct-payment', 'amount', 'trailing-zero', '2.10', '2.11'],
    ['apm-payment', 'amount', 'inexact-in-binary', '1.15', '1.17'],
    ['payout', 'payment_date', 'day-like-a-month', '2031-02-03', '2031-02-13'],
    ['payout', 'payment_date', 'beyond-2038', '2038-01-20', '2037-01-20'],
  ] as const)('is found in a %s by %s of the class %s', async (operation, field, id, value, other) => {
    const fault = findValueFault(`value-${operation}-${field.replace('_', '-')}-${id}-altered`);
    const caller = openCaller(`${mock.url}/faults/${fault?.id}`);
    const clausesOf = async (text: string) => {
      const own = operation === 'payout' ? { request_id: uuidOf(text) } : { order_no: `order ${text}` };
      const { judgement } = await caller.send(operation, { ...bodyOf(operation), ...own, [field]: text });
      return judgement.findings.map(({ clause }) => clause);
    };
    expect(await clausesOf(other)).toEqual([]);
    expect(await clausesOf(value)).toContain(fault?.clause);
  });
});
