import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import { type Deviation, verdictOf } from './deviation.ts';
import { deviations } from './deviations.ts';

const judgedOf = ({ exchange }: Deviation) => [
  ...new Set(
    judge(exchange)
      // What could not be read is undecided besides.
      .findings.filter(({ verdict }) => verdict !== 'inconclusive')
      .map(({ clause, verdict }) => `${verdict} ${clause}`),
  ),
];

describe('a deviating text', () => {
  test.each(deviations.map((deviation) => [`${deviation.clause}: ${deviation.title}`, deviation] as const))(
    'gives exactly its clause, as its evidence allows: %s',
    (_title, deviation) => {
      expect(judgedOf(deviation)).toEqual([`${verdictOf(deviation)} ${deviation.clause}`]);
    },
  );
});
