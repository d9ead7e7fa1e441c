import { expect as expectThat, onTestFinished, test } from 'vitest';
import {
  loadTests,
  type RanTest,
  runTests,
  expect as standIn,
  test as told,
} from '../../cli/in-process/test-in-process.ts';

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

async function run(grep = /./, goesOn = () => true) {
  onTestFinished(() => void said.splice(0));
  const ran: RanTest[] = [];
  const choice = { wanted: [/@refund/, grep], given: { settings: 'given' }, goesOn };
  const errors = await runTests(choice, (one) => ran.push(one));
  return { ran, names: ran.map(({ parts: { watch } }) => watch), errors };
}

test('fixtures are torn down after their test, those of the worker after all', async () => {
  const { names, errors } = await run(/GROUP gets/i);
  expectThat(said).toEqual([
    'worker of given',
    'worker gets what it asks for',
    'body gets what it asks for',
    'over',
    'worker over',
  ]);
  expectThat([names, errors]).toEqual([['gets what it asks for'], []]);
});

test('every chosen test is told apart: skipped, failed by findings, broken', async () => {
  const { ran } = await run();
  const told = ran.map(({ title, skipped, error }) => [title, skipped?.reason ?? error?.split('\n')[0]]);
  expectThat(told).toEqual([
    ['is not permitted', 'not permitted'],
    ['group › gets what it asks for', undefined],
    ['ends badly', 'Error: its end broke'],
    ['skips itself', 'nothing to test'],
    ['fails by findings', undefined],
    ['fails by itself', 'something else'],
  ]);
  expectThat(ran[0]).toMatchObject({ file: 'some.spec.ts', operation: 'refund' });
});

test('nothing begins once the end is asked for', async () => {
  expectThat((await run(undefined, () => false)).names).toEqual([]);
});
