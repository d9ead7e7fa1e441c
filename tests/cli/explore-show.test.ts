import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { serveExplore } from '../../cli/explore/serve.ts';
import { openSession } from '../../cli/explore/session.ts';
import { runExplore } from '../../cli/investigate/explore.ts';
import { addSecret } from '../../reports/redact/secret-index.ts';
import { redactValue, showingPersons } from '../../reports/redact.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { startConformance } from '../e2e/command.ts';
import { rooms, sourceFiles } from '../house/source-files.ts';
import { folderWith } from '../targets/target-folder.ts';
import { sandboxTarget } from './sandbox-target.ts';

/** Shown where that is asked for. */
const person = {
  first_name: 'Zebedee',
  last_name: "D'Angelocanary",
  billing_address: 'Canary Lane 77',
  shopper_email: 'zebedee.canary@example.com',
};
/** Shown nowhere. */
const kept = {
  card: '4111111111111111',
  code: '739',
  token: 'tok_4f8Kz91QmCanary77',
  key: 'Canary-key-4f8Kz91Q',
};

const everything = ['reads', 'creates', 'moves-money', 'irreversible'];
let out: string;

beforeEach(() => {
  out = folderWith({});
  vi.stubEnv('CONFORMANCE_OUT', out);
  vi.stubEnv('CANARY_KEY', kept.key);
  return () => vi.unstubAllEnvs();
});

const card = { card: kept.card, expiration_month: '12', expiration_year: '2035', security_code: kept.code };
const madeUp = () =>
  sandboxTarget(everything, {
    testData: 'synthetic',
    headers: { 'X-Api-Key': { env: 'CANARY_KEY' } },
    cards: [card],
  });

const edits = [
  ...Object.entries(person).map(([name, value]) => `${name}=${value}`),
  `token_id=${kept.token}`,
  // What is no person's stands in a person's field all the same.
  `delivery_city=${kept.card}`,
  `delivery_address=at ${kept.key}`,
];

async function exploreWith(more: object, file: string): Promise<string> {
  const lines: string[] = [];
  const asked = {
    operation: 'direct-payment',
    target: file,
    edits,
    orders: 'unknown',
    full: true,
    seed: 11,
  } as const;
  await runExplore({ ...asked, ...more }, (text) => lines.push(text));
  return lines.join('\n');
}

const shownOf = (text: string) =>
  Object.values(person).filter((value) => text.includes(value) || text.includes(value.replace("'", "'\\''")));
const leakedOf = (text: string) =>
  [kept.card, kept.token, kept.key, `"${kept.code}"`].filter((value) => text.includes(value));

describe('explore --show', () => {
  test('shows made-up persons, and neither card, code, token nor key', async () => {
    const { file } = await madeUp();
    const saved = join(out, 'saved.json');
    const text = await exploreWith({ show: true, save: saved }, file);
    expect(shownOf(text)).toEqual(Object.values(person));
    expect(leakedOf(text)).toEqual([]);
    const written = readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n');
    expect(written).toContain('"operation": "direct-payment"');
    expect([shownOf(written), leakedOf(written)]).toEqual([[], []]);
  });
  test('shows nobody unless it is asked for', async () => {
    const { file } = await madeUp();
    const text = await exploreWith({}, file);
    expect([shownOf(text), leakedOf(text)]).toEqual([[], []]);
  });
  test('is refused where the target does not say that its persons are made up', async () => {
    const { file, lines } = await sandboxTarget(everything);
    await expect(exploreWith({ show: true }, file)).rejects.toThrow('("testData": "synthetic")');
    expect(lines).toEqual([]);
  });
  test('is refused for a pipe and for a program', async () => {
    const piped = await startConformance(['explore', 'query', '--show']).ended;
    expect([piped.status, piped.stderr]).toEqual([2, expect.stringContaining('this output is none')]);
    const told = await startConformance(['explore', 'query', '--show', '--json']).ended;
    expect([told.status, told.stderr]).toEqual([2, expect.stringContaining('--json for a program')]);
  });
  test('shows persons on the page, sends them as shown, and saves none', async () => {
    const { file } = await madeUp();
    const session = await openSession({ target: file, seed: 11, show: true });
    onTestFinished(() => session.close());
    const page = await serveExplore(session, { port: 0 });
    onTestFinished(() => page.close());
    const { origin, searchParams } = new URL(page.url);
    const headers = {
      'content-type': 'application/json',
      'x-explore-token': searchParams.get('token') ?? '',
    };
    const post = async (path: string, asked: object) =>
      (await (
        await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(asked) })
      ).json()) as JsonObject;
    const { id, body } = await post('/api/case', { operation: 'direct-payment', case: 'full' });
    const same = await post('/api/send', { id, body });
    expect((same.replay as JsonObject).edits).toEqual([]);
    const look = await post('/api/send', {
      id,
      body: { ...(body as JsonObject), ...person, token_id: kept.token },
    });
    expect(shownOf(JSON.stringify(look.request))).toEqual(Object.values(person));
    expect(leakedOf(JSON.stringify(look))).toEqual([]);
    expect(shownOf(JSON.stringify(look.replay))).toEqual([]);
  });
});

test('masks return as soon as what was to be shown is made', () => {
  addSecret(kept.key);
  const value = { first_name: 'Zebedee', shopper_email: person.shopper_email };
  expect(showingPersons(() => redactValue(value))).toEqual(value);
  expect(() =>
    showingPersons(() => {
      throw new Error('in the middle');
    }),
  ).toThrow('in the middle');
  expect(JSON.stringify(redactValue(value))).not.toMatch(/Zebedee|zebedee/);
});

test('only explore shows persons', () => {
  const users = rooms
    .filter((room) => room !== 'tests')
    .flatMap(sourceFiles)
    .filter(({ text }) => /showingPersons[<(]/.test(text))
    .map(({ path }) => path);
  expect(users.sort()).toEqual(['cli/explore/session.ts', 'reports/redact.ts']);
});
