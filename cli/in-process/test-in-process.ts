import type { TestDetails, TestInfo } from '@playwright/test';
import type { TestError } from '@playwright/test/reporter';
import type { SkippedNote } from '../../reports/evidence/lines.ts';
import { isFindings, whySkipped } from '../../reports/run/test-outcomes.ts';
import { defined as known } from '../../schemas/defined.ts';

/** The fixtures of a test, by name. */
export type Parts = Record<string, unknown>;

type SetUp = (parts: Parts, use: (value: unknown) => Promise<void>, info: TestInfo) => Promise<void>;

interface Fixture {
  readonly made: unknown;
  readonly auto?: boolean;
  readonly scope?: 'worker' | 'test';
}

type Fixtures = Readonly<Record<string, Fixture>>;

type Body = (parts: Parts, info: TestInfo) => Promise<void>;

interface Declared {
  readonly file: string;
  readonly titles: readonly string[];
  readonly tags: readonly string[];
  readonly annotations: TestInfo['annotations'];
  readonly fixtures: Fixtures;
  readonly body: Body;
}

/** The value of a fixture until it is torn down. */
interface FixtureValue {
  readonly value: unknown;
  end(): Promise<void>;
}

type Scope = Map<string, FixtureValue>;

class Skipped extends Error {}

const declared: Declared[] = [];
let loading = '';
let groups: readonly string[] = [];
let current: TestInfo | undefined;

function describe(...words: readonly [string, () => void] | readonly [() => void]): void {
  const before = groups;
  const [name, register] = words.length === 2 ? words : [undefined, words[0]];
  if (name !== undefined) groups = [...groups, name];
  register();
  groups = before;
}

function testWith(fixtures: Fixtures) {
  const declare = (title: string, ...rest: readonly [TestDetails, Body] | readonly [Body]): void => {
    const [{ tag = [], annotation = [] }, body] = rest.length === 2 ? rest : [{}, ...rest];
    declared.push({
      file: loading,
      titles: [...groups, title],
      tags: [tag].flat(),
      annotations: [annotation].flat(),
      fixtures,
      body,
    });
  };
  return Object.assign(declare, {
    describe: Object.assign(describe, { configure: () => {} }),
    step: <Result>(_: string, act: () => Promise<Result>) => act(),
    info() {
      if (current === undefined) throw new Error('no test is under way');
      return current;
    },
    extend(more: Readonly<Record<string, unknown>>) {
      const own = Object.entries(more).map(([name, given]) => {
        const [made, how = {}] = Array.isArray(given) ? given : [given];
        return [name, { made, ...how }];
      });
      return testWith({ ...fixtures, ...Object.fromEntries(own) });
    },
  });
}

/** Replaces Playwright's `test` in this process and stores the declared tests. */
export const test = testWith({});

type Matcher = (received: unknown) => { readonly pass: boolean; readonly message: () => string };

/** Replaces Playwright's `expect` as far as the specs use it: `soft` with their own matchers. */
export const expect = {
  extend: (matchers: Readonly<Record<string, Matcher>>) => ({
    soft: (received: unknown) =>
      Object.fromEntries(
        Object.entries(matchers).map(([name, match]) => [
          name,
          () => {
            const { pass, message } = match(received);
            if (!pass) test.info().errors.push({ message: message() });
          },
        ]),
      ),
  }),
};

// As in Playwright, the names in the destructured parameter are the fixtures that are asked for.
function fixtureNames(use: unknown): readonly string[] {
  const [, members = ''] = /^[^(]*\(\s*\{([^}]*)\}/.exec(String(use)) ?? [];
  return members.split(',').flatMap((one) => one.split(/[:=]/)[0]?.trim() || []);
}

/** Sets up a fixture until it calls `use`. */
function setUpFixture(setUp: SetUp, parts: Parts, info: TestInfo): Promise<FixtureValue> {
  return new Promise((resolve, reject) => {
    let release = () => {};
    const released = new Promise<void>((over) => {
      release = over;
    });
    const use = (value: unknown) => {
      resolve({
        value,
        end() {
          release();
          return over;
        },
      });
      return released;
    };
    const over = setUp(parts, use, info);
    over.catch(reject);
  });
}

async function partsFor(
  names: readonly string[],
  fixtures: Fixtures,
  scopes: { readonly worker: Scope; readonly test: Scope },
  info: TestInfo,
): Promise<Parts> {
  const parts: Parts = {};
  for (const name of names) {
    const fixture = fixtures[name];
    if (fixture === undefined) throw new Error(`no fixture is called "${name}"`);
    const { made, scope = 'test' } = fixture;
    let held = scopes[scope].get(name);
    if (held === undefined) {
      held =
        typeof made === 'function'
          ? await setUpFixture(
              made as SetUp,
              await partsFor(fixtureNames(made), fixtures, scopes, info),
              info,
            )
          : { value: made, end: async () => {} };
      scopes[scope].set(name, held);
    }
    parts[name] = held.value;
  }
  return parts;
}

async function tearDown(scope: Scope, note: (error: unknown) => void): Promise<void> {
  for (const { end } of [...scope.values()].reverse()) await end().catch(note);
}

/** Number of tests of this process so far: each has a part of the evidence. */
let tests = 0;

function infoOf({ file, titles, annotations }: Declared): TestInfo {
  const info = {
    title: titles.at(-1) ?? '',
    titlePath: [file, ...titles],
    workerIndex: 0,
    testId: String(++tests),
    config: { reporter: [], shard: null },
    annotations: [...annotations],
    errors: [] as TestError[],
    attachments: [] as { readonly name: string }[],
    status: 'passed',
    expectedStatus: 'passed',
    async attach(name: string) {
      info.attachments.push({ name });
    },
    skip(isSkipped: boolean, description: string) {
      if (!isSkipped) return;
      info.annotations.push({ type: 'skip', description });
      info.status = 'skipped';
      throw new Skipped(description);
    },
  };
  return info as unknown as TestInfo;
}

/** Runs one test; returns its result and fixtures. */
async function runTest(one: Declared, worker: Scope): Promise<{ info: TestInfo; parts: Parts }> {
  const { fixtures, body } = one;
  const info = infoOf(one);
  const own: Scope = new Map();
  const scopes = { worker, test: own };
  const note = (error: unknown) => {
    if (!(error instanceof Skipped)) info.errors.push({ message: wordsOf(error) });
  };
  current = info;
  const auto = Object.keys(fixtures).filter((name) => fixtures[name]?.auto === true);
  try {
    await partsFor(auto, fixtures, scopes, info);
    await body(await partsFor(fixtureNames(body), fixtures, scopes, info), info);
  } catch (error) {
    note(error);
  }
  await tearDown(own, note);
  current = undefined;
  return { info, parts: Object.fromEntries([...own].map(([name, { value }]) => [name, value])) };
}

const wordsOf = (error: unknown) => (error instanceof Error ? (error.stack ?? String(error)) : String(error));

/** Loads a test file and declares its tests under this name. */
export async function loadTests(name: string, load: () => Promise<unknown>): Promise<void> {
  loading = name;
  await load();
}

/** Which tests run, and with which fixtures. */
export interface Choice {
  /** All must match file, title and tags of a test, written as in Playwright. */
  readonly wanted: readonly RegExp[];
  /** Worker fixtures that exist already. */
  readonly given: Parts;
  goesOn(): boolean;
}

/** The result of one test. */
export interface RanTest {
  readonly file: string;
  /** Title path below the file. */
  readonly title: string;
  readonly tags: readonly string[];
  readonly operation?: string;
  /** Why it did not run or stopped early. */
  readonly skipped?: SkippedNote;
  /** An error that is not a finding. */
  readonly error?: string;
  /** The fixtures of the test. */
  readonly parts: Parts;
}

/** Runs the loaded tests one after the other; returns the errors of the worker teardown. */
export async function runTests(
  { wanted, given, goesOn }: Choice,
  told: (ran: RanTest, total: number) => void,
): Promise<readonly string[]> {
  const worker: Scope = new Map(
    Object.entries(given).map(([name, value]) => [name, { value, end: async () => {} }]),
  );
  const chosen = declared.filter(({ file, titles, tags }) =>
    wanted.every((one) => one.test([file, ...titles, ...tags].join(' '))),
  );
  for (const one of chosen) {
    const { file, titles, tags, annotations } = one;
    if (!goesOn()) break;
    const { info, parts } = await runTest(one, worker);
    const note = whySkipped({ annotations, titlePath: () => ['', '', file, ...titles] }, info);
    const isSkipped = info.status === 'skipped' && info.errors.length === 0;
    const skipped = isSkipped ? note : undefined;
    const error = info.errors.find((said) => !isFindings(said, info))?.message;
    const title = titles.join(' › ');
    told(
      { file, title, tags, parts, ...known({ operation: note.operation, skipped, error }) },
      chosen.length,
    );
  }
  const errors: string[] = [];
  await tearDown(worker, (error) => errors.push(wordsOf(error)));
  return errors;
}
