import { clauseOf } from '../../clauses.ts';
import type { ClauseId, JudgedExchange, OperationId } from '../../types.ts';
import type { RunRule } from './run-rule.ts';

/** What it means that a run met nothing of a gap: also a behaviour, and worth comparing with the next run. */
const absences: Readonly<Record<ClauseId, string>> = {
  '1.4/xml/style': 'only plain elements in UTF-8 were met',
  '2.14/undocumented-field': 'no undocumented member was met',
  '2.14/allowed-values': 'no value beside the samples was sent',
  '2.14/formats': 'no value that a further format could refuse was sent',
  '4.3/other-inputs': 'no input beyond the documented ones was met',
  '7.7/codes': 'no code was met',
  '8/rate-limits': 'no answer 429 was met',
};

/** Gaps whose absence in a whole run is an observation of its own (2.14, 7.7, 8). */
export const absenceNotes: RunRule = {
  name: 'absences',
  clauses: Object.keys(absences),
  operations: [...new Set(Object.keys(absences).flatMap((clause) => clauseOf(clause).operations))],
  check(run, about) {
    const met = new Set(
      run.flatMap(({ judgement }) =>
        judgement.observations.map(({ clause }) => `${clause} ${judgement.operation}`),
      ),
    );
    const answered = new Map<OperationId, JudgedExchange>();
    for (const judged of run) {
      const { operation, received } = judged.exchange;
      if (received.kind === 'answer' && !answered.has(operation)) answered.set(operation, judged);
    }
    for (const [clause, text] of Object.entries(absences)) {
      for (const operation of clauseOf(clause).operations) {
        const first = answered.get(operation);
        if (first === undefined || met.has(`${clause} ${operation}`)) continue;
        about(first).observes(clause, 'none met', text);
      }
    }
  },
};
