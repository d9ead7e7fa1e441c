// Compares the output of two builds in two folders, part by part. A part is a map of texts by name; the first place
// where two texts differ is a difference. Only values that vary between runs are ignored: times, ports, connections,
// the commit.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Members that are times, or depend on times or on where and when the suite was built. */
const passing = new Set([
  'startedAt',
  'endedAt',
  'durationMs',
  'times',
  'afterMs',
  'latency',
  'evidenceSha256',
  'date',
  'commit',
  'changed',
  'took',
  'times',
  'clock',
  'clockOffsetMs',
  'connection',
  'keep-alive',
]);

const read = (...path) => readFileSync(join(...path), 'utf8');
const sha256 = /\b[0-9a-f]{64}\b/g;

/** A text without the paths and ports of this machine; `places` are pairs of a path and its replacement. */
function withoutPlaces(text, places = []) {
  return places
    .reduce((kept, [place, word]) => kept.replaceAll(place, word), text)
    .replaceAll(/\b(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:PORT');
}

/** A value without members that vary. */
function lasting(value, places) {
  if (Array.isArray(value)) return value.map((part) => lasting(part, places));
  if (typeof value === 'string') return withoutPlaces(value, places);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !passing.has(name))
      .map(([name, part]) => [name, lasting(part, places)]),
  );
}

/** A text without dates, times and durations. */
function lastingText(text, places) {
  return (
    withoutPlaces(text, places)
      .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/g, 'TIME')
      .replaceAll(/\b\d+(?:\.\d+)?(?: | )(?:ms|s|min|minutes?|seconds?)\b/g, 'TIME')
      // The files of the digests are compared themselves.
      .replaceAll(sha256, 'SHA256')
      .replaceAll(/\b[0-9a-f]{12}(?:-dirty)?\b/g, 'COMMIT')
      .replaceAll(/\b[0-9A-F]{4}(?:-[0-9A-F]{4}){3}\b/g, 'NUMBER')
      // The policy contains a hash of the style, which prints the time of the run at the foot of every page.
      .replaceAll(/'sha256-[\w+/=]+'/g, 'DIGEST')
  );
}

/** A listing with sorted records, because the arrival order of parallel requests is random. */
function inOneOrder(body) {
  const sorted = (_, value) =>
    Array.isArray(value) ? value.map((one) => JSON.stringify(one)).sort() : value;
  try {
    return JSON.stringify(JSON.parse(body), sorted);
  } catch {
    return body;
  }
}

const listing = new Set(['query', 'refund-search']);

/** The lines of the evidence of a run: blocks decompressed, and lists inserted where they are referenced by digest. */
function evidenceLines(text) {
  const lists = new Map();
  const named = (value) => {
    if (typeof value === 'string') return lists.get(value) ?? value;
    if (Array.isArray(value)) return value.map(named);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, named(part)]));
  };
  const linesOf = (some) =>
    some
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => {
        const one = JSON.parse(line);
        if (typeof one.packed === 'string')
          return linesOf(gunzipSync(Buffer.from(one.packed, 'base64')).toString('utf8'));
        if (one.kind !== 'list') return [named(one)];
        lists.set(one.id, one.values);
        return [];
      });
  return linesOf(text);
}

function textOfLine(one, places) {
  const { operation, received } = one;
  const isListing = listing.has(operation) && typeof received?.body === 'string';
  const kept = isListing ? { ...one, received: { ...received, body: inOneOrder(received.body) } } : one;
  const line = JSON.stringify(lasting(kept, places));
  // A signature over the address of the notification listener covers its port, and masked text of a visited page may
  // contain it. The letters that distinguish masked texts then differ as well.
  if (line.includes('listener.invalid')) return line.replaceAll(sha256, 'SIGNATURE');
  return line.includes('/checkout/done') ? line.replaceAll(/[bcdfghjkmnpqrtvz]{1,2}(?=x)/gi, 'x') : line;
}

/** The texts of a run by name: every exchange with its judgement, other lines by kind, statement, certificate. */
function textsOfRun(folder, places = []) {
  const own = [...places, [folder, 'FOLDER']];
  const texts = new Map();
  const others = new Map();
  for (const line of evidenceLines(read(folder, 'exchanges.ndjson'))) {
    // The last line of a file is a digest of its times.
    if (line.sha256 !== undefined) continue;
    // A reference to what precedes the run is a digest of its times.
    delete line.before;
    if (line.kind === 'exchange') texts.set(`exchange ${line.id}`, textOfLine(line, own));
    else others.set(line.kind, [...(others.get(line.kind) ?? []), textOfLine(line, own)]);
  }
  for (const [kind, lines] of others) texts.set(`lines of kind ${kind}`, lines.sort().join('\n'));
  const statement = lasting(JSON.parse(read(folder, 'conformance.json')), own);
  texts.set('conformance.json', JSON.stringify(statement, null, 1));
  texts.set('certificate.html', lastingText(read(folder, 'certificate.html'), own));
  return texts;
}

/** The texts of one run against one service: exit status, opening, result, reasons, verdicts and findings. */
function textsOfService(folder, places = []) {
  const own = [...places, [folder, 'FOLDER']];
  const texts = new Map([['exit status and words', lastingText(read(folder, 'ended.txt'), own)]]);
  const opening = join(folder, 'opening.json');
  if (existsSync(opening))
    texts.set('opening', JSON.stringify(lasting(JSON.parse(read(opening)), own), null, 1));
  const file = join(folder, 'conformance.json');
  if (!existsSync(file)) return texts;
  const { result, reasons, exitCode, clauses, findingGroups } = lasting(JSON.parse(read(file)), own);
  const rowOf = ({ id, obliged, operation, verdict }) => `${id} ${obliged} ${operation ?? ''} ${verdict}`;
  const groupOf = ({ clause, operation, verdict, kind }) => `${clause} ${operation} ${verdict} ${kind}`;
  texts.set('statement', JSON.stringify({ result, reasons, exitCode }, null, 1));
  texts.set('verdicts', clauses.map(rowOf).join('\n'));
  texts.set('findings', findingGroups.map(groupOf).join('\n'));
  return texts;
}

/** The rows of a proof by name, with the result of each fault and service. */
function textsOfProof(file) {
  const { faults, services, acquirers, planted, misfits, hostile } = JSON.parse(readFileSync(file, 'utf8'));
  const name = file.split('/').at(-1).replace('.json', '');
  const stateOf = ({ id, acquirer, clause, state }) => [
    `${name}: ${[acquirer, id].filter(Boolean).join('/')}`,
    `${clause} ${state}`,
  ];
  const saysOf = ({ name: own, exit, result, kind, key, problems, alarms }) => [
    `${name}: ${own}`,
    JSON.stringify({ exit, result, kind, key, problems, alarms }),
  ];
  return [
    ...[...faults, ...planted].map(stateOf),
    ...services.map((one) => saysOf({ name: `service ${one.number}`, ...one })),
    ...[...acquirers, ...misfits, ...hostile].map(saysOf),
  ];
}

const filesIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : [];

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort()
        .map((name) => [name, join(folder, name)])
    : [];

const textsOfFiles = (folder, as) =>
  new Map(filesIn(folder).map((file) => [relative(folder, file), as(readFileSync(file, 'utf8'))]));

/** The texts of each part in the output folder of a build. */
export const textsOf = {
  requests: (folder, places) => textsOfFiles(folder, (text) => withoutPlaces(text, places)),
  run: textsOfRun,
  services: (folder, places) =>
    new Map(
      foldersIn(folder).flatMap(([name, path]) =>
        [...textsOfService(path, places)].map(([what, text]) => [`${name}, ${what}`, text]),
      ),
    ),
  verify: (folder, places) => textsOfFiles(folder, (text) => lastingText(text, places)),
  proof: (folder) => new Map(filesIn(folder).flatMap(textsOfProof)),
  lines: (folder, places) => textsOfFiles(folder, (text) => lastingText(text, places)),
};

/** The first line where two texts differ, and both texts there. */
function firstPlace(one, other) {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const line = one.slice(0, at).split('\n').length;
  const shown = (text) => `  ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 100))}`;
  return `line ${line}:\n${shown(one)}\n${shown(other)}`;
}

/** The differences between the texts of two builds. */
export function differencesOf(before, after) {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names.flatMap((name) => {
    const [one, other] = [before.get(name), after.get(name)];
    if (one === other) return [];
    if (one === undefined) return [`${name}: only in the second`];
    if (other === undefined) return [`${name}: only in the first`];
    return [`${name}, ${firstPlace(one, other)}`];
  });
}

/** The ratios of two benchmarks that differ by more than a sixth of the lower and whose ranges do not overlap. */
export function slowerOrFaster(before, after) {
  const isRatio = ({ unit, measured }) => unit === 'x' && measured > 0;
  return after.filter(isRatio).flatMap(({ name, measured, range }) => {
    const old = before.find((one) => one.name === name);
    if (old === undefined) return [`${name}: only in the second`];
    const [low, high] = [old, { measured, range }]
      .map((one) => ({ measured: one.measured, range: one.range ?? [one.measured, one.measured] }))
      .sort((one, other) => one.measured - other.measured);
    const apart = high.measured / low.measured > 7 / 6 && high.range[0] > low.range[1];
    return apart ? [`${name}: ${old.measured.toFixed(2)}, now ${measured.toFixed(2)}`] : [];
  });
}
