import { expect as expectThat, onTestFinished, test } from 'vitest';
import { loadTests, runTests, expect as standIn, test as told } from '../../proof/test-in-process.ts';

const said: string[] = [];
type Use = (value: unknown) => Promise<void>;
type Info = ReturnType<typeof told.info>;

const about = { tag: ['@refund'], annotation: { type: 'operation', description: 'refund' } };
const soft = (message: string) => standIn.extend({ fails: () => ({ pass: false, message: () => message }) });

await loadTests('some.spec.ts', async () => {
  const withParts = told.extend({
    settings: [async () => Promise.reject(new Error('never made')), { scope: 'worker' }],
    worker: [
      async ({ settings }: { settings: string }, use: Use) => {
        said.push(`worker of ${settings}`);
        await use('worker');
        said.push('worker over');
      },
      { scope: 'worker' },
    ],
    watch: [
      async ({ worker: name }: { worker: string }, use: Use, info: Info) => {
        info.skip(info.title === 'is not permitted', 'not permitted');
        said.push(`${name} ${info.title}`);
        await use(info.title);
        if (info.title === 'ends badly') throw new Error('its end broke');
        said.push('over');
      },
      { auto: true },
    ],
  });
  const nothing = async () => {};
  withParts('is not permitted', about, nothing);
  withParts.describe('group', () => {
    withParts('gets what it asks for', about, async ({ watch }) => void said.push(`body ${watch}`));
  });
  withParts('ends badly', about, nothing);
  withParts('skips itself', about, async (_, info) => info.skip(true, 'nothing to test'));
  withParts('fails by findings', about, async (_, info) => {
    soft('[2.1/x] must be so').soft({}).fails?.();
    info.annotations.push({ type: 'findings', description: '[2.1/x]' });
  });
  withParts('fails by itself', about, async () => soft('something else').soft({}).fails?.());
  withParts('is about another operation', { tag: '@query' }, nothing);
});

async function run(grep?: string, goesOn = () => true) {
  onTestFinished(() => void said.splice(0));
  const names: unknown[] = [];
  const choice = { operations: ['refund'], given: { settings: 'given' }, goesOn, ...(grep && { grep }) };
  const { suiteErrors, skipped } = await runTests(choice, ({ watch }) => names.push(watch));
  return { names, suiteErrors: suiteErrors.map((error) => error.split('\n')[0]), skipped };
}

test('fixtures are torn down after their test, those of the worker after all', async () => {
  const { names, suiteErrors } = await run('GROUP gets');
  expectThat(said).toEqual([
    'worker of given',
    'worker gets what it asks for',
    'body gets what it asks for',
    'over',
    'worker over',
  ]);
  expectThat([names, suiteErrors]).toEqual([['gets what it asks for'], []]);
});

test('every chosen test is told apart: skipped, failed by findings, broken', async () => {
  const { names, suiteErrors, skipped } = await run();
  expectThat(names).toHaveLength(6);
  expectThat(suiteErrors).toEqual([
    'some.spec.ts › ends badly: Error: its end broke',
    'some.spec.ts › fails by itself: something else',
  ]);
  expectThat(skipped).toMatchObject([
    { reason: 'not permitted', operation: 'refund' },
    { reason: 'nothing to test' },
  ]);
});

test('nothing begins once the end is asked for', async () => {
  expectThat((await run(undefined, () => false)).names).toEqual([]);
});
