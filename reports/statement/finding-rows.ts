import { given } from '../../schemas/given.ts';
import { anyEntry, groupedBy } from '../../schemas/json.ts';
import type { Finding } from '../../schemas/types.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { type CurlPlace, curlOf } from '../exports/curl.ts';
import { restsOn } from '../exports/rests-on.ts';
import type { DeviationRow, StatementFinding, StatementGroup } from './format.ts';
import { type FindingGroup, groupFindings } from './grouping.ts';
import { coveringId } from './rows.ts';

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
