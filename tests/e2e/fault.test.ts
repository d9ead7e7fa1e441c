import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { publishedCards } from '../../generators/context.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { runInside } from '../runs/run-inside.ts';
import {
  conformance,
  type Ended,
  plainEnvironment,
  playwright,
  smallRun,
  startConformance,
} from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();
const fault = 'refund-reference-id-three-digits';
const out = makeFolder();
let ended: Ended;
let statement: Statement;

beforeAll(async () => {
  ended = await conformance(
    smallRun(out, '--workers', '1', '--fault', fault, '--grep', 'refund.spec.ts .*an earlier refund left'),
  );
  statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
});

/** The words that repeat the test of the finding. */
const printed = /\bSEED=(\d+) npx playwright test (refund\.spec\.[jt]s) -g '(.*)'$/m;

const shape = () => {
  const found = statement.findings.find(({ clause }) => clause === '2.9/refund_reference_id/shape');
  if (found === undefined) throw new Error(`no finding on the shape: ${ended.text}`);
  return found;
};

test('a reference with three digits ends the run non-conformant', () => {
  expect(ended).toMatchObject({ status: 1, stderr: '' });
  expect(statement.result).toBe('non-conformant');
  expect(ended.stdout).toMatch(/^✗ 2\.9\/refund_reference_id\/shape {2}fail {2}refund, /m);
  expect(ended.stdout).toMatch(/^ {4}at {8}refund_orders\[0\]\.refund_reference_id$/m);
  expect(ended.stdout).toMatch(printed);
});

test('the finding names clause, path, value, replay and curl', () => {
  expect(shape()).toMatchObject({
    verdict: 'fail',
    operation: 'refund',
    path: 'refund_orders[0].refund_reference_id',
    received: expect.stringMatching(/^"T[0-9A-Z]+-\d{3}" \(string\)$/),
    replay: expect.stringMatching(printed),
    seed: 7,
  });
});

test('the failed test shows its clause, request and answer in the Allure report', () => {
  const folder = join(out, 'allure-results');
  const results = readdirSync(folder).filter((name) => name.endsWith('-result.json'));
  const [failed] = results
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    .filter(({ status }) => status === 'failed');
  expect(failed.labels).toContainEqual({ name: 'clause', value: '2.9/refund_reference_id/shape' });
  const attachments: { name: string; type: string; source: string }[] = [];
  const collect = (step: { attachments?: typeof attachments; steps?: (typeof step)[] }) => {
    attachments.push(...(step.attachments ?? []));
    step.steps?.forEach(collect);
  };
  collect(failed);
  const exchange = attachments.find(({ name }) => name === `exchange ${shape().exchange}`);
  const shown = JSON.parse(readFileSync(join(folder, exchange?.source ?? ''), 'utf8'));
  expect(shown.request.url).toMatch(/\/v1\/refund$/);
  expect(JSON.parse(shown.response.body.value)).toMatchObject({ refund_orders: [{}] });
  expect(attachments.map(({ name }) => name)).toContain(`curl ${shape().exchange}`);
});

test('the curl of the finding shows the fault when it is pasted', async () => {
  const [, options = ''] = /mock --port 8080 (.*)/.exec(shape().curl) ?? [];
  expect(options).toContain(`--fault ${fault}`);
  const mock = startConformance(['mock', ...options.split(' ')]);
  try {
    const [, address = ''] = await mock.says(/listens on (http:\S+)/);
    const [{ card } = { card: '' }] = publishedCards;
    const secrets = { CARD: card, SECURITY_CODE: '123' };
    // What npx keeps of a clone may be older than the clone.
    const npm = { npm_config_loglevel: 'error', npm_config_cache: makeFolder() };
    const environment = plainEnvironment({ BASE_URL: address, ...npm, ...secrets });
    const pasted = spawnSync('bash', ['-c', shape().curl], { encoding: 'utf8', env: environment });
    expect(pasted.error).toBeUndefined();
    expect({ status: pasted.status, stderr: pasted.stderr }).toEqual({ status: 0, stderr: '' });
    // The calls that the refund rests on are sent before it, and their answers are not shown.
    const { refund_orders } = JSON.parse(pasted.stdout);
    expect(refund_orders[0].refund_reference_id).toMatch(/^T[0-9A-Z]+-\d{3}$/);
  } finally {
    mock.interrupt();
    expect((await mock.ended).status).toBe(0);
  }
});

test('the words that the run printed find the same', async () => {
  const [, seed = '', file = '', title = ''] = printed.exec(ended.stdout) ?? [];
  const again = await playwright(makeFolder(), [file, '-g', title], {
    TARGET: 'embedded',
    SEED: seed,
    CONFORMANCE_FAULT: fault,
  });
  expect(again.status, again.text).toBe(1);
  expect(again.stdout).toContain('2.9/refund_reference_id/shape');
  expect(again.stdout).toContain('refund_orders[0].refund_reference_id');
});

test('a deviation does not keep a test from sending what comes after it', async () => {
  const grep = 'numbers the refunds of one payment apart';
  const { exitCode, run } = await runInside({
    operation: 'refund',
    runs: '2',
    fault,
    grep,
    out: makeFolder(),
  });
  expect([exitCode, run.operations.refund?.exchanges]).toEqual([1, 10]);
});
