import { expect, test } from 'vitest';
import { textClasses } from '../../generators/values/classes/text-classes.ts';
import { drawOf } from '../../generators/values/classes/value-class.ts';
import { valueSigns } from '../../mock/faults/value-signs.ts';
import { valueFaults } from '../../mock/faults/values.ts';

test('a fault of every effect is derived for fields and classes', () => {
  const faults = valueFaults();
  const effects = new Set(faults.map(({ id }) => id.split('-').at(-1)));
  expect([...effects].sort()).toEqual(['altered', 'crashes', 'dropped', 'malformed']);
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(faults.length).toBeGreaterThan(300);
});

test('the sign of each class of texts tells its values from those of all others', () => {
  for (const own of textClasses) {
    const sign = valueSigns[own.id];
    for (let at = 0; at < 50; at += 1) {
      const met = textClasses.filter(({ make, id }) => sign?.test(String(make(drawOf(at, '', id, at)))));
      expect(met.map(({ id }) => id)).toEqual([own.id]);
    }
  }
});
