#!/usr/bin/env node
// Tells whether two runs of one seed say the same: every exchange with its judgement, the statement and the certificate, but
// for times, the ports of the machine, what became of connections and the commit. Both want `--workers 1`: with more of them, what a listing shows depends
// on who came first.
// Usage: node tools/same-results.mjs <folder of a run> <folder of another>
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readEvidence } from '../dist/modules/reports/evidence.js';

const [first, second] = process.argv.slice(2).map((folder) => resolve(folder));
if (first === undefined || second === undefined) {
  process.stderr.write('Usage: node tools/same-results.mjs <folder of a run> <folder of another>\n');
  process.exit(2);
}

/** Members that are times, or follow from them or from where and when the suite was built. */
const passing = new Set([
  'startedAt',
  'endedAt',
  'durationMs',
  'afterMs',
  'latency',
  'evidenceSha256',
  'date',
  'commit',
  'changed',
  'took',
  'clock',
  // Whether a connection is used again depends on when an earlier one was seen to stay open (docs/decisions/0045).
  'connection',
  'keep-alive',
]);

function lasting(value) {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value === 'string') return withoutPlaces(value);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !passing.has(name))
      .map(([name, part]) => [name, lasting(part)]),
  );
}

const withoutPlaces = (text) =>
  [first, second]
    .reduce(
      (kept, folder) => kept.replaceAll(folder, 'FOLDER').replaceAll(folder.split('/').at(-1), 'FOLDER'),
      text,
    )
    .replaceAll(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT');

// The certificate is text for people: a time is a date, a clock or a number with its unit.
const lastingText = (html) =>
  withoutPlaces(html)
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/g, 'TIME')
    .replaceAll(/\b\d+(?:\.\d+)?(?: | )(?:ms|s|min|minutes?|seconds?)\b/g, 'TIME')
    // What they are of is compared by itself.
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'SHA256')
    .replaceAll(/\b[0-9a-f]{12}(?:-dirty)?\b/g, 'COMMIT')
    .replaceAll(/\b[0-9A-F]{4}(?:-[0-9A-F]{4}){3}\b/g, 'NUMBER')
    // The policy names its style, which prints the time of the run at the foot of every page.
    .replaceAll(/'sha256-[\w+/=]+'/g, 'DIGEST');

/** A listing with its records in one order: of requests that are sent at a time, the first to arrive is nobody's choice. */
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

function lineOf(one) {
  const { operation, received } = one;
  const body =
    listing.has(operation) && received.body !== undefined ? inOneOrder(received.body) : received.body;
  const line = JSON.stringify(lasting({ ...one, received: { ...received, body } }));
  // A signature over the address that takes notifications is one over its port.
  return line.includes('listener.invalid') ? line.replaceAll(/\b[0-9a-f]{64}\b/g, 'SIGNATURE') : line;
}

function exchangesOf(folder) {
  return new Map(readEvidence(folder).exchanges.map((one) => [one.id, lineOf(one)]));
}

const linesOf = (text) => text.split('\n');
const differences = [];

/** What two texts say where they begin to differ. */
function difference(one, other) {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  return [one, other].map((text) => `  ${text.slice(Math.max(0, at - 60), at + 100)}`).join('\n');
}

function compareLines(name, of) {
  const [one, other] = [first, second].map((folder) => linesOf(of(folder)));
  if (one.length !== other.length) differences.push(`${name}: ${one.length} and ${other.length} lines`);
  const at = one.findIndex((line, index) => line !== other[index]);
  if (at >= 0) differences.push(`${name}, line ${at + 1}:\n${difference(one[at], other[at] ?? '')}`);
}

const [before, after] = [exchangesOf(first), exchangesOf(second)];
for (const [id, line] of before) {
  if (!after.has(id)) differences.push(`exchange ${id} is missing in the second`);
  else if (after.get(id) !== line) differences.push(`exchange ${id}:\n${difference(line, after.get(id))}`);
}
for (const id of after.keys())
  if (!before.has(id)) differences.push(`exchange ${id} is missing in the first`);
const read = (folder, name) => readFileSync(join(folder, name), 'utf8');
compareLines('conformance.json', (folder) =>
  JSON.stringify(lasting(JSON.parse(read(folder, 'conformance.json'))), null, 1),
);
compareLines('certificate.html', (folder) => lastingText(read(folder, 'certificate.html')));

for (const one of differences.slice(0, 10)) process.stdout.write(`${one}\n`);
process.stdout.write(
  differences.length === 0
    ? `The same: ${before.size} exchanges, the statement and the certificate.\n`
    : `${differences.length} differences.\n`,
);
process.exitCode = differences.length === 0 ? 0 : 1;
