import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chosenBy, runSettings } from '../../cli/project/run-settings.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { folderWith, environment as keys, sandbox } from '../targets/target-folder.ts';

const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  CONFORMANCE_MOCK_KEY: 'key',
  ...more,
});

test.each([
  [[], undefined],
  [['--list', '--workers', '2', '--reporter=line', '-x'], undefined],
  [['-g', '@refund'], '-g @refund'],
  [['--grep=@refund', '--headed', 'refund.spec.ts:12'], '--grep=@refund refund.spec.ts:12'],
  [['--project', 'quick', '--last-failed'], '--project quick --last-failed'],
  [['--max-failures', '3', 'payout'], 'payout'],
  [['-G', '@refund', '-x', '-j2'], '-G @refund'],
  [['-G@moves-money', 'payout'], '-G@moves-money payout'],
])('of %j these words choose tests: %s', (words, chosen) => {
  expect(chosenBy(words)).toBe(chosen);
});

test('a short name is taken where its long one is absent', () => {
  const both = environment({
    TARGET: 'embedded',
    SEED: '8',
    CONFORMANCE_SEED: '9',
    PROFILE: 'certification',
  });
  expect(runSettings([], both)).toMatchObject({
    targetFile: embeddedTargetFile(),
    seed: 9,
    profile: 'certification',
    opened: true,
  });
});

test('no retries are none, however they are asked for', () => {
  for (const words of [['--retries=0'], ['--retries', '0']])
    expect(runSettings(words, environment({ TARGET: 'embedded' }))).toMatchObject({ opened: true });
});

test('every run has a folder of its own, unless one is named', () => {
  expect(runSettings([], environment({ TARGET: 'embedded' })).out).toMatch(
    /results\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/,
  );
  expect(runSettings([], environment({ TARGET: 'embedded', CONFORMANCE_OUT: 'own' })).out).toMatch(/\/own$/);
});

test.each([
  [['--shard=2/3'], { number: 2, of: 3 }],
  [['--shard', '1/2'], { number: 1, of: 2 }],
  [[], undefined],
])('the words %j make the run the part %j', (words, shard) => {
  expect(runSettings(words, environment({ TARGET: 'embedded' })).shard).toEqual(shard);
});

test.each([
  [{ NODE_DEBUG: 'http' }, /^NODE_DEBUG makes Node print/],
  [{ NODE_OPTIONS: '--cpu-prof' }, /^NODE_OPTIONS holds --cpu-prof/],
  [{ DEBUG: 'pw:api' }, /^DEBUG is refused: Playwright prints what is sent/],
  [{ PWDEBUG: '1' }, /^PWDEBUG is refused/],
])('%j is refused for a real service, and taken for the endpoint', (variables, says) => {
  const folder = folderWith({ 'sandbox.json': sandbox });
  const real = { ...keys, TARGET: join(folder, 'sandbox.json') };
  expect(() => runSettings([], environment({ ...real, ...variables }))).toThrow(says);
  expect(() => runSettings([], environment({ ...real, DEBUG: 'express' }))).not.toThrow();
  expect(() => runSettings([], environment({ TARGET: 'embedded', ...variables }))).not.toThrow();
});

test('a variable beats what is configured, which beats the default', () => {
  const settings = (variables: Readonly<Record<string, string>>) =>
    runSettings([], environment(variables), { target: embeddedTargetFile(), cases: 3, warnings: 'fail' });
  expect(settings({})).toMatchObject({ targetFile: embeddedTargetFile(), runs: 3, warnings: 'fail' });
  expect(settings({ CONFORMANCE_RUNS: '4', CONFORMANCE_WARNINGS: 'note' })).toMatchObject({
    runs: 4,
    warnings: 'note',
  });
});

test.each([
  [{ cases: 0 }, '"use.cases" must be a whole number from 1, found 0.'],
  [{ warnings: 'loud' as 'fail' }, '"use.warnings" must be note or fail, found "loud".'],
])('%j in a configuration is wrong use', (configured, says) => {
  expect(() => runSettings([], environment({ TARGET: 'embedded' }), configured)).toThrow(says);
});

test('the memory of workers is bounded, unless the user says otherwise', () => {
  const own = environment({ TARGET: 'embedded', NODE_OPTIONS: '--max-old-space-size=900' });
  runSettings([], own);
  expect(own.NODE_OPTIONS).toMatch(/--max-old-space-size=400 --max-old-space-size=900$/);
});

test('an unknown key in the target file is named with file and nearest key', () => {
  const folder = folderWith({ 'sandbox.json': { ...sandbox, merchnt: {} } });
  const TARGET = join(folder, 'sandbox.json');
  expect(() => runSettings([], environment({ ...keys, TARGET }))).toThrow(
    `${TARGET}: "merchnt" is not a known key. Did you mean "merchant"?`,
  );
});

test.each([
  [['--retries=1'], {}, /^--retries is refused: a second try would pay again/],
  [['--retries', '2'], {}, /^--retries is refused: a second try would pay again/],
  [['--shard=1/2'], { SEED: 'random' }, /^--shard needs another seed than random/],
  [['--trace', 'on'], { TARGET: 'tests/cli/own.target.json' }, /own\.target\.json/],
  [
    ['test', '-g', '@refund'],
    { PROFILE: 'certification' },
    /does not accept "-g @refund": every test counts/,
  ],
  [[], { TARGET: '' }, /^TARGET is empty: name a target file, or "embedded"/],
  [[], { TARGET: ' ' }, /^TARGET is empty: name a target file, or "embedded"/],
  [[], { SEED: 'x' }, /^CONFORMANCE_SEED must be/],
  [[], { REHEARSE: '1', PROFILE: 'certification' }, /^REHEARSE is refused: a certification/],
  [[], { REHEARSE: 'maybe' }, /^CONFORMANCE_REHEARSE must be one of 0, 1, false, true, found "maybe"\.$/],
])('the words %j with %j are wrong use', (words, variables, says) => {
  expect(() => runSettings(words, environment({ TARGET: 'embedded', ...variables }))).toThrow(says);
});
