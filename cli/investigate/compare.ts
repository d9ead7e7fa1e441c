import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { breakable, html } from '../../reports/certificate/words.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { exchangeOf, readEvidence } from '../../reports/evidence.ts';
import { answerOf, exchangesStyle, requestOf } from '../../reports/pages/exchanges.ts';
import { pageOf } from '../../reports/pages/page.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { defined } from '../../schemas/defined.ts';
import { anyEntry, groupedBy, isObject, leavesOf, listOf, objectOf } from '../../schemas/json.ts';
import { decode } from '../../schemas/media/decode.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { type ClauseId, type JsonValue, type OperationId, operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import { whatStopped } from '../../targets/stop.ts';
import { demandFinished } from '../after/read-reports.ts';
import { newFile } from '../option-values.ts';
import { environmentOf, type RunOptions } from '../run/run-options.ts';
import { runSuite } from '../run/run-suite.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { makeFolderOf, writeGivenFile } from '../write-given-file.ts';
import { demandKnownVariant } from './known-variant.ts';

/** One compared value of an exchange. */
interface Shown {
  readonly text: string;
  readonly clause?: ClauseId;
}

// These headers follow from the body or the connection.
const derivedHeaders = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

/** The name of the comparison of how answers are written. */
const writing = 'writing of the body';

const orderOf = (entry: JsonValue) => `${objectOf(entry).order_no} ${JSON.stringify(entry)}`;

const byOrder = (one: JsonValue, other: JsonValue) => (orderOf(one) < orderOf(other) ? -1 : 1);

/** Returns a body with each run of letters and digits replaced, which leaves how it is written. */
const layoutOf = (body: string) => body.replaceAll(/[\p{L}\p{N}]+/gu, 'x');

/** Returns excerpts of two texts around their first difference. */
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
  // Parallel requests are listed in the order of arrival, so entries are sorted.
  return leavesOf({ ...value, [lists.field]: listOf(value[lists.field]).toSorted(byOrder) });
}

/** Returns the outcome, findings, observations, headers and values; a value from the request becomes its path. */
function comparedParts(exchange: EvidenceExchange): ReadonlyMap<string, Shown> {
  const { sent, received, judgement, masked } = exchange;
  const status = received.kind === 'none' ? received.reason : received.status;
  const shown = new Map<string, Shown>([['outcome', { text: `${judgement.outcome}, ${status}` }]]);
  for (const { clause, path, verdict, received: text } of judgement.findings)
    shown.set(`finding ${clause} at ${path || 'the whole answer'}`, { text: `${verdict}: ${text}`, clause });
  for (const { clause, fingerprint } of judgement.observations)
    shown.set(`observed ${clause}`, { text: fingerprint, clause });
  if (received.kind === 'none') return shown;
  for (const [name, text] of Object.entries(received.headers))
    if (!derivedHeaders.has(name)) shown.set(`header ${name}`, { text });
  shown.set(writing, { text: layoutOf(received.body) });
  const repeated = new Map(leavesOf(sent.value).map(([path, leaf]) => [String(leaf), path]));
  const hidden = new Set(masked);
  for (const [path, leaf] of bodyOf(exchange)) {
    const echo = repeated.get(String(leaf));
    const name = anyEntry(path).split('.').at(-1)?.replace('[]', '') ?? '';
    const clause = judgement.exercised.find((id) => id.split('/')[1] === name);
    const isHidden = hidden.has(`received.body.${anyEntry(path)}`);
    const value = isHidden ? `masked (${typeof leaf})` : JSON.stringify(leaf);
    const text = echo === undefined || leaf === '' ? value : `as sent in ${echo} (${typeof leaf})`;
    shown.set(path, { text, ...defined({ clause }) });
  }
  return shown;
}

/** Returns the names of the values that differ; if the outcomes differ, only that. */
function differingIn(one: ReadonlyMap<string, Shown>, other: ReadonlyMap<string, Shown>): readonly string[] {
  const differ = (what: string) => one.get(what)?.text !== other.get(what)?.text;
  if (differ('outcome')) return ['outcome'];
  return [...new Set([...one.keys(), ...other.keys()])].filter(differ);
}

const fieldsOf = ({ sent }: EvidenceExchange) =>
  leavesOf(sent.value)
    .map(([path]) => path)
    .join('\n');

/** Returns pairs of exchanges with the same id (made from seed and test) and the same request fields. */
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
 * Compares the answers of two services to the same requests. Differences between two runs of the first service, `a` and
 * `again`, are noise in that operation and left out.
 */
function compareExchanges(
  a: readonly EvidenceExchange[],
  b: readonly EvidenceExchange[],
  again: readonly EvidenceExchange[] = [],
) {
  const keyOf = ({ operation }: EvidenceExchange, what: string) => `${operation}: ${anyEntry(what)}`;
  const noise = new Set(
    pairsOf(a, again).flatMap(([first, second]) =>
      differingIn(comparedParts(first), comparedParts(second)).map((what) => keyOf(first, what)),
    ),
  );
  const pairs = pairsOf(a, b);
  const totals = groupedBy(pairs, ([{ operation }]) => operation);
  const found = pairs.flatMap(([first, second]) => {
    const [here, there] = [comparedParts(first), comparedParts(second)];
    const differing = differingIn(here, there).filter((place) => !noise.has(keyOf(first, place)));
    const said = differing.filter((place) => place !== writing);
    // A difference in writing is shown only if everything else is equal.
    const told = said.length > 0 ? said : differing;
    // Of entries that differ alike, only the first is shown.
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
      // `outcome`, `finding`, `observed`, `header NAME`, the writing of the body, or the path in the answer.
      what: anyEntry(place),
      ...defined({ clause: one?.clause ?? other?.clause }),
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
    // Exchanges without a counterpart, or with other request fields.
    unpaired: a.length + b.length - 2 * pairs.length,
    noise: [...noise].sort(),
    differences: differences.sort((one, other) => rankOf(one) - rankOf(other) || other.count - one.count),
  };
}

type Comparison = ReturnType<typeof compareExchanges>;

/** Returns the lines of a comparison for the terminal. */
function comparisonLines(
  { compared, unpaired, noise, differences }: Comparison,
  page: string,
): readonly string[] {
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
    `The page is ${page}.`,
  ];
}

/** Maximum of differences on the page; the terminal counts all. */
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

/** Returns a page without scripts: each difference with its clause, one request and both answers. */
function renderComparison(
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

interface CompareOptions
  extends Pick<RunOptions, 'profile' | 'seed' | 'day' | 'runs' | 'operation' | 'grep' | 'fault'> {
  readonly again?: string;
  readonly out: string;
  readonly json?: true;
  readonly exitStatus?: true;
}

/** The word for the embedded endpoint. */
const embedded = 'embedded';

const evidenceFolder = (path: string) =>
  basename(path) === 'exchanges.ndjson' ? dirname(resolve(path)) : path;

const isEvidence = (path: string) =>
  path !== embedded && existsSync(evidenceFolder(path)) && statSync(evidenceFolder(path)).isDirectory();

function readRecorded(path: string) {
  const folder = evidenceFolder(path);
  demandFinished(folder);
  const { exchanges } = readEvidence(folder);
  if (exchanges.length === 0) throw new ConfigurationError(`${path} holds no exchanges of a run.`);
  return exchanges;
}

/** Runs the same tests against A, B and A again; returns the evidence folders and the worst exit status. */
async function runAll(a: string, b: string, options: CompareOptions) {
  const { fault, out, again: _, json: __, exitStatus: ___, ...shared } = options;
  const optionsOf = (target: string, folder: string): RunOptions => ({
    ...shared,
    target: target === embedded ? embeddedTargetFile() : target,
    out: join(out, folder),
    workers: '1',
    learn: false,
    skipAllure: true,
    quiet: true,
  });
  const variant = defined({ fault });
  const seed = String(readSettings(environmentOf(optionsOf(a, 'a'))).seed);
  const runs = [
    { ...optionsOf(a, 'a'), seed },
    { ...optionsOf(b, 'b'), ...variant, seed },
    { ...optionsOf(a, 'a-again'), seed },
  ];
  // Errors about B are found before A gets a request.
  demandKnownVariant(variant);
  for (const run of runs) readSettings(environmentOf(run));
  let status: number = exitStatus.conformant;
  for (const [at, run] of runs.entries()) {
    process.stderr.write(`Run ${at + 1} of ${runs.length}, of ${at === 1 ? 'B' : 'A'} …\n`);
    const ended = await runSuite(run);
    if (ended === exitStatus.usage || whatStopped() !== undefined) return { status: ended, folders: [] };
    status = Math.max(status, ended === exitStatus.nonConformant ? exitStatus.conformant : ended);
  }
  return { status, folders: runs.map((run) => run.out ?? '') };
}

/** Compares the answers of two services to the same requests. */
export const compare: Subcommand = (command) => {
  command
    .argument('<a>', `target file, "${embedded}", or the evidence of a run (its folder or exchanges.ndjson)`)
    .argument('<b>', 'the same for the service that is compared with it')
    .option('--seed <number>', 'same seed and day, same requests (default: that of the contract)')
    .option('--day <date>', 'the day that dates count from, YYYY-MM-DD in UTC (default: today)')
    .option('--profile <name>', 'ci, quick, strict or explore')
    .option('--runs <number>', 'how many random cases each property test draws')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--grep <pattern>', 'only tests whose title matches')
    .option('--fault <id>', 'plant this fault in the embedded endpoint that is B')
    .option('--again <folder>', 'evidence of a second run of A, where A and B are evidence')
    .option('--out <folder>', 'where the page and the reports of the runs go', 'reports/compare')
    .option('--json', 'print the comparison as JSON')
    .option('--exit-status', 'exit with 1 when anything differs')
    .addHelpText(
      'after',
      '\nA is sent everything twice, B once, each within what its target file allows. What differs between the two runs of A is left out.',
    );
  return async (a: string, b: string, options: CompareOptions) => {
    const page = newFile(join(options.out, 'comparison.html'));
    const isRecorded = isEvidence(a) && isEvidence(b);
    if (!isRecorded && (isEvidence(a) || isEvidence(b) || options.again !== undefined))
      throw new ConfigurationError(
        'compare takes two services, or the evidence of two runs (with --again of a third).',
      );
    const { status, folders } = isRecorded
      ? { status: exitStatus.conformant, folders: [a, b, options.again ?? []].flat() }
      : await runAll(a, b, options);
    if (folders.length === 0) return status;
    const [first = [], second = [], again] = folders.map(readRecorded);
    const comparison = compareExchanges(first, second, again);
    const names = { a, b: [b, options.fault].filter(Boolean).join(', ') };
    makeFolderOf(page, 0o700);
    writeGivenFile(page, renderComparison(names, comparison));
    const lines = options.json ? [jsonText(comparison, 2)] : comparisonLines(comparison, page);
    for (const line of options.json ? lines : onScreen(lines)) console.log(line);
    const differs = options.exitStatus === true && comparison.differences.length > 0;
    return status === exitStatus.conformant && differs ? exitStatus.nonConformant : status;
  };
};
