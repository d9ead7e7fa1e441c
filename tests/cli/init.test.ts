import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { completeAnswers, targetOptions } from '../../cli/init/given-answers.ts';
import { init, writeConfiguration } from '../../cli/init/init.ts';
import { targetText } from '../../cli/init/target-text.ts';
import { loadTarget } from '../../targets/target.ts';
import { startConformance } from '../e2e/command.ts';
import { emptyFolder, runCommand } from './command.ts';

const flags = ['--base-url', 'https://pay.example/gateway/', '--merchant', 'M1', '--account', 'A1'];
const newFile = () => join(emptyFolder(), 'targets', 'sandbox.json');

describe('init', () => {
  test('the file that it writes is a target that only reads', async () => {
    const file = newFile();
    const signing = ['--signing', 'hmac-sha256', '--key-env', 'OUR_KEY'];
    const { status, lines } = await runCommand(init, ['init', file, ...flags, ...signing]);
    expect(status).toBe(0);
    expect(loadTarget(file, { OUR_KEY: 'secret' })).toMatchObject({
      environment: 'sandbox',
      baseUrl: 'https://pay.example/gateway',
      allow: ['reads'],
      limits: { requests: 200, requestsPerSecond: 2, amountPerRequest: 5, amountTotal: 100 },
    });
    expect(lines.join('\n')).toContain('OUR_KEY');
    expect(lines).toContain(`   TARGET=${file} npx playwright test --project=preflight`);
    expect(lines).toContain(`   REHEARSE=1 TARGET=${file} npx playwright test`);
    expect(lines).toContain(`   TARGET=${file} npx playwright test`);
  });

  test('a file that exists is left alone without --force', async () => {
    const file = join(emptyFolder(), 'sandbox.json');
    writeFileSync(file, 'mine');
    await expect(runCommand(init, ['init', file, ...flags])).rejects.toThrow('--force writes over it');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await runCommand(init, ['init', file, ...flags, '--force']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ signing: { recipe: 'none' } });
  });

  test('a configuration of Playwright is written where there is none', () => {
    const folder = emptyFolder();
    const file = join(folder, 'playwright.config.ts');
    expect(writeConfiguration(folder, join(folder, 'targets', "o'sandbox.json"))).toBe(
      'playwright.config.ts',
    );
    const lines = [
      "import { conformance } from 'payment-acquiring-conformance';",
      '',
      "export default conformance({ target: 'targets/o\\'sandbox.json' });",
      '',
    ];
    expect(readFileSync(file, 'utf8').split('\n')).toEqual(lines);
    writeFileSync(file, 'mine');
    expect(writeConfiguration(folder, 'sandbox.json')).toBeUndefined();
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  test('missing answers are named by their options', async () => {
    const file = newFile();
    await expect(runCommand(init, ['init', file, '--merchant', 'M1'])).rejects.toThrow(
      'init needs --base-url, --account; add --help for an example.',
    );
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    [['--environment', 'sandbx'], 'Did you mean "sandbox"?'],
    [['--signing', 'md5'], '--signing: "md5" must be one of none, sha256-concat, hmac-sha256, module.'],
    [['--base-url', 'ftp://pay.example'], '--base-url: The address must be an http or https address'],
    [['--base-url', 'https://pay.example/v1'], 'begin with /v1 themselves: leave /v1 out'],
    [['--currencies', 'EUR,EURO'], '"EURO" is not a currency code such as EUR. Did you mean "EUR"?'],
    [['--allow', 'reads,moves_money'], 'Did you mean "moves-money"?'],
    [['--allow', 'moves-money'], '--cards: Money moves only with test cards of the operator'],
    [
      ['--allow', 'moves-money', '--cards', '4242 4242 4242 4242'],
      /^--cards: That looks like a card number[^0-9]*$/,
    ],
    [['--cards', 'card-5555555555554444.json'], /^--cards: That looks like a card number[^0-9]*$/],
    [['--name', 'Visa 4111-1111-1111-1111'], /^--name: That looks like a card number[^0-9]*$/],
    [
      ['--certification', '--contact', '4000056655665556'],
      /^--contact: That looks like a card number[^0-9]*$/,
    ],
    [['--other-account', 'A1'], 'It must differ from the first'],
    [['--merchant', ''], 'init needs --merchant; add --help for an example.'],
  ])('%j is refused and nothing is written', async (words, message) => {
    const file = newFile();
    await expect(runCommand(init, ['init', file, ...flags, ...words])).rejects.toThrow(message);
    expect(existsSync(file)).toBe(false);
  });
});

test('cards, what is allowed, currencies and a second account reach the file', async () => {
  const file = newFile();
  const more = [
    '--allow',
    'reads,moves-money',
    '--cards',
    'cards.json',
    '--currencies',
    'EUR',
    '--other-account',
    'A2',
  ];
  const { lines } = await runCommand(init, ['init', file, ...flags, ...more]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    merchant: { account_id: 'A1', otherAccountId: 'A2' },
    allow: ['reads', 'moves-money'],
    cards: { file: 'cards.json' },
    currencies: ['EUR'],
  });
  expect(lines.join('\n')).toContain('Write cards.json: a list of test cards');
});

describe('limits of a new file', () => {
  const written = async (allow: string) => {
    const file = newFile();
    const { lines } = await runCommand(init, [
      'init',
      file,
      ...flags,
      '--allow',
      allow,
      '--cards',
      'cards.json',
    ]);
    return { limits: JSON.parse(readFileSync(file, 'utf8')).limits, said: lines.join('\n') };
  };

  test('suit a whole run of what it allows, and are said', async () => {
    const { limits, said } = await written('reads,creates,moves-money,irreversible');
    expect(limits).toMatchObject({ requests: 3500, amountTotal: '4900.00', amountPerRequest: '5.00' });
    expect(said).toContain('up to 3,500 requests and 4,900.00 in any currency');
  });

  test.each([
    ['reads', 200, '100.00'],
    ['reads,irreversible', 1200, '1500.00'],
    ['reads,moves-money', 2000, '1500.00'],
  ])('of %s reach no further', async (allow, requests, amountTotal) => {
    expect((await written(allow)).limits).toMatchObject({ requests, amountTotal });
  });
});

test('a wrong file is named as the user gave it', () => {
  const answers = completeAnswers(targetOptions, {
    baseUrl: 'https://a.example',
    merchant: 'M',
    account: 'A',
  });
  expect(() => targetText('mine.json', { ...answers, environment: 'live' })).toThrow(/^mine\.json: /);
});

describe('init --certification', () => {
  test('names a certification file in the target file, which stays as it is otherwise', async () => {
    const file = join(emptyFolder(), 'sandbox.json');
    const certification = ['--certification', '--product-name', 'Gateway', '--valid-until', '2027-12-31'];
    const { lines } = await runCommand(init, ['init', file, ...flags, ...certification]);
    expect(lines.join('\n')).toContain('under "certification"');
    expect(loadTarget(file, {})).toMatchObject({
      certification: { product: { name: 'Gateway' }, validUntil: '2027-12-31' },
      environment: 'sandbox',
    });
    await expect(runCommand(init, ['init', file, ...certification])).rejects.toThrow('nothing was changed');
  });

  test('says in one line which options it needs', async () => {
    const file = newFile();
    const words = ['init', file, ...flags, '--certification'];
    await expect(runCommand(init, words)).rejects.toThrow(
      /^init --certification needs one or more of --product-name, .*--contact\.$/,
    );
    await expect(runCommand(init, [...words, '--valid-until', '2027-13-01'])).rejects.toThrow(
      '--valid-until: It must be a real date',
    );
    await expect(runCommand(init, ['init', file, ...flags, '--vendor', 'A'])).rejects.toThrow(
      '--vendor goes with --certification',
    );
    expect(existsSync(file)).toBe(false);
    const { status, stderr } = await startConformance(words).ended;
    expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
  });

  test('is added to a target file that exists, its comments and answers kept', async () => {
    const file = join(emptyFolder(), 'sandbox.target.json');
    await runCommand(init, ['init', file, ...flags]);
    const before = JSON.parse(readFileSync(file, 'utf8'));
    const product = ['--product-name', 'Gateway', '--product-version', '4.2', '--vendor', 'Acquirer'];
    const more = ['--tester-name', 'A. Tester', '--valid-until', '2027-12-31'];
    await runCommand(init, ['init', file, '--certification', ...product, ...more]);
    const written = JSON.parse(readFileSync(file, 'utf8'));
    expect(written).toEqual({ ...before, certification: './sandbox.certification.json' });
    expect(loadTarget(file, {}).certification).toEqual({
      product: { name: 'Gateway', version: '4.2' },
      vendor: 'Acquirer',
      tester: { name: 'A. Tester' },
      validUntil: '2027-12-31',
    });
  });
});
