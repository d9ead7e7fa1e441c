import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import type { Deviation } from './deviation.ts';
import { deviations } from './deviations.ts';

const clausesOf = ({ exchange }: Deviation) => [
  ...new Set(
    judge(exchange)
      // What could not be read is undecided besides.
      .findings.filter(({ verdict }) => verdict !== 'inconclusive')
      .map(({ clause, verdict }) => `${clause} ${verdict === 'suite-error' ? verdict : ''}`.trim()),
  ),
];

describe('a deviating text', () => {
  test.each(deviations.map((deviation) => [`${deviation.clause}: ${deviation.title}`, deviation] as const))(
    'gives exactly its clause: %s',
    (_title, deviation) => {
      expect(clausesOf(deviation)).toEqual([deviation.clause]);
    },
  );
});
