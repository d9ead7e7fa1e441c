import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { TestResult } from 'allure-js-commons';
import { beforeAll, describe, expect, test } from 'vitest';
import { planRun } from '../../cli/run/run-plan.ts';
import { readEvidence } from '../../reports/evidence.ts';
import { planFile, writePlan } from '../../reports/run/run-facts.ts';
import type { SecretClass } from '../../schemas/contract.ts';
import { readSettings } from '../../targets/settings.ts';
import { anyOf } from './any-of.ts';
import { conformance, type Ended, playwright, startRunner } from './command.ts';
import { echoOf, oddTraces, places } from './echoed-secrets.ts';
import { textsIn, textsOf } from './every-text.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeLeakingSpecs } from './leaking-specs.ts';
import { type Changed, startRecording } from './recording-service.ts';
import { sentSecrets, writings } from './sent-secrets.ts';
import { canaryCard, writeTarget } from './target-files.ts';
import { filesBelow } from './written-files.ts';

removeFolders();
const key = 'canary-signing-key-51f0c2a7e9';
const credential = 'canary-credential-77b1d04e3c';
const environment = {
  CANARY_KEY: key,
  CANARY_CREDENTIAL: `Bearer ${credential}`,
  CANARY_CARDS: JSON.stringify([canaryCard]),
};
const secrets = {
  signing: { recipe: 'hmac-sha256', key: { env: 'CANARY_KEY' } },
  headers: { 'X-Credential': { env: 'CANARY_CREDENTIAL' } },
  cards: { env: 'CANARY_CARDS' },
};
const code = new RegExp(
  `(?:security_?code|cvv2?|cvc|cvNumber)[^0-9a-z]{1,16}${canaryCard.security_code}(?![0-9])`,
  'i',
);
// Tests of every kind of body, answer and page, good and bad: what a whole run writes besides them is more of the same.
const everyKind = 'shape|every class|malformed|one result entry|at least one way';
/** The words of a run that writes every kind of body. */
const runOf = (operations: string, tests: string, out: string, workers = '1') => {
  const always = ['run', '--workers', workers, '--seed', '7', '--runs', '1'];
  return [...always, '--grep', tests, '--operation', operations, '--out', out];
};
// The report generator's own programs are the same in every report.
const isProgram = (file: string) => /\.(?:js|css|woff2?|svg|LICENSE\.txt)$/.test(file);

/** The evidence of a folder as one text, where there is any. */
function evidenceIn(out: string): (readonly [string, readonly string[]])[] {
  const folder = [out, join(out, 'results', 'run')].find((one) => existsSync(join(one, 'exchanges.ndjson')));
  return folder === undefined ? [] : [['unpacked evidence', [JSON.stringify(readEvidence(folder))]]];
}

interface Searched {
  readonly ended: Ended;
  readonly sent: ReadonlyMap<SecretClass, ReadonlySet<string>>;
  readonly files: readonly string[];
  /** Where a secret was found, without the secret. */
  readonly hits: readonly string[];
}

async function search(
  out: string,
  run: (target: string) => Promise<Ended>,
  change?: Changed,
): Promise<Searched> {
  const service = await startRecording(change);
  const ended = await run(writeTarget(makeFolder(), service.url, secrets));
  await service.close();
  const sent = sentSecrets(service.requests);
  const registered = [key, credential, canaryCard.card];
  // An income is an amount like others, and is masked as a whole value only.
  const named = [...sent].flatMap(([kind, values]) =>
    [...values]
      // A text that is JSON, a form, markup or percent signs itself is masked as such (docs/redaction.md).
      .filter((value) => !change || !(/^\d+\.\d+$/.test(value) || /^\{.*\}$|^\w+=|[<>%]/s.test(value)))
      .map((value) => [kind, value] as const),
  );
  const needles = [...named, ['key', key] as const, ['credential', credential] as const].flatMap(
    ([kind, value]) =>
      [...writings(value), ...(change && registered.includes(value) ? oddTraces(value) : [])].map(
        (written) => [kind, written] as const,
      ),
  );
  const files = filesBelow(out);
  const places: (readonly [string, readonly string[]])[] = [
    ...files.filter((file) => !isProgram(file)).map((file) => [relative(out, file), textsOf(file)] as const),
    ['terminal', textsIn(Buffer.from(ended.text))],
    ...evidenceIn(out),
  ];
  const kindsIn = anyOf(needles);
  const hits = places.flatMap(([place, texts]) =>
    texts.flatMap((text) => [
      ...[...kindsIn(text)].map((kind) => `${place}: ${kind}`),
      ...(code.test(text) ? [`${place}: security code`] : []),
    ]),
  );
  return { ended, sent, files, hits: [...new Set(hits)] };
}

describe('a run with canaries', () => {
  const out = join(makeFolder(), 'reports');
  let searched: Searched;

  beforeAll(async () => {
    const operations = 'direct-payment,payout,cancel-subscription';
    const words = runOf(operations, `${everyKind}|signature`, out);
    searched = await search(out, (target) => conformance([...words, '--target', target], environment));
  });

  test('sends secrets of every class', () => {
    const count = (kind: SecretClass) => searched.sent.get(kind)?.size ?? 0;
    expect(searched.sent.get('card')).toContain(canaryCard.card);
    expect(count('signature')).toBeGreaterThan(40);
    expect(count('personal')).toBeGreaterThan(50);
    expect(count('token')).toBeGreaterThan(0);
    expect(searched.ended.stdout).toContain('loopback service, profile ci, seed 7');
  });

  test('writes none of them anywhere', () => {
    const names = searched.files.map((file) => relative(out, file));
    expect(names).toEqual(
      expect.arrayContaining(['exchanges.ndjson', 'conformance.json', 'certificate.html']),
    );
    expect(names.filter((name) => name.startsWith('allure-results/')).length).toBeGreaterThan(10);
    expect(searched.hits).toEqual([]);
  });

  test('would find them in plain, escaped and packed form', () => {
    const { card, security_code } = canaryCard;
    expect(
      textsIn(Buffer.from(Buffer.from(`{"card":"${card}"}`.repeat(3)).toString('base64'))).join(),
    ).toContain(card);
    const kindsIn = anyOf([
      ['card', card] as const,
      ...writings('Zoë & "Co" <x>').map((one) => ['name', one] as const),
    ]);
    expect([...kindsIn(`x${card}y`)]).toEqual(['card']);
    for (const one of writings('Zoë & "Co" <x>')) expect([...kindsIn(`a${one}`)]).toEqual(['name']);
    expect([...kindsIn(card.slice(1))]).toEqual([]);
    expect(code.test(`{"security_code":"${security_code}"}`)).toBe(true);
    expect(code.test(`<security_code>${security_code}</security_code>`)).toBe(true);
  });
});

describe('a run against a service that echoes secrets in every place', () => {
  const out = makeFolder();
  let searched: Searched;
  const echoed = new Set<string>();

  beforeAll(async () => {
    const operations = 'redirect-payment,refund';
    const words = runOf(operations, everyKind, out, '2');
    const change: Changed = (sent, answer) => echoOf(sent, answer, [key, credential], echoed);
    searched = await search(
      out,
      (target) => conformance([...words, '--target', target], environment),
      change,
    );
  });

  test('meets every place', () => {
    expect(places.length).toBeGreaterThanOrEqual(30);
    expect([...echoed].sort()).toEqual([...places].sort());
  });

  test('writes nothing of what was echoed', () => {
    expect(searched.files.length).toBeGreaterThan(10);
    expect(searched.hits).toEqual([]);
  });

  // One browser shows all pages.
  test('looks at its pages in one of two workers', () => {
    const results = searched.files
      .filter((name) => name.endsWith('-result.json'))
      .map((name): TestResult => JSON.parse(readFileSync(name, 'utf8')));
    const workersOf = (title: RegExp) =>
      results
        .filter(({ name = '' }) => title.test(name))
        .map(({ labels }) => labels.find(({ name }) => name === 'thread')?.value);
    const looking = workersOf(/^posts a page of \w+ shape by itself in a browser$/);
    expect(looking).toHaveLength(4);
    expect([new Set(looking).size, new Set(workersOf(/./)).size]).toEqual([1, 2]);
  });
});

test("Playwright's own reporters write nothing of what was echoed", async () => {
  const folder = makeFolder();
  const echoed = new Set<string>();
  const variables = {
    ...environment,
    SEED: '7',
    CONFORMANCE_WARNINGS: 'fail',
    CONFORMANCE_RUNS: '1',
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'results.json'),
    PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(folder, 'junit.xml'),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  };
  const words = ['refund.spec.ts', '-g', everyKind, '--reporter=json,html,junit,list,blob'];
  const { ended, files, hits } = await search(
    folder,
    (TARGET) => playwright(folder, words, { ...variables, TARGET }),
    (sent, answer) => echoOf(sent, answer, [key, credential], echoed),
  );
  expect(ended.status, ended.text).toBe(1);
  expect(echoed.size).toBeGreaterThan(10);
  const names = files.map((file) => relative(folder, file));
  expect(names).toEqual(expect.arrayContaining(['results.json', 'junit.xml', 'html/index.html']));
  expect(hits).toEqual([]);
});

describe('specs that leak what they send', () => {
  const out = makeFolder();
  let searched: Searched;

  beforeAll(async () => {
    const config = writeLeakingSpecs(makeFolder());
    searched = await search(out, (target) => {
      const variables = {
        ...environment,
        CONFORMANCE_TARGET: target,
        CONFORMANCE_OUT: out,
        CONFORMANCE_SEED: '7',
      };
      writePlan(planRun(readSettings(variables)));
      return startRunner(config, [], { ...variables, CONFORMANCE_PLAN: planFile(out) }).ended;
    });
  });

  test('are reported as errors of the suite', () => {
    expect(searched.ended.status).not.toBe(0);
    const { result, reasons } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
    expect(result).toBe('void');
    expect(reasons.join('\n')).toMatch(/throws the raw request.*refused: /);
    expect(reasons.join('\n')).toMatch(/compares the raw request/);
    expect(reasons.join('\n')).toMatch(/time limit: .*waits too long/);
  });

  test('write no secret into any report, trace or terminal', () => {
    expect(searched.sent.get('card')).toContain(canaryCard.card);
    expect(searched.files.filter((file) => file.endsWith('.zip'))).toEqual([]);
    expect(searched.hits).toEqual([]);
  });
});
