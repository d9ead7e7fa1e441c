import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { verifyEvidence } from '../../reports/verify.ts';
import { root } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { carryTo } from './pipelines/carriers.ts';
import { cloneInto, runScript } from './pipelines/clean-clone.ts';
import { withExpressions } from './pipelines/expressions.ts';

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly name?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly 'continue-on-error'?: boolean;
}

removeFolders();
const read = (path: string) => parse(readFileSync(join(root, path), 'utf8'));
const action = read('action.yml') as {
  inputs: Readonly<Record<string, { default: string }>>;
  outputs: Readonly<Record<string, { value: string }>>;
  runs: { steps: readonly Step[] };
};
// The commands stand as they are, but for the tests that they run.
const few = { CONFORMANCE_RUNS: '1', CONFORMANCE_WORKERS: '1' };
const narrowed = (run: string) =>
  run.replaceAll(/npx playwright test\b/g, "$& payout.spec -g 'minimal shape|id alone'");
const isInstall = (run: string) => /^npm ci\b|^\s*npm ci --prefix/m.test(run);
const clone = makeFolder();
beforeAll(() => cloneInto(clone));

// The test of the workflow runs the same commands.
test('the GitLab file has the commands of the workflow, and keeps what they write', () => {
  const file = read('docs/ci/gitlab-ci.yml');
  const said = (scripts: readonly string[]) => scripts.join('\n');
  expect(said(file.shard.script)).toMatch(/npx playwright test .*--shard="\$CI_NODE_INDEX\/\$CI_NODE_TOTAL"/);
  expect(said(file.statement.script)).toContain('npx playwright merge-reports -c merge.config.ts');
  expect(file.shard.parallel).toBeGreaterThan(1);
  expect(file.statement.artifacts.paths.length).toBeGreaterThan(0);
  expect(file.default.before_script.every(isInstall)).toBe(true);
});

type Scope = Readonly<Record<string, string>>;

/** Does what the actions that a workflow uses do, as far as the files are concerned; an action that is not known here throws. */
function useAction({ uses = '', with: given = {} }: Step, scope: Scope, folder: string, store: string): void {
  const value = (name: string) => withExpressions(String(given[name] ?? ''), scope);
  const [name] = uses.split('@');
  if (name === 'actions/upload-artifact') {
    const path = join(folder, value('path'));
    if (existsSync(path)) carryTo(join(store, value('name')), path);
    else expect(given['if-no-files-found']).toBe('ignore');
  } else if (name === 'actions/download-artifact') {
    const pattern = new RegExp(`^${value('pattern').replaceAll('*', '.*')}$`);
    const isOne = value('merge-multiple') === 'true';
    for (const artefact of readdirSync(store).filter((one) => pattern.test(one)))
      carryTo(join(folder, value('path'), isOne ? '' : artefact), join(store, artefact));
  } else expect(['actions/checkout', 'actions/setup-node']).toContain(name);
}

test('the GitHub workflow ends with artefacts that verify', () => {
  const { jobs, env } = read('.github/workflows/conformance.yml') as {
    jobs: Record<'shard' | 'merge', { steps: readonly Step[]; strategy: { matrix: { shard: number[] } } }>;
    env: Readonly<Record<string, string>>;
  };
  const store = makeFolder();
  const values = { 'inputs.seed': '', 'inputs.profile': '' };
  const common = {
    ...few,
    ...Object.fromEntries(Object.entries(env).map(([name, text]) => [name, withExpressions(text, values)])),
    GITHUB_ACTIONS: 'true',
  };
  const runJob = (steps: readonly Step[], scope: Scope) => {
    // Each job begins with a clean checkout.
    for (const left of ['blob-report', 'results'])
      rmSync(join(clone, left), { recursive: true, force: true });
    for (const step of steps) {
      if (step.uses !== undefined) useAction(step, scope, clone, store);
      if (step.run === undefined || isInstall(step.run)) continue;
      const { status, text } = runScript(withExpressions(step.run, scope), clone, common);
      if (step['continue-on-error'] !== true) expect(status, text).toBe(0);
    }
  };
  // Two shards show what the four of the workflow do.
  const { length } = jobs.shard.strategy.matrix.shard;
  expect(JSON.stringify(jobs.shard.steps)).toContain(`/${length}`);
  const ofTwo = jobs.shard.steps.map(({ run, ...step }) => ({
    ...step,
    ...(run !== undefined && { run: narrowed(run.replaceAll(`/${length}`, '/2')) }),
  }));
  for (const shard of [1, 2]) runJob(ofTwo, { 'matrix.shard': String(shard) });
  runJob(jobs.merge.steps, {});
  expect(readdirSync(store).sort()).toEqual(['conformance', 'shard-1', 'shard-2']);
  expect(existsSync(join(clone, 'results/latest/certificate.html'))).toBe(true);
  expect(verifyEvidence(join(store, 'conformance')).problems).toEqual([]);
});

function runAction(inputs: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) {
  const workspace = makeFolder();
  const given = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: usual }]) => [`inputs.${name}`, usual]),
  );
  const values = { ...given, ...inputs, 'github.run_number': '7' };
  const files = {
    GITHUB_OUTPUT: join(workspace, 'output'),
  };
  const temporary = makeFolder();
  // Where the step that installs a release puts it.
  mkdirSync(join(temporary, 'suite/node_modules'), { recursive: true });
  symlinkSync(clone, join(temporary, 'suite/node_modules/payment-acquiring-conformance'));
  let status: number | null = 0;
  let text = '';
  const store = makeFolder();
  const scope = { ...values, ...files };
  for (const step of action.runs.steps) {
    // What it uploads, it uploads whatever came before.
    if (step.uses !== undefined) useAction(step, scope, workspace, store);
    if (step.run === undefined || isInstall(step.run)) continue;
    const own = Object.entries(step.env ?? {}).map(([name, one]) => [name, withExpressions(one, values)]);
    const environment = {
      GITHUB_ACTIONS: 'true',
      GITHUB_ACTION_PATH: inputs['inputs.package'] === undefined ? clone : '/nowhere',
      RUNNER_TEMP: temporary,
      ...files,
      ...Object.fromEntries(own),
      ...more,
    };
    ({ status, text } = runScript(step.run, workspace, environment));
  }
  const output = existsSync(files.GITHUB_OUTPUT) ? readFileSync(files.GITHUB_OUTPUT, 'utf8') : '';
  return { workspace, store, status, text, output };
}

test('the action runs the suite in a workspace that holds nothing of it', () => {
  const { workspace, store, status, text, output } = runAction(
    { 'inputs.arguments': 'payout.spec\n-g\nid alone\n--workers=1\n--no-deps\n', 'inputs.seed': '7' },
    { CONFORMANCE_FAULT: 'payout-status-wrong-type', CONFORMANCE_RUNS: '1' },
  );
  expect(status, text).toBe(1);
  expect(output).toBe('result=non-conformant\n');
  expect(text).toMatch(/^::error file=.*payout/m);
  for (const name of ['latest/certificate.html', 'playwright-report/index.html', 'junit.xml'])
    expect(existsSync(join(workspace, 'results', name)), name).toBe(true);
  const [run = ''] = readdirSync(join(store, 'conformance')).filter((name) => /^\d{4}-/.test(name));
  expect(verifyEvidence(join(store, 'conformance', run)).problems).toEqual([]);
});

test('no input of the action is taken for a command', () => {
  const given = { 'inputs.target': '"; touch mine; echo "', 'inputs.package': 'release.tgz' };
  const { workspace, status, output, text } = runAction(given);
  expect(status, text).toBe(2);
  expect(output).toBe('');
  expect(existsSync(join(workspace, 'mine'))).toBe(false);
  for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
});

test('the example of the action names inputs that the action has', () => {
  const { jobs } = read('docs/ci/github-action.yml');
  const step = (jobs.conformance.steps as readonly Step[]).find(({ uses = '' }) => /conformance@/.test(uses));
  expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(step?.with ?? { none: '' })));
});
