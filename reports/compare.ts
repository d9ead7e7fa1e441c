import { given } from '../schemas/given.ts';
import { anyEntry, groupedBy, isObject, leavesOf, listOf, objectOf } from '../schemas/json.ts';
import { decode } from '../schemas/media/decode.ts';
import { isDocumented, operationOf } from '../schemas/operations.ts';
import { type ClauseId, type JsonValue, type OperationId, operationIds } from '../schemas/types.ts';
import { breakable, html } from './certificate/words.ts';
import type { EvidenceExchange } from './evidence/lines.ts';
import { exchangeOf } from './evidence.ts';
import { answerOf, exchangesStyle, requestOf } from './pages/exchanges.ts';
import { pageOf } from './pages/page.ts';

/** One thing that an exchange shows, by what it is. */
interface Shown {
  readonly text: string;
  readonly clause?: ClauseId;
}

// They follow from the body or from the connection.
const unsaid = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** What is compared of an answer besides what it says. */
const writing = 'writing of the body';

const orderOf = (entry: JsonValue) => `${objectOf(entry).order_no} ${JSON.stringify(entry)}`;

const byOrder = (one: JsonValue, other: JsonValue) => (orderOf(one) < orderOf(other) ? -1 : 1);

/** How a body is written, whatever its letters and digits say. */
const writingOf = (body: string) => body.replaceAll(/[\p{L}\p{N}]+/gu, 'x');

/** What two texts have where they begin to differ. */
function whereTheyDiffer(one: string, other: string): readonly [string, string] {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 10);
  return [JSON.stringify(one.slice(from, at + 30)), JSON.stringify(other.slice(from, at + 30))];
}

function bodyOf(exchange: EvidenceExchange): readonly (readonly [string, JsonValue])[] {
  const { operation, received } = exchangeOf(exchange);
  if (received.kind === 'none') return [];
  const { answers: medium, lists } = isDocumented(operation) ? operationOf(operation) : operationOf('query');
  const decoded = decode(medium, received.body, received.headers['content-type']);
  if (!decoded.ok) return [['body', `not readable as ${medium}`]];
  const { value } = decoded;
  if (lists === undefined || !isObject(value)) return leavesOf(value);
  // Requests that are under way together are listed in the order in which they arrived.
  return leavesOf({ ...value, [lists.field]: listOf(value[lists.field]).toSorted(byOrder) });
}

/** What an answer shows: what became of the call, findings, observations, headers and values. What repeats a value of the request says so instead of the value. */
function shownBy(exchange: EvidenceExchange): ReadonlyMap<string, Shown> {
  const { sent, received, judgement, masked } = exchange;
  const status = received.kind === 'none' ? received.reason : received.status;
  const shown = new Map<string, Shown>([['outcome', { text: `${judgement.outcome}, ${status}` }]]);
  for (const { clause, path, verdict, received: text } of judgement.findings)
    shown.set(`finding ${clause} at ${path || 'the whole answer'}`, { text: `${verdict}: ${text}`, clause });
  for (const { clause, fingerprint } of judgement.observations)
    shown.set(`observed ${clause}`, { text: fingerprint, clause });
  if (received.kind === 'none') return shown;
  for (const [name, text] of Object.entries(received.headers))
    if (!unsaid.has(name)) shown.set(`header ${name}`, { text });
  shown.set(writing, { text: writingOf(received.body) });
  const repeated = new Map(leavesOf(sent.value).map(([path, leaf]) => [String(leaf), path]));
  const hidden = new Set(masked);
  for (const [path, leaf] of bodyOf(exchange)) {
    const echo = repeated.get(String(leaf));
    const name = anyEntry(path).split('.').at(-1)?.replace('[]', '') ?? '';
    const clause = judgement.exercised.find((id) => id.split('/')[1] === name);
    const isHidden = hidden.has(`received.body.${anyEntry(path)}`);
    const value = isHidden ? `masked (${typeof leaf})` : JSON.stringify(leaf);
    const text = echo === undefined || leaf === '' ? value : `as sent in ${echo} (${typeof leaf})`;
    shown.set(path, { text, ...given({ clause }) });
  }
  return shown;
}

/** The things in which two exchanges differ; where one call was accepted and the other was not, that alone. */
function differingIn(one: ReadonlyMap<string, Shown>, other: ReadonlyMap<string, Shown>): readonly string[] {
  const differ = (what: string) => one.get(what)?.text !== other.get(what)?.text;
  if (differ('outcome')) return ['outcome'];
  return [...new Set([...one.keys(), ...other.keys()])].filter(differ);
}

const fieldsOf = ({ sent }: EvidenceExchange) =>
  leavesOf(sent.value)
    .map(([path]) => path)
    .join('\n');

/** Pairs of exchanges with one id, which the seed and the test make, whose requests have the same fields. */
function pairsOf(one: readonly EvidenceExchange[], other: readonly EvidenceExchange[]) {
  const known = new Map(other.map((exchange) => [exchange.id, exchange]));
  return one.flatMap((a) => {
    const b = known.get(a.id);
    return b !== undefined && b.operation === a.operation && fieldsOf(a) === fieldsOf(b)
      ? [[a, b] as const]
      : [];
  });
}

/**
 * Compares the answers of two services to the same requests. What differs between two runs of the first service, `a` and `again`,
 * is noise in that operation and left out.
 */
export function compareExchanges(
  a: readonly EvidenceExchange[],
  b: readonly EvidenceExchange[],
  again: readonly EvidenceExchange[] = [],
) {
  const keyOf = ({ operation }: EvidenceExchange, what: string) => `${operation}: ${anyEntry(what)}`;
  const noise = new Set(
    pairsOf(a, again).flatMap(([first, second]) =>
      differingIn(shownBy(first), shownBy(second)).map((what) => keyOf(first, what)),
    ),
  );
  const pairs = pairsOf(a, b);
  const totals = groupedBy(pairs, ([{ operation }]) => operation);
  const found = pairs.flatMap(([first, second]) => {
    const [here, there] = [shownBy(first), shownBy(second)];
    const differing = differingIn(here, there).filter((place) => !noise.has(keyOf(first, place)));
    const said = differing.filter((place) => place !== writing);
    // How an answer is written is worth a word where all that it says is alike.
    const told = said.length > 0 ? said : differing;
    // Of entries that are alike, the first speaks for the exchange.
    const places = new Map(told.map((place) => [keyOf(first, place), place] as const).reverse());
    return [...places].map(([key, place]) => ({
      key,
      place,
      first,
      second,
      one: here.get(place),
      other: there.get(place),
    }));
  });
  const differences = [...groupedBy(found, ({ key }) => key).values()].flatMap((some) => {
    const [shown] = some;
    if (shown === undefined) return [];
    const { place, first, second, one, other } = shown;
    const texts = [one?.text ?? 'absent', other?.text ?? 'absent'] as const;
    const [ofA, ofB] = place === writing ? whereTheyDiffer(...texts) : texts;
    return {
      operation: first.operation,
      // `outcome`, `finding`, `observed`, `header NAME`, the writing of the body, or the place in the answer.
      what: anyEntry(place),
      ...given({ clause: one?.clause ?? other?.clause }),
      a: ofA,
      b: ofB,
      example: { a: first, b: second },
      count: some.length,
      of: totals.get(first.operation)?.length ?? 0,
      cases: [...new Set(some.map(({ first: { origin } }) => origin.caseName ?? origin.test))],
    };
  });
  const rankOf = ({ operation }: { readonly operation: OperationId }) => operationIds.indexOf(operation);
  return {
    compared: pairs.length,
    // Exchanges that one side alone has, or whose requests have other fields.
    unpaired: a.length + b.length - 2 * pairs.length,
    noise: [...noise].sort(),
    differences: differences.sort((one, other) => rankOf(one) - rankOf(other) || other.count - one.count),
  };
}

type Comparison = ReturnType<typeof compareExchanges>;

/** A comparison in lines for a terminal. */
export function comparisonLines({ compared, unpaired, noise, differences }: Comparison): readonly string[] {
  const lines = differences.flatMap(({ operation, what, clause, count, of, cases, a, b }) => [
    `${operation}  ${what}${clause === undefined || what.includes(clause) ? '' : `  (${clause})`}, in ${count} of ${of}: ${cases.slice(0, 3).join(', ')}${cases.length > 3 ? ' …' : ''}`,
    `    A  ${a}`,
    `    B  ${b}`,
    '',
  ]);
  const found = differences.length === 1 ? '1 difference' : `${differences.length || 'No'} differences`;
  return [
    ...lines,
    `${found} in ${compared} exchanges; left out: ${unpaired} exchanges without a counterpart, and ${noise.length} kinds of noise between two runs of A.`,
  ];
}

/** Differences that the page shows; the terminal counts them all. */
const most = 300;

function articleOf({
  operation,
  what,
  clause,
  count,
  of,
  cases,
  a,
  b,
  example,
}: Comparison['differences'][number]) {
  return html`<article><h2>${operation} <code>${breakable(what)}</code></h2>
<p class="soft">${clause !== undefined && html`<code>${clause}</code> &middot; `}in ${count} of ${of} exchanges: ${cases.slice(0, 5).join(', ')}${cases.length > 5 && ' …'}</p>
<table><tr><th>A</th><td>${a}</td></tr><tr><th>B</th><td>${b}</td></tr></table>
<section>${requestOf(example.a)}</section>
<div class="pair"><section><h3>A</h3>${answerOf(example.a)}</section><section><h3>B</h3>${answerOf(example.b)}</section></div></article>
`;
}

/** The differences of two services on one page without scripts: each with its clause, one request, and both answers. */
export function renderComparison(
  names: { readonly a: string; readonly b: string },
  { compared, unpaired, noise, differences }: Comparison,
): string {
  const main = html`<h1>Side by side</h1>
<p>A: ${names.a}<br>B: ${names.b}</p>
<p class="soft">${compared} exchanges of each have the same request; ${unpaired} have no counterpart. What repeats a value of the request is not compared by its value. Secrets and personal data are masked.</p>
${differences.length === 0 && html`<p>No difference.</p>`}
${differences.slice(0, most).map(articleOf)}${differences.length > most && html`<p>${differences.length - most} more differences.</p>`}
${noise.length > 0 && html`<details><summary>Left out, because two runs of A differ in it: ${noise.length}</summary><ul>${noise.map((one) => html`<li>${one}</li>`)}</ul></details>`}`;
  return pageOf({ title: 'Side by side', foot: 'Side by side', style: exchangesStyle, main });
}
