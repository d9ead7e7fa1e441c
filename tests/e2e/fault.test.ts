import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { publishedCards } from '../../generators/context.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { type Ended, plainEnvironment, playwright, runIn, small, startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();
const fault = 'refund-reference-id-three-digits';
const folder = makeFolder();
const out = runIn(folder);
let ended: Ended;
let statement: Statement;

const plain = { ...small, CONFORMANCE_FAULT: fault };

beforeAll(async () => {
  const words = ['refund.spec', '--workers', '1', '-g', 'an earlier refund left', '--no-deps'];
  ended = await playwright(folder, words, plain);
  statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
});

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
  expect(ended.stdout).toMatch(
    /^ {4}again {5}CONFORMANCE_FAULT=\S+ TARGET=embedded SEED=7 npx playwright test refund\.spec -g /m,
  );
});

test('the finding names clause, path, value, and how to meet it again', () => {
  expect(shape()).toMatchObject({
    verdict: 'fail',
    operation: 'refund',
    path: 'refund_orders[0].refund_reference_id',
    received: expect.stringMatching(/^"T[0-9A-Z]+-\d{3}" \(string\)$/),
    again: expect.stringMatching(
      /^CONFORMANCE_FAULT=\S+ TARGET=embedded SEED=7 npx playwright test refund\.spec -g /,
    ),
    seed: 7,
  });
});

test('the curl of the finding sends its request when it is pasted', async () => {
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
    // The endpoint knows none of the payments before it.
    const { refund_orders } = JSON.parse(pasted.stdout);
    expect(refund_orders[0]).toMatchObject({ refund_status: expect.stringMatching(/^[^1]/) });
  } finally {
    mock.interrupt();
    expect((await mock.ended).status).toBe(0);
  }
});

test('the command that the run printed finds the same', async () => {
  const elsewhere = makeFolder();
  const [, words = ''] = /npx playwright test (.*)$/.exec(shape().again) ?? [];
  const { status, stdout } = spawnSync('sh', ['-c', `printf '%s\\n' ${words}`], { encoding: 'utf8' });
  expect(status).toBe(0);
  const met = await playwright(elsewhere, stdout.trimEnd().split('\n'), plain);
  expect(met.status, met.text).toBe(1);
  const { findings }: Statement = JSON.parse(
    readFileSync(join(runIn(elsewhere), 'conformance.json'), 'utf8'),
  );
  expect(findings.map(({ clause, path }) => [clause, path])).toContainEqual([shape().clause, shape().path]);
  expect(verifyEvidence(out).problems).toEqual([]);
});
