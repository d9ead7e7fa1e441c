import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contractSha256 } from '../../reports/digest.ts';
import { contractSeed } from '../../schemas/certification.ts';
import type { OpeningReport } from '../../schemas/opening.ts';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import { targetSha256 } from '../../targets/file/target-file.ts';
import { whyNotSend } from '../../targets/sending/budget.ts';
import {
  keepSettings,
  plainSettings,
  readSettings,
  resolvedSettings,
  withBodyFormats,
} from '../../targets/settings.ts';
import { complaintOf, environment, folderWith, sandbox } from './target-folder.ts';

const complain = (variables: Record<string, string>) => complaintOf(() => readSettings(variables));

describe('readSettings', () => {
  test('needs no variable at all', () => {
    const settings = readSettings({});
    expect(settings).toMatchObject({
      profile: 'ci',
      browser: 'auto',
      workers: 2,
      operations: operationIds,
    });
    expect(settings.target.environment).toBe('embedded');
    expect([settings.out, settings.targetFile].every(isAbsolute)).toBe(true);
    expect(settings.runId).toBe(`r${settings.seed.toString(36)}`);
  });
  test('a plan hands the settings to other processes, and holds no secret', () => {
    const folder = folderWith({ 'sandbox.json': sandbox });
    const variables = { ...environment, CONFORMANCE_TARGET: join(folder, 'sandbox.json') };
    const settings = readSettings(variables, { shard: { number: 2, of: 2 } });
    const plan = keepSettings(settings, folder);
    const read = readSettings({ ...environment, ...plan, CONFORMANCE_PROFILE: 'certification' });
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(settings)));
    const text = readFileSync(plan.CONFORMANCE_PLAN, 'utf8');
    // Workers of a run without the reporter of the suite share its limits all the same.
    const worker = { ...environment, CONFORMANCE_RUN: text, TEST_WORKER_INDEX: '0' };
    expect(readSettings(worker)).toMatchObject({
      shard: { number: 2, of: 2 },
      target: { limits: { parts: 2 } },
    });
    expect(Object.values(environment).filter((secret) => text.includes(secret))).toEqual([]);
    expect(statSync(plan.CONFORMANCE_PLAN).mode & 0o077).toBe(0);
  });
  test('a worker checks a target file that changed since the run began', () => {
    const folder = folderWith({ 'sandbox.json': sandbox });
    const file = join(folder, 'sandbox.json');
    const plan = plainSettings(readSettings({ ...environment, CONFORMANCE_TARGET: file }));
    writeFileSync(file, JSON.stringify({ ...sandbox, colour: 'red' }));
    const read = (checked: string) => resolvedSettings({ ...plan, checked }, environment);
    expect(complaintOf(() => read(plan.checked))).toContain('"colour"');
    expect(read(targetSha256(file)).target.name).toBe('sandbox');
  });
  test('numbers the orders of a real service anew in each run', () => {
    const CONFORMANCE_TARGET = join(folderWith({ 'sandbox.json': sandbox }), 'sandbox.json');
    const { runId } = readSettings({ ...environment, CONFORMANCE_TARGET, CONFORMANCE_SEED: '7' });
    expect(runId).toMatch(/^r[0-9a-z]{8}$/);
    expect(Number.parseInt(runId.slice(1), 36)).toBeGreaterThan(Date.parse('2026-01-01'));
  });
  test('has the same seed each time, the one of the contract', () => {
    const seeds = Array.from({ length: 3 }, () => readSettings({}));
    expect(new Set(seeds.map(({ seed }) => seed))).toEqual(new Set([contractSeed(contractSha256())]));
    expect(seeds[0]?.seedFrom).toEqual({ how: 'contract' });
  });

  test('draws another seed each time where random is asked for', () => {
    const seeds = Array.from({ length: 5 }, () => readSettings({ CONFORMANCE_SEED: 'random' }).seed);
    expect(new Set(seeds).size).toBeGreaterThan(1);
    expect(seeds.every((seed) => Number.isInteger(seed) && seed >= 0 && seed < 2 ** 31)).toBe(true);
  });
  test('takes every variable', () => {
    const settings = readSettings({
      CONFORMANCE_PROFILE: 'certification',
      CONFORMANCE_WARNINGS: 'fail',
      CONFORMANCE_SEED: '2147483647',
      CONFORMANCE_RUNS: '3',
      CONFORMANCE_OUT: '/tmp/out',
      CONFORMANCE_RUN_ID: 'nightly-7',
      CONFORMANCE_EMBEDDED_URL: 'http://127.0.0.1:8080/faults/x/',
      CONFORMANCE_BROWSER: 'none',
      CONFORMANCE_WORKERS: '4',
      CONFORMANCE_FAULT: 'a',
    });
    expect(settings).toMatchObject({
      profile: 'certification',
      warnings: 'fail',
      seed: 2147483647,
      runs: 3,
      out: '/tmp/out',
      runId: 'nightly-7',
      browser: 'none',
      workers: 4,
      fault: 'a',
    });
    expect(settings.target.baseUrl).toBe('http://127.0.0.1:8080/faults/x');
  });
  test('an address without a target file gets reads alone, under careful limits', () => {
    const { target } = readSettings({
      CONFORMANCE_BASE_URL: 'http://127.0.0.1:7960/',
      CONFORMANCE_WORKERS: '9',
    });
    expect(target).toMatchObject({
      name: 'service at 127.0.0.1:7960, without a target file',
      environment: 'sandbox',
      baseUrl: 'http://127.0.0.1:7960',
      allow: ['reads'],
      cards: [],
      limits: { requests: 500, requestsPerSecond: 5, amountPerRequest: 10 },
    });
    expect(whyNotSend('direct-payment', { amount: '1.00' }, target)?.message).toContain('moves-money');
    expect(whyNotSend('query', {}, target)).toBeUndefined();
  });
  test('an address beside a target file changes the address alone', () => {
    const file = join(folderWith({ 't.json': { ...sandbox, allow: ['reads', 'creates'] } }), 't.json');
    const more = { CONFORMANCE_TARGET: file, SANDBOX_KEY: 'key-of-tests' };
    const { target } = readSettings({ ...more, CONFORMANCE_BASE_URL: 'http://b.invalid/x' });
    expect([target.name, target.baseUrl, target.allow]).toEqual([
      readSettings(more).target.name,
      'http://b.invalid/x',
      ['reads', 'creates'],
    ]);
  });
  test('the endpoint of the suite is on loopback alone', () => {
    expect(() => readSettings({ CONFORMANCE_EMBEDDED_URL: 'http://192.0.2.1:80' })).toThrow('on loopback');
    expect(() => readSettings({ CONFORMANCE_EMBEDDED_URL: 'http://localhost.evil.example' })).toThrow(
      'on loopback',
    );
  });
  test.each([
    [1, 50, 1],
    [3, 50, 1],
    [4, 50, 2],
    [7, 50, 4],
    [8, 50, 5],
    [32, 50, 5],
    [32, 5, 2],
    [32, 2, 1],
  ])('starts as many workers as %i at a time and %i a second keep busy', (concurrent, perSecond, workers) => {
    const limits = { concurrent, requestsPerSecond: perSecond };
    const folder = folderWith({ 't.json': { ...sandbox, limits } });
    const CONFORMANCE_TARGET = join(folder, 't.json');
    expect(readSettings({ ...environment, CONFORMANCE_TARGET }).workers).toBe(workers);
    const asked = { ...environment, CONFORMANCE_TARGET, CONFORMANCE_WORKERS: '4' };
    expect(readSettings(asked).workers).toBe(Math.min(4, concurrent));
  });
  test('never starts more workers than requests may be under way', () => {
    const folder = folderWith({ 't.json': { ...sandbox, limits: { concurrent: 1 } } });
    expect(
      readSettings({
        CONFORMANCE_TARGET: join(folder, 't.json'),
        SANDBOX_KEY: 'key-of-sandbox',
        CONFORMANCE_WORKERS: '4',
      }).workers,
    ).toBe(1);
  });
  test.each<[variables: Record<string, string>, complaint: string]>([
    [
      { CONFORMANCE_SEED: '-1' },
      'CONFORMANCE_SEED must be an integer from 0 to 2147483647 or random, found "-1".',
    ],
    [
      { CONFORMANCE_SEED: '2147483648' },
      'CONFORMANCE_SEED must be an integer from 0 to 2147483647, found "2147483648".',
    ],
    [{ CONFORMANCE_SEED: '1e3' }, 'CONFORMANCE_SEED must be an integer from 0 to 2147483647, found "1e3".'],
    [{ CONFORMANCE_RUNS: '0' }, 'CONFORMANCE_RUNS must be an integer from 1 to 1000000, found "0".'],
    [
      { CONFORMANCE_PROFILE: 'certificaton' },
      'CONFORMANCE_PROFILE must be one of ci, certification, found "certificaton". Did you mean "certification"?',
    ],
    [
      { CONFORMANCE_RECORD: '/tmp/records', CONFORMANCE_BASE_URL: 'http://127.0.0.1:1' },
      'CONFORMANCE_RECORD is for the embedded endpoint alone: it keeps what is sent unmasked.',
    ],
    [
      { CONFORMANCE_RUN_ID: 'a b' },
      'CONFORMANCE_RUN_ID must be 1 to 16 letters, digits or hyphens, found "a b".',
    ],
    [
      { CONFORMANCE_BASE_URL: 'localhost:80' },
      'CONFORMANCE_BASE_URL must be an http or https address, found "localhost:80".',
    ],
    [
      { CONFORMANCE_BROWSER: 'firefox' },
      'CONFORMANCE_BROWSER must be auto, none or an absolute path, found "firefox".',
    ],
    [{ CONFORMANCE_REHEARSE: 'yes' }, 'CONFORMANCE_REHEARSE must be one of 0, 1, false, true, found "yes".'],
    [{ CONFORMANCE_WORKERS: 'two' }, 'CONFORMANCE_WORKERS must be an integer from 1 to 64, found "two".'],
    [
      { CONFORMANCE_PROFLE: 'ci' },
      'CONFORMANCE_PROFLE is not a known variable. Did you mean "CONFORMANCE_PROFILE"?',
    ],
    [{ CONFORMANCE_TARGET: 'none.json' }, 'none.json: there is no such target file.'],
  ])('complains in one line about %j', (variables, complaint) => {
    expect(complain(variables)).toBe(complaint);
  });
  test('leaves variables alone that a target file may use', () => {
    expect(complain({ CONFORMANCE_STAGING_SECRET: 'x' })).toBe('no complaint');
  });
});

describe('ways of writing that an opening found accepted', () => {
  const settings = readSettings({});
  const stepOf = (operation: OperationId, writing: object) => ({
    steps: [{ operation, state: 'accepted', exchanges: [], writing }],
    spent: { requests: 0, amount: 0 },
  });
  const form = { encoding: 'form', contentType: 'application/x-www-form-urlencoded' };
  const xml = { encoding: 'xml', contentType: 'application/xml' };

  test.each<[string, object, object | undefined]>([
    ['a form', form, form],
    ['XML', xml, xml],
    ['a type that no document shows', { ...form, contentType: 'text/html\r\nx: y' }, undefined],
    ['an encoding that does not exist', { ...form, encoding: 'yaml' }, undefined],
  ])('are taken where the document shows them: %s', (_what, writing, expected) => {
    const report = stepOf('refund', writing) as unknown as OpeningReport;
    expect(withBodyFormats(settings, report).target.encodings.refund).toEqual(expected);
  });

  test('are none without a report', () => {
    expect(withBodyFormats(settings, undefined)).toBe(settings);
  });
});
