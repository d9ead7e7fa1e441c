import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withSchemas } from './documents.mjs';
import { openSender } from './requests.mjs';

/** Returns whether Java is installed, which Specmatic needs. */
export const hasJava = () => spawnSync('java', ['-version']).status === 0;

// The two payments share a path, so one of them uses a prefix.
const plainPrefix = (operation) => (operation === 'apm-payment' ? '' : '/spaces/plain');
const wordsOf = (id) => id.replace(/(^|-)[a-z]/g, (letter) => letter.replace('-', '').toUpperCase());

function run(folder, words) {
  const child = spawn('java', ['-Xmx900m', ...words], { cwd: folder, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), 540000);
  return new Promise((resolve) => {
    child.on('exit', (status) => {
      clearTimeout(timer);
      resolve(status);
    });
  });
}

const plainText = (text) =>
  text
    .replace(/&#10;/g, '\n')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** The problems of a failed test: each place in the answer (array positions removed) with its problem. */
function complaintsOf(message) {
  const blocks = plainText(message)
    .split(/>> (?=\S)/)
    .slice(1);
  const places = blocks.map((block) => {
    const rule = /R\d{4}: [^\n]*/.exec(block)?.[0] ?? '';
    const status = /contained status (\d+)/.exec(block)?.[1] ?? '';
    return `${block.split('\n')[0].replace(/\[\d+\]/g, '[]')} ${rule} ${status}`.trim();
  });
  return places.length > 0 ? places : [plainText(message).split('\n').pop().trim().slice(0, 120)];
}

function testsOf(report) {
  const tests = [];
  for (const [, name, inside = ''] of report.matchAll(
    /<testcase[^>]*? name="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g,
  )) {
    const message = /<(?:failure|error) message="([^"]*)"/.exec(inside)?.[1];
    const path = /POST (\/\S+)/.exec(plainText(name))?.[1];
    tests.push({ path, complaints: message === undefined ? [] : complaintsOf(message) });
  }
  return tests;
}

/** Runs the contract tests of Specmatic once on the plain endpoint and all faults, each with its own path prefix. */
export async function runSpecmatic({ suite, folder, upstream, sample, operations, note }) {
  const places = [
    ...operations.map((operation) => ({ prefix: plainPrefix(operation), operation })),
    ...sample.map(({ fault }) => ({
      prefix: `/faults/${fault.id}`,
      operation: fault.operation,
      id: fault.id,
    })),
  ].map((place) => ({
    ...place,
    path: suite.operationOf(place.operation).path,
    request: `${wordsOf(place.operation)}Request`,
    answer: `${wordsOf(place.operation)}Answer`,
  }));
  // Specmatic cannot pay before a search, so payments are prepared here.
  for (const { prefix, operation } of places) await openSender(suite, upstream + prefix).writeOne(operation);
  const { merchant_id, account_id } = suite.defaultContext;
  const home = join(folder, 'specmatic-run');
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home);
  const document = withSchemas(suite.buildOpenApi(), places, { merchant_id, account_id });
  writeFileSync(join(home, 'openapi.json'), JSON.stringify(document));
  const jar = join(folder, 'node_modules', 'specmatic', 'specmatic.jar');
  const words = ['test', 'openapi.json', `--testBaseURL=${upstream}`, '--junitReportDir=report'];
  await run(home, ['-jar', jar, ...words]);
  const written = join(home, 'report', 'TEST-junit-jupiter.xml');
  if (!existsSync(written)) throw new Error('specmatic wrote no report');
  const tests = testsOf(readFileSync(written, 'utf8'));

  const testsAt = ({ prefix, path }) => tests.filter((test) => test.path === prefix + path);
  const idle = places.filter((place) => testsAt(place).length === 0);
  if (idle.length > 0)
    throw new Error(`specmatic has no test of ${idle.map(({ prefix, path }) => prefix + path).join(', ')}`);
  const plain = new Map(
    places.filter(({ id }) => id === undefined).map((place) => [place.operation, testsAt(place)]),
  );
  for (const [operation, own] of plain)
    for (const one of new Set(own.flatMap(({ complaints }) => complaints)))
      note(`specmatic plain ${operation}: ${one}`);
  const caught = new Map();
  for (const place of places) {
    if (place.id === undefined) continue;
    const known = new Set(plain.get(place.operation).flatMap(({ complaints }) => complaints));
    const fresh = testsAt(place)
      .flatMap(({ complaints }) => complaints)
      .find((one) => !known.has(one));
    caught.set(place.id, fresh);
    note(`specmatic ${place.id}: ${fresh ?? '-'}`);
  }
  const all = [...plain.values()].flat();
  const reported = all.filter(({ complaints }) => complaints.length > 0).length;
  return { caught, plain: { all: all.length, reported } };
}
