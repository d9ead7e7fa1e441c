import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pretendFault, pretendField, pretendRequestField, pretendRule, type Touch } from './pretend.ts';
import { rooms, root } from './source-files.ts';

const copy = mkdtempSync(join(tmpdir(), 'contributing-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

interface Results {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The part of CONTRIBUTING.md below a heading. */
function section(heading: string): string {
  const [, text = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split(`\n## ${heading}\n`);
  return text.split('\n## ')[0] ?? '';
}

function apply({ file, before = '', after = '', text }: Touch): void {
  const path = join(copy, file);
  const place = before + after;
  const whole = place === '' ? '' : readFileSync(path, 'utf8');
  if (!whole.includes(place)) throw new Error(`${file} holds no ${JSON.stringify(place)}`);
  writeFileSync(path, place === '' ? text : whole.replace(place, () => after + text + before));
}

function run(...words: readonly string[]) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const done = spawnSync(process.execPath, words, { cwd: copy, encoding: 'utf8', env });
  return { status: done.status, said: done.stdout + done.stderr };
}

test.each([
  ['Add a field', [...pretendRequestField, ...pretendField]],
  ['Add a rule', pretendRule],
  ['Add a fault', pretendFault],
] as const)('%s names every file that has to be touched', (heading, touches) => {
  const text = section(heading);
  // Of a new file, and of one of many alike, the folder is named.
  const isNamed = ({ file }: Touch) => text.includes(`${file}\``) || text.includes(`${dirname(file)}/\``);
  expect(touches.filter((touch) => !isNamed(touch))).toEqual([]);
});

test('a field, a rule and a fault that are added as it says pass the tests', () => {
  const skipped = join(root, 'reports', 'out');
  const configurations = ['package.json', 'tsconfig.json', 'vitest.config.ts', 'playwright.config.ts'];
  for (const name of [...rooms, 'tools', ...configurations])
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !path.startsWith(skipped),
    });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const touches = [...pretendRequestField, ...pretendField, ...pretendRule, ...pretendFault];
  for (const touch of touches) apply(touch);
  // What was not touched has its types checked by the gate.
  const touched = touches.map(({ file }) => file).filter((file) => file.endsWith('.ts'));
  const own = { extends: './tsconfig.json', include: [], files: [...new Set(touched)] };
  writeFileSync(join(copy, 'tsconfig.touched.json'), JSON.stringify(own));
  const types = run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.touched.json');
  expect(types).toEqual({ status: 0, said: '' });
  const files = [
    'schemas/clauses',
    'schemas/clauses-of-requests',
    'schemas/caller-clauses',
    'schemas/compared-fields',
    'schemas/requests',
    'schemas/answers',
    'mock/plain',
    'schemas/corpus/two-way',
    'mock/faults',
    'proof/freedoms',
  ];
  const { said } = run(
    'node_modules/vitest/vitest.mjs',
    'run',
    ...files.map((name) => `tests/${name}.test.ts`),
    '-t',
    'clearing|membership|optional-of-payouts|the plain endpoint|the register|the corpus|the judge|payout.answer|request schemas|clauses on the caller|redirect payment|direct-payment|every field of an answer to payout',
    '--reporter=json',
    '--project=shared',
    // What one of two processes loads and compiles, the other would load again.
    '--maxWorkers=1',
  );
  const { testResults } = JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as Results;
  const ran = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(ran.filter(({ status }) => status === 'failed')).toEqual([]);
  const passed = ran.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName);
  expect(passed).toContainEqual(expect.stringContaining("'payout-clearing-31-days' breaks"));
  expect(passed).toContainEqual(expect.stringContaining("'payout-clearing-days-wrong-type' breaks"));
  expect(passed).toContainEqual(expect.stringContaining('the plain endpoint answers payout'));
  expect(passed).toContainEqual(expect.stringContaining('is a documented field of the posted form'));
  expect(passed).toContainEqual(expect.stringMatching(/single fault in a '?direct-payment'? request breaks/));
});
