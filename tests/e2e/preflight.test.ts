import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { misfits } from '../../mock/misfits/registry.ts';
import { serveMisfit } from '../../proof/serve-wrong.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { playwright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';

removeFolders();

interface Told {
  readonly suites?: readonly Told[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly status: string;
      readonly annotations: readonly { readonly type: string; readonly description?: string }[];
    }[];
  }[];
}

/** Every test of a suite in the JSON report of Playwright, by its title. */
function testsIn(suite: Told): readonly (readonly [string, { status: string; said: string }])[] {
  const own = (suite.specs ?? []).map(({ title, tests: [one] }) => {
    const said = (one?.annotations ?? []).map(({ type, description }) => `${type}: ${description}`);
    return [title, { status: one?.status ?? 'none', said: said.join('\n') }] as const;
  });
  return [...own, ...(suite.suites ?? []).flatMap(testsIn)];
}

/** The preflight of a broken set-up alone, in two reporters of Playwright: the terminal, and each test of the JSON report. */
async function preflight(name: string, change: (target: JsonObject) => JsonObject = (target) => target) {
  const misfit = misfits.find((one) => one.name === name) as Misfit;
  const { targetFile, variables, close } = await serveMisfit(misfit);
  onTestFinished(close);
  writeFileSync(targetFile, JSON.stringify(change(JSON.parse(readFileSync(targetFile, 'utf8')))));
  const folder = makeFolder();
  const json = join(folder, 'tests.json');
  const environment = { ...variables, TARGET: targetFile, PLAYWRIGHT_JSON_OUTPUT_NAME: json };
  const ended = await playwright(folder, ['--project=preflight', '--reporter=line,json'], environment);
  return { ended, tests: new Map(testsIn(JSON.parse(readFileSync(json, 'utf8')))) };
}

test('a wrong key fails the preflight in every report, with what to change', async () => {
  const { ended, tests } = await preflight('wrong-key');
  expect(ended.status, ended.text).toBe(1);
  expect(tests.get('something was accepted')?.status).toBe('unexpected');
  expect(tests.get('refund')?.status).toBe('skipped');
  const lines = ended.text.split('\n').map((line) => line.trim());
  expect(lines).toContainEqual(expect.stringMatching(/^look at +signing\.key$/));
  expect(lines).toContainEqual(expect.stringMatching(/^next +Check signing\.key first/));
});

const expired = { card: '4111111111111111', expiration_month: '12', expiration_year: '2020' };

test('what is refused or odd is noted with what to change, and fails nothing', async () => {
  const { ended, tests } = await preflight('refund-404', (target) => ({
    ...target,
    cards: [...[target.cards ?? []].flat(), { ...expired, security_code: '123' }],
  }));
  expect(ended.status, ended.text).toBe(0);
  const { status, said } = tests.get('refund') ?? {};
  expect(status).toBe('skipped');
  expect(said).toContain('cause: refused (refund): refund is not there (404)');
  expect(said).toMatch(/^ {2}look at +capabilities\.refund$/m);
  expect(said).toMatch(/^ {2}next +If the service does not offer it, set capabilities\.refund to false/m);
  expect(tests.get('the second account')?.status).toBe('expected');
  const remark = 'look at "cards": the card that ends in 1111 expired in 12/2020';
  expect(tests.get('something was accepted')).toEqual({
    status: 'expected',
    said: expect.stringContaining(`note: ${remark}`),
  });
  expect(ended.stdout).toContain(remark);
});
