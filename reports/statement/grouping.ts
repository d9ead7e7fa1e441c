import { createHash } from 'node:crypto';
import { kindInWords, mustWords } from '../../schemas/findings/words.ts';
import { given } from '../../schemas/given.ts';
import { anyEntry, groupedBy } from '../../schemas/json.ts';
import { compare, listed } from '../../schemas/plain-text.ts';
import { type ClauseId, type Finding, verdicts } from '../../schemas/types.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { type CurlPlace, curlOf, restsOn } from '../exports/repeat.ts';
import type { DeviationRow, Statement, StatementFinding, StatementGroup } from './format.ts';
import { coveringId } from './rows.ts';

/** Findings with one cause: one clause, one operation, one kind of deviation. */
type FindingGroup = ReturnType<typeof groupOf>;

/** Card data in the clear, and scripts of others in a payment page: nothing that a service does wrong is graver. */
const gravest: readonly ClauseId[] = [
  '2.6/card/in-clear',
  '2.6/card/masked-everywhere',
  '2.8/page/script-in-value',
];

// What is not among them is at -1, and so the least grave.
const byGravity = gravest.toReversed();

/** Tells a clause whose findings come at the head of every list. */
export function isGravest(clause: ClauseId): boolean {
  return gravest.includes(clause);
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

/** Groups findings by cause, card data in the clear first, then worst verdict and largest group; `sizeOf` decides which example is smallest. */
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
        byGravity.indexOf(b.clause) - byGravity.indexOf(a.clause) ||
        verdicts.indexOf(a.verdict) - verdicts.indexOf(b.verdict) ||
        b.count - a.count ||
        compare(a.clause, b.clause) ||
        compare(a.operation, b.operation) ||
        compare(a.kind, b.kind),
    );
}

/** What tells a cause from others, the same from run to run, so that a pipeline tells what is new from what is old: 64 hexadecimal digits. */
export function causeKey({ clause, operation, verdict, kind }: StatementGroup): string {
  return createHash('sha256').update([clause, operation, verdict, kind].join('\n')).digest('hex');
}

/** What must hold in the example of a cause and what was found, in words; its kind where the statement keeps no example. */
export function causeWords({ kind }: StatementGroup, example: StatementFinding | undefined): string {
  return example === undefined ? kind : `must ${mustWords(example)}, found ${example.received}`;
}

/** Everything mild that was found about one clause, for one line. */
export type ClauseWarning = ReturnType<typeof clauseWarnings>[number];

/** Different things that one line shows. */
const most = 2;

/** Causes that are told in full: failures, and what is never told in passing. */
export function graveGroups({ findingGroups }: Statement): readonly StatementGroup[] {
  return findingGroups.filter(
    ({ verdict, clause }) => verdict === 'fail' || verdict === 'suite-error' || isGravest(clause),
  );
}

/** One entry for each clause that only warns or could not be decided, in the order of the statement. */
export function clauseWarnings(statement: Statement) {
  const grave = new Set(graveGroups(statement));
  const mild = statement.findingGroups.filter((group) => !grave.has(group));
  return [...groupedBy(mild, ({ clause, verdict }) => `${verdict}\n${clause}`).values()].flatMap((groups) => {
    const [first] = groups;
    if (first === undefined) return [];
    return {
      clause: first.clause,
      verdict: first.verdict,
      operations: [...new Set(groups.map(({ operation }) => operation))],
      count: groups.reduce((sum, { count }) => sum + count, 0),
      // What came, in words: the first two kinds of it, and how many more there are.
      received: listed(
        [...new Set(groups.map((group) => receivedBy(group, statement.findings[group.example])))],
        most,
        '; ',
      ),
      groups,
    };
  });
}

// Of what is absent, the name says more than that there is none.
function receivedBy({ kind, paths }: StatementGroup, finding: StatementFinding | undefined): string {
  if (finding?.values.received.says !== 'none') return finding?.received ?? kind;
  return `no ${listed([...new Set(paths.map((path) => path.split('.').at(-1) || 'answer'))], most + 1)}`;
}

/** Most findings of one cause that a statement lists, and most where they are about as many places; the group tells how many there were. */
const mostPerGroup = 5;
const mostPlaces = 12;
// A command is for people to paste; the evidence has the whole body in any case.
const longestCurl = 64 * 1024;

// One finding of each place comes first: somebody may mend what is listed and nothing else.
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

/** What the rows of findings need to know besides the findings. */
interface RowContext {
  readonly seed: number;
  readonly deviations: readonly DeviationRow[];
  /** The command that repeats an exchange. */
  readonly replay: (exchange: string) => string;
  readonly place?: CurlPlace | undefined;
}

// Longer than any body that is kept.
const far = 1_000_000_000;

/** How much a reader has to look past: least where an exchange differs from a plain one in one value, most where its request was odd. */
function sizeOf(exchange: EvidenceExchange | undefined): number {
  if (exchange === undefined) return Number.MAX_SAFE_INTEGER;
  const { sent, origin, judgement } = exchange;
  if (origin.carries !== undefined) return 0;
  const odd = sent.intent === 'odd' || judgement.request === 'broken' ? 2 * far : 0;
  // Whoever refused a request will say that this is why it was answered so.
  const refused = judgement.outcome === 'refused' ? far : 0;
  return odd + refused + (sent.shortened?.length ?? sent.body.length);
}

/** Lists findings by cause, smallest example first, and the causes themselves. */
export function findingRows(
  findings: readonly Finding[],
  exchanges: readonly EvidenceExchange[],
  context: RowContext,
): { findings: StatementFinding[]; findingGroups: StatementGroup[] } {
  const { deviations, replay, seed, place } = context;
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
      const again = replay(finding.exchange);
      const before = exchange && { calls: () => restsOn(exchange, exchanges), again };
      const curl = exchange === undefined ? '' : curlOf(exchange, place, before);
      rows.push({
        ...finding,
        seed: exchange?.origin.seed ?? seed,
        curl: curl.length > longestCurl ? '' : curl,
        ...given({ test: exchange?.origin.test, caseName: exchange?.origin.caseName }),
        replay: again,
        ...known,
      });
    }
  }
  return { findings: rows, findingGroups: groups };
}
