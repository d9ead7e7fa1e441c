import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { beforeAll, expect, test } from 'vitest';
import { verifyEvidence } from '../../reports/verify.ts';
import { openBrowser } from '../../targets/browser.ts';
import { plainEnvironment, root } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { filesBelow } from './written-files.ts';

removeFolders();
const folder = makeFolder();
const out = join(folder, 'results', 'run');
const environment = {
  SEED: '7',
  CONFORMANCE_FAULT: 'refund-reference-id-three-digits',
  CONFORMANCE_RUNS: '1',
  CONFORMANCE_OUT: out,
  PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
};

/** Runs a script of the project as npm does. */
function script(name: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const command = [join(root, 'tools', `${name}.mjs`), ...words];
  return spawnSync(process.execPath, command, { encoding: 'utf8', env: plainEnvironment(more) });
}

let started: ReturnType<typeof script>;
beforeAll(() => {
  const words = [
    'refund.spec.ts',
    '-g',
    'refunds all that|one result entry',
    '--output',
    join(folder, 'made'),
  ];
  started = script('start', words, environment);
});

const results = () =>
  filesBelow(join(out, 'allure-results'))
    .filter((file) => file.endsWith('-result.json'))
    .map((file): TestResult => JSON.parse(readFileSync(file, 'utf8')));

test('ends with the status of the run, and with a link to each report', () => {
  expect(started.status, started.stdout + started.stderr).toBe(1);
  const links = started.stdout.trim().split('\n').slice(-3);
  expect(links.map((line) => line.split(/ {2,}/)[0])).toEqual([
    'Allure report',
    "Playwright's report",
    'Certificate',
  ]);
  for (const line of links) {
    const [, path = ''] = line.split(/ {2,}/);
    expect(existsSync(join(root, path)), path).toBe(true);
  }
});

test('the results of Allure say what was tested and what failed', () => {
  const failed = results().filter(({ status }) => status === 'failed');
  const ofSpecs = failed.filter(({ labels }) => labels.some(({ value }) => value === 'refund'));
  expect(ofSpecs.length).toBeGreaterThan(0);
  for (const { labels, links, steps, statusDetails } of ofSpecs) {
    const told = labels.map(({ name, value }) => `${name} ${value}`);
    for (const label of ['feature refund', 'finding 2.9/refund_reference_id/shape', 'host conformance'])
      expect(told).toContain(label);
    expect(links.map(({ type }) => type)).toEqual(['matrix']);
    expect(statusDetails.message).toMatch(/^(?:Error: )?\[2\.9\/refund_reference_id\/shape\] /);
    const attached = steps.flatMap(({ attachments }) => attachments.map(({ name }) => name.split(' ')[0]));
    expect(attached.slice(0, 3)).toEqual(['exchange', 'answer', 'curl']);
  }
  // The closing test says it for the run.
  expect(failed.map(({ name }) => name)).toContain('no requirement failed');
});

test('the page of Allure opens as a file, asks no other host, and names the cause', async (context) => {
  const opened = await openBrowser();
  if ('reason' in opened) return context.skip(opened.reason);
  const page = await opened.browser.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url())) asked.push(request.url());
  });
  await page.goto(`file://${join(out, 'allure-report', 'index.html')}`);
  await page.getByText('refunds all that an earlier refund left').first().click();
  await page.getByText('2.9/refund_reference_id/shape in refund').first().waitFor();
  expect(asked).toEqual([]);
  await opened.close();
});

test('the evidence holds with its pages of Allure and without them', () => {
  expect(existsSync(join(out, 'allure-report', 'index.html'))).toBe(true);
  expect(verifyEvidence(out).problems).toEqual([]);
});

test('npm run report makes the page again, and opens it', () => {
  const programs = makeFolder();
  const seen = join(programs, 'seen');
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(programs, name), `#!/bin/sh\necho "$1" > '${seen}'\n`);
    chmodSync(join(programs, name), 0o755);
  }
  writeFileSync(join(out, 'allure-report', 'index.html'), '');
  const { status, stdout, stderr } = script('report', [out], { PATH: `${programs}:${process.env.PATH}` });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(join(root, stdout.trim())).toBe(join(out, 'allure-report', 'index.html'));
  expect(readFileSync(join(out, 'allure-report', 'index.html'), 'utf8')).not.toContain(
    'googletagmanager.com/gtag',
  );
});

test('npm run report without a run is wrong use, in one line', () => {
  const { status, stderr } = script('report', [makeFolder()]);
  expect(status).toBe(2);
  expect(stderr.trim().split('\n')).toEqual([expect.stringContaining('holds no results of tests')]);
});
