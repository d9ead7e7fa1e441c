import {
  compareClasses,
  lettersOf,
  outcomeOfLetter,
  type SentOutcome,
  type SentRow,
  worseOutcome,
} from '../../schemas/history/sent.ts';
import { groupedBy } from '../../schemas/json.ts';
import { unexplainedFindings } from '../../schemas/judge/judge-run.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { compare } from '../../schemas/plain-text.ts';
import { type Clause, type OperationId, operationIds, type Verdict, verdicts } from '../../schemas/types.ts';
import type {
  AcrossRun,
  EvidenceExchange,
  EvidenceNote,
  KeptInPart,
  SentNote,
  Shortened,
  SkippedNote,
} from '../evidence/lines.ts';
import { longestBody } from '../redact/exchange.ts';
import { whyWithheld } from '../redact/withheld.ts';
import type { countAnswers } from './count-answers.ts';
import type { ClauseRow, DocumentIssue, OperationCounts, SkippedRow, Statement } from './format.ts';
import { worstOf } from './results.ts';
import type { Tally } from './rows.ts';

// The body may be on disk, so it is read only if it is shortened.
function whyInPart({ body, shortened }: { readonly body: string; readonly shortened?: Shortened }): string[] {
  if (shortened === undefined) return [];
  if (body === '') return ['left out, as the run is very long'];
  const why = whyWithheld(body, shortened.length);
  return [why === undefined ? `longer than ${longestBody} characters` : `withheld: ${why}`];
}

/** The number of exchanges that are stored in part only, by reason. */
export function keptInPart(exchanges: readonly EvidenceExchange[]): readonly KeptInPart[] {
  const reasons = exchanges.flatMap(({ sent, received }) => [
    ...new Set([...whyInPart(sent), ...(received.kind === 'answer' ? whyInPart(received) : [])]),
  ]);
  return [...groupedBy(reasons, (why) => why)]
    .map(([why, some]) => ({ why, exchanges: some.length }))
    .sort((one, other) => other.exchanges - one.exchanges || compare(one.why, other.why));
}

/** Errors of the suite itself while it recorded exchanges. */
export function failuresIn(exchanges: readonly EvidenceExchange[]): readonly string[] {
  return exchanges.flatMap(({ id, failed = [] }) => failed.map((what) => `exchange ${id}: ${what}`));
}

/** The number of rows with each verdict. */
export function countVerdicts(rows: readonly { readonly verdict: Verdict }[]): Record<Verdict, number> {
  const counts = Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

/** The exchanges of each operation, by their worst verdict. */
export function operationCounts(
  exchanges: readonly EvidenceExchange[],
  answered: ReturnType<typeof countAnswers>,
  { explained = [] }: Pick<AcrossRun, 'explained'>,
): Statement['run']['operations'] {
  const counts: Partial<Record<OperationId, OperationCounts>> = {};
  for (const id of operationIds) {
    const answers = answered[id];
    if (answers === undefined) continue;
    const worst = exchanges.flatMap(({ operation, judgement }) => {
      const found = operation === id ? unexplainedFindings(judgement.findings, explained) : [];
      return operation === id ? [{ verdict: worstOf(found.map(({ verdict }) => verdict)) ?? 'pass' }] : [];
    });
    const { pass, warn, fail, inconclusive, 'suite-error': suiteError } = countVerdicts(worst);
    counts[id] = { exchanges: worst.length, pass, warn, fail, inconclusive, suiteError, answers };
  }
  return counts;
}

/** The conflicts of the document, with the observations at their clauses. */
export function documentIssues(
  clauses: readonly Clause[],
  rows: readonly ClauseRow[],
  { observations }: Tally,
): DocumentIssue[] {
  const ids = [...new Set(clauses.flatMap(({ conflict }) => conflict?.id ?? []))].sort();
  return ids.map((id) => {
    const own = clauses.filter(({ conflict }) => conflict?.id === id);
    const names = new Set(own.map((clause) => clause.id));
    const seen = observations.filter(({ clause }) => names.has(clause)).map(({ fingerprint }) => fingerprint);
    return {
      id,
      clauses: [...names].sort(),
      readings: [...new Set(own.flatMap(({ conflict }) => conflict?.readings ?? []))],
      seen: [...new Set(seen)].sort(),
      exchanges: rows.filter((row) => names.has(row.id)).reduce((sum, row) => sum + row.exchanges, 0),
    };
  });
}

/** What was not tested, grouped by reason. */
export function skippedRows(notes: readonly SkippedNote[]): SkippedRow[] {
  return [...new Set(notes.map(({ reason }) => reason))].sort(compare).map((reason) => {
    const own = notes.filter((note) => note.reason === reason);
    const operations = new Set(own.flatMap(({ operation }) => operation ?? []));
    return {
      reason,
      operations: operationIds.filter((id) => operations.has(id)),
      clauses: [...new Set(own.flatMap(({ clauses }) => clauses ?? []))].sort(compare),
    };
  });
}

/** Words of a refusal because of too many payments, or of one like another, not because of a wrong one. */
const tooMany =
  /duplicat(?!.*\border)|velocit|frequen|\btoo often\b|\btoo many\b.{0,20}\b(?:pay|transact|attempt|request|use|time|charge)|\blimit\b.{0,20}\b(?:card|attempts|count)\b|\b(?:card|attempts|count)\b.{0,20}\b(?:limit|exceeded)/i;

/** Advice, at most one line, if the service accepted card payments and refused others as too many. */
export function cardLimitAdvice(answers: ReturnType<typeof countAnswers>): readonly string[] {
  const counts = answers['direct-payment'];
  if (counts === undefined || counts.allowed.accepted === 0 || counts.allowed.refused === 0) return [];
  const worn = counts.refusals.find(({ text }) => tooMany.test(text));
  if (worn === undefined) return [];
  return [
    `${worn.count} card payments were refused as too many, or as repeated (${worn.text}): more test cards under "cards", or a lower limits.requestsPerSecond, may help`,
  ];
}

function sentRowOf(operation: SentRow['operation'], notes: readonly SentNote[]): SentRow {
  const outcomes = new Map<string, Map<string, SentOutcome>>();
  for (const { classes, fields } of notes)
    for (const [field, letters] of Object.entries(fields)) {
      const known = outcomes.get(field) ?? new Map<string, SentOutcome>();
      outcomes.set(field, known);
      classes.forEach((name, at) => {
        const outcome = outcomeOfLetter(letters[at]);
        if (outcome !== undefined) known.set(name, worseOutcome(outcome, known.get(name) ?? outcome));
      });
    }
  const classes = [...new Set([...outcomes.values()].flatMap((field) => [...field.keys()]))].sort(
    compareClasses,
  );
  const fieldsWith = (wanted: SentOutcome) =>
    [...outcomes].flatMap(([name, field]) => ([...field.values()].includes(wanted) ? [name] : []));
  const left = new Set(fieldsWith('forbidden'));
  const reasons = groupedBy(
    notes.flatMap(({ forbidden }) => forbidden),
    ({ why }) => why,
  );
  const missing = fieldsWith('missing').length > 0 ? notes.flatMap((note) => note.missing ?? []) : [];
  return {
    operation,
    classes,
    fields: Object.fromEntries([...outcomes].map(([name, field]) => [name, lettersOf(field, classes)])),
    forbidden: [...reasons].flatMap(([why, some]) => {
      const fields = [...new Set(some.flatMap((one) => one.fields))].filter((field) => left.has(field));
      return fields.length === 0 ? [] : [{ why, fields }];
    }),
    ...(missing.length > 0 && { missing: [...new Set(missing)].join('; ') }),
  };
}

/** The request fields and value classes of a run: one row for each operation, over all tests. */
export function sentRows(notes: readonly EvidenceNote[]): readonly SentRow[] {
  const own = notes.filter((note) => note.kind === 'sent');
  return documentedOperations.flatMap(({ id }) => {
    const some = own.filter(({ operation }) => operation === id);
    return some.length === 0 ? [] : [sentRowOf(id, some)];
  });
}
