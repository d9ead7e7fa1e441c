import { expect, test } from 'vitest';
import { exchangesOfMissed, type Scores } from '../../cli/prove/missed.ts';
import type { VariantsRun } from '../../cli/prove/run-variants.ts';
import type { FaultScore, FaultState } from '../../cli/prove/score.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';

const scored = (id: string, state: FaultState): FaultScore => ({
  id,
  clause: '2.9/amount/decimal',
  operation: 'refund',
  state,
  clauses: [],
  exchanges: 1,
});
const scores: Scores = {
  faults: [scored('caught', 'caught'), scored('survivor', 'survived'), scored('twice', 'caught-by-another')],
  dialects: [
    { name: 'plain', exchanges: 1, alarms: [] },
    { name: 'accused', exchanges: 1, alarms: [{ what: 'fail', count: 1 }] },
  ],
  acquirers: [
    { name: 'clean', exit: 0, result: 'conformant', problems: [] },
    { name: 'open', exit: 3, result: 'incomplete', problems: ['a'] },
  ],
  planted: [
    { ...scored('caught', 'caught'), acquirer: 'open' },
    { ...scored('hidden', 'not-met'), acquirer: 'clean' },
  ],
};

function runOf(round: string, ...variants: readonly string[]): VariantsRun {
  const exchanges = variants.map(
    (variant) =>
      ({ id: `${round} ${variant}`, origin: { test: `a › b ‹${variant}›` } }) as unknown as EvidenceExchange,
  );
  const sights = new Map(variants.map((variant) => [variant, {} as never]));
  return { evidence: { exchanges, notes: [], problems: [] }, sights, unheld: [], whole: true };
}

test('exchanges of what came out wrong are kept, the later ones of two runs', () => {
  const first = runOf(
    'first',
    ...['faults/caught', 'faults/survivor', 'faults/twice', 'dialects/plain', 'dialects/accused'],
    ...['acquirers/clean', 'acquirers/open', 'acquirers/open/faults/caught', 'acquirers/clean/faults/hidden'],
  );
  const again = runOf('again', 'faults/twice', 'dialects/plain');
  expect(exchangesOfMissed(scores, [first, again]).map(({ id }) => id)).toEqual([
    'first faults/survivor',
    'first dialects/accused',
    'first acquirers/open',
    'first acquirers/clean/faults/hidden',
    'again faults/twice',
  ]);
});
