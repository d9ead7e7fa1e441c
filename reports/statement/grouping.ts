import { defined } from '../../schemas/defined.ts';
import { kindInWords, mustWords } from '../../schemas/findings/words.ts';
import { anyEntry, groupedBy } from '../../schemas/json.ts';
import { compare, listed } from '../../schemas/plain-text.ts';
import { type ClauseId, type Finding, verdicts } from '../../schemas/types.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { type CurlPlace, curlOf } from '../exports/repeat.ts';
import type { DeviationRow, Statement, StatementFinding, StatementGroup, Trial } from './format.ts';
import { coveringId } from './rows.ts';
import { trialOf } from './trials.ts';

/** Findings with one cause: one clause, one operation, one kind of deviation. */
type FindingGroup = ReturnType<typeof groupOf>;

/** The critical breaches: card data in the clear, and foreign scripts in a payment page. */
const criticalClauses: readonly ClauseId[] = [
  '2.6/card/in-clear',
  '2.6/card/masked-everywhere',
  '2.8/page/script-in-value',
];

// Clauses that are not listed have index -1, and so come last.
const bySeverity = criticalClauses.toReversed();

/** True if findings of the clause come first in every list. */
export function isCritical(clause: ClauseId): boolean {
  return criticalClauses.includes(clause);
}

type SizeOf = (finding: Finding) => number;

function groupOf(findings: readonly Finding[], first: Finding, sizeOf: SizeOf) {
  const { clause, operation, verdict } = first;
  const sizes = findings.map(sizeOf);
  return {
    clause,
    operation,
    verdict,
    kind: kindInWords(first.values),
    count: findings.length,
    exchanges: new Set(findings.map(({ exchange }) => exchange)).size,
    paths: [...new Set(findings.map(({ path }) => anyEntry(path)))].sort(),
    // The smallest one.
    example: findings[sizes.indexOf(sizes.reduce((one, other) => Math.min(one, other)))] ?? first,
    findings,
  };
}

/** Groups findings by cause: critical clauses, worst verdict, largest group first. `sizeOf` selects the example. */
export function groupFindings(
  findings: readonly Finding[],
  sizeOf: SizeOf = ({ path, received }) => path.length + received.length,
): FindingGroup[] {
  const byCause = groupedBy(findings, ({ clause, operation, verdict, kind, values }) =>
    [clause, operation, verdict, kind, kindInWords(values)].join('\n'),
  );
  return [...byCause.values()]
    .flatMap((list) => (list[0] === undefined ? [] : [groupOf(list, list[0], sizeOf)]))
    .sort(
      (a, b) =>
        bySeverity.indexOf(b.clause) - bySeverity.indexOf(a.clause) ||
        verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict) ||
        b.count - a.count ||
        compare(a.clause, b.clause) ||
        compare(a.operation, b.operation) ||
        compare(a.kind, b.kind),
    );
}

/** What must hold in the example of a cause and what was found; its kind if the statement has no example. */
export function causeWords({ kind }: StatementGroup, example: StatementFinding | undefined): string {
  return example === undefined ? kind : `must ${mustWords(example)}, found ${example.received}`;
}

/** All minor findings of one clause, for one line. */
export type ClauseWarning = ReturnType<typeof clauseWarnings>[number];

/** Maximum number of different values in one line. */
const most = 2;

/** Causes that are reported in full: failures, defects of the suite and the critical clauses. */
export function criticalGroups({ findingGroups }: Statement): readonly StatementGroup[] {
  return findingGroups.filter(
    ({ verdict, clause }) => verdict === 'fail' || verdict === 'suite-error' || isCritical(clause),
  );
}

/** One entry for each clause with only warnings or inconclusive verdicts, in the order of the statement. */
export function clauseWarnings(statement: Statement) {
  const grave = new Set(criticalGroups(statement));
  const mild = statement.findingGroups.filter((group) => !grave.has(group));
  return [...groupedBy(mild, ({ clause, verdict }) => `${verdict}\n${clause}`).values()].flatMap((groups) => {
    const [first] = groups;
    if (first === undefined) return [];
    return {
      clause: first.clause,
      verdict: first.verdict,
      operations: [...new Set(groups.map(({ operation }) => operation))],
      count: groups.reduce((sum, { count }) => sum + count, 0),
      // The first two kinds of received values in words, and the number of further ones.
      received: listed(
        [...new Set(groups.map((group) => receivedWords(group, statement.findings[group.example])))],
        most,
        '; ',
      ),
      groups,
    };
  });
}

// For an absent value, its name says more than its absence.
function receivedWords({ kind, paths }: StatementGroup, finding: StatementFinding | undefined): string {
  if (finding?.values.received.says !== 'none') return finding?.received ?? kind;
  return `no ${listed([...new Set(paths.map((path) => path.split('.').at(-1) || 'answer'))], most + 1)}`;
}

/** Maximum number of listed findings of one cause, and of its different places; the group has the total. */
const mostPerGroup = 5;
const mostPlaces = 12;
// A command is for pasting into a shell; the evidence has the full body anyway.
const longestCurl = 64 * 1024;

// One finding of each place comes first: a developer may fix only what is listed.
function listedOf({ example, findings, paths }: FindingGroup): Finding[] {
  const places = new Map([[anyEntry(example.path), example]]);
  for (const finding of findings) {
    if (places.size === Math.min(paths.length, mostPlaces)) break;
    const place = anyEntry(finding.path);
    if (!places.has(place)) places.set(place, finding);
  }
  const first = [...places.values()];
  const others = findings.filter((finding) => !first.includes(finding)).slice(0, 4 * mostPerGroup);
  const listed = groupedBy([...first, ...others], ({ exchange, path }) => `${exchange}\n${path}`);
  return [...listed.values()].flatMap(([one]) => one ?? []).slice(0, Math.max(mostPerGroup, first.length));
}

interface RowContext {
  readonly seed: number;
  readonly deviations: readonly DeviationRow[];
  /** The command that repeats an exchange. */
  readonly again: (exchange: string) => string;
  readonly place?: CurlPlace | undefined;
}

// Longer than any stored body.
const beyondBody = 1_000_000_000;

/** Sort key of examples: 0 for an exchange that varies one value, then by body size, then refused and odd ones. */
function sizeOf(exchange: EvidenceExchange | undefined): number {
  if (exchange === undefined) return Number.MAX_SAFE_INTEGER;
  const { sent, origin, judgement } = exchange;
  if (origin.carries !== undefined) return 0;
  const odd = sent.intent === 'odd' || judgement.request === 'broken' ? 2 * beyondBody : 0;
  // A refusal may explain the finding, which makes it a weaker example.
  const refused = judgement.outcome === 'refused' ? beyondBody : 0;
  return odd + refused + (sent.shortened?.length ?? sent.body.length);
}

const shownIn = ({ test, case: caseName }: Trial) => ({ test, ...defined({ caseName }) });

/** Lists findings by cause, smallest example first, and the causes themselves. */
export function findingRows(
  findings: readonly Finding[],
  exchanges: readonly EvidenceExchange[],
  context: RowContext,
): { findings: StatementFinding[]; findingGroups: StatementGroup[] } {
  const { deviations, seed, place } = context;
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const rows: StatementFinding[] = [];
  const groups: StatementGroup[] = [];
  for (const group of groupFindings(findings, ({ exchange }) => sizeOf(byId.get(exchange)))) {
    const deviation = coveringId(deviations, { id: group.clause, operation: group.operation });
    const known = deviation === undefined ? {} : { deviation };
    const { example: _, findings: __, ...facts } = group;
    groups.push({ ...facts, example: rows.length, ...known });
    for (const finding of listedOf(group)) {
      const exchange = byId.get(finding.exchange);
      const again = context.again(finding.exchange);
      const curl = exchange === undefined ? '' : curlOf(exchange, place);
      rows.push({
        ...finding,
        seed: exchange?.origin.seed ?? seed,
        curl: curl.length > longestCurl ? '' : curl,
        ...(exchange && shownIn(trialOf(exchange.origin))),
        again,
        ...known,
      });
    }
  }
  return { findings: rows, findingGroups: groups };
}
