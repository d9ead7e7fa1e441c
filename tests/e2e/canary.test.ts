import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import type { SecretClass } from '../../schemas/contract.ts';
import { makeReport } from '../../tools/report.mjs';
import { anyOf } from './any-of.ts';
import { type Ended, playwright, runIn } from './command.ts';
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
const runOf = (operations: string, tests: string, workers = '1') => [
  '-g',
  `(?:${tests}).*@(?:${operations})(?=\\s|$)`,
  '--workers',
  workers,
];
const few = { SEED: '7', CONFORMANCE_RUNS: '1' } as const;
// The report generator's own programs are the same in every report.
const isProgram = (file: string) => /\.(?:js|css|woff2?|svg|LICENSE\.txt)$/.test(file);

/** The evidence of a folder as one text, where there is any. */
function evidenceIn(out: string): (readonly [string, readonly string[]])[] {
  const folder = [out, join(out, 'results', 'run')].find((one) =>
    existsSync(join(one, 'exchanges.ndjson.gz')),
  );
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
  const folder = makeFolder();
  let searched: Searched;

  beforeAll(async () => {
    const words = runOf('direct-payment|payout|cancel-subscription', `${everyKind}|signature`);
    searched = await search(folder, (TARGET) =>
      playwright(folder, words, { ...environment, ...few, TARGET }),
    );
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
    const names = searched.files.map((file) => relative(runIn(folder), file));
    expect(names).toEqual(
      expect.arrayContaining(['exchanges.ndjson.gz', 'conformance.json', 'certificate.html']),
    );
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
  const folder = makeFolder();
  let searched: Searched;
  const echoed = new Set<string>();

  beforeAll(async () => {
    const words = [
      '--no-deps',
      '--add-reporter=json,junit,blob',
      ...runOf('redirect-payment|refund', everyKind, '2'),
    ];
    searched = await search(
      folder,
      async (TARGET) => {
        const run = await playwright(folder, words, { ...reportsIn(folder), TARGET });
        makeReport(runIn(folder));
        return run;
      },
      (sent, answer) => echoOf(sent, answer, [key, credential], echoed),
    );
  });

  test('meets every place', () => {
    expect(places.length).toBeGreaterThanOrEqual(30);
    expect([...echoed].sort()).toEqual([...places].sort());
  });

  test('writes nothing of what was echoed', () => {
    const names = searched.files.map((file) => relative(folder, file));
    expect(names).toEqual(
      expect.arrayContaining([
        ...['results.json', 'junit.xml', 'html/index.html'],
        ...['results/run/allure-report/index.html', 'results/run/certificate.html'],
      ]),
    );
    expect(names.filter((name) => name.startsWith('results/run/allure-results/')).length).toBeGreaterThan(10);
    expect(searched.hits).toEqual([]);
  });
});

/** The variables of a run with reports of Playwright in a folder. */
function reportsIn(folder: string) {
  return {
    ...environment,
    ...few,
    CONFORMANCE_WARNINGS: 'fail',
    PLAYWRIGHT_JSON_OUTPUT_NAME: join(folder, 'results.json'),
    PLAYWRIGHT_JUNIT_OUTPUT_NAME: join(folder, 'junit.xml'),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  };
}

test('reporters of Playwright in place of all others write nothing of what was echoed', async () => {
  const folder = makeFolder();
  const echoed = new Set<string>();
  const words = ['refund.spec', '-g', everyKind, '--no-deps', '--reporter=json,html,junit,list,blob'];
  const { ended, files, hits } = await search(
    folder,
    (TARGET) => playwright(folder, words, { ...reportsIn(folder), TARGET }),
    (sent, answer) => echoOf(sent, answer, [key, credential], echoed),
  );
  expect(ended.status, ended.text).toBe(1);
  expect(echoed.size).toBeGreaterThan(10);
  const names = files.map((file) => relative(folder, file));
  expect(names).toEqual(expect.arrayContaining(['results.json', 'junit.xml', 'html/index.html']));
  expect(names.filter((name) => name.startsWith('results/run/allure-results/'))).toEqual([]);
  expect(hits).toEqual([]);
});

describe('specs that leak what they send', () => {
  const folder = makeFolder();
  let searched: Searched;

  beforeAll(async () => {
    const config = writeLeakingSpecs(makeFolder());
    searched = await search(folder, (TARGET) =>
      playwright(folder, ['--config', config, '--no-deps'], { ...environment, SEED: '7', TARGET }),
    );
  });

  test('are reported as errors of the suite', () => {
    expect(searched.ended.status).not.toBe(0);
    const { result, reasons } = JSON.parse(readFileSync(join(runIn(folder), 'conformance.json'), 'utf8'));
    expect(result).toBe('void');
    expect(reasons.join('\n')).toMatch(/throws the raw request.*refused: /);
    expect(reasons.join('\n')).toMatch(/compares the raw request/);
    expect(reasons.join('\n')).toMatch(/time limit: .*waits too long/);
  });

  test('send nothing where a configuration keeps traces', async () => {
    const config = writeLeakingSpecs(makeFolder());
    const variables = { ...environment, SEED: '7', LEAKING_TRACE: 'on' };
    const { ended, sent } = await search(makeFolder(), (TARGET) =>
      playwright(makeFolder(), ['--config', config], { ...variables, TARGET }),
    );
    expect(sent.size).toBe(0);
    expect(ended.status).not.toBe(0);
    expect(ended.text).toContain('"trace" in the configuration of Playwright keeps card data unmasked');
  });

  test('write no secret into any report or terminal', () => {
    expect(searched.sent.get('card')).toContain(canaryCard.card);
    expect(searched.hits).toEqual([]);
  });
});
