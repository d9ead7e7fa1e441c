import { once } from 'node:events';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { answerOptions, initAnswers } from '../../cli/init/questions.ts';
import { addCertification, completeCertification, targetText } from '../../cli/init/target-text.ts';
import { init, offerCards } from '../../cli/run/init.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { loadTarget } from '../../targets/target.ts';
import { startConformance } from '../e2e/command.ts';
import { emptyFolder, runCommand } from './command.ts';

const flags = ['--base-url', 'https://pay.example/gateway/', '--merchant', 'M1', '--account', 'A1'];
async function closedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
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
    for (const next of ['check', 'plan', 'run'])
      expect(lines.join('\n')).toContain(`npx payment-acquiring-conformance ${next} --target ${file}`);
  });

  test('a file that exists is left alone without --force', async () => {
    const file = join(emptyFolder(), 'sandbox.json');
    writeFileSync(file, 'mine');
    await expect(runCommand(init, ['init', file, ...flags])).rejects.toThrow('--force writes over it');
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await runCommand(init, ['init', file, ...flags, '--force']);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ signing: { recipe: 'none' } });
  });

  test('missing answers are named by their options', async () => {
    const file = newFile();
    await expect(runCommand(init, ['init', file, '--merchant', 'M1'])).rejects.toThrow(
      'init needs --base-url, --account when there is no terminal to ask on',
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
    [['--merchant', ''], 'init needs --merchant when there is no terminal to ask on'],
  ])('%j is refused and nothing is written', async (words, message) => {
    const file = newFile();
    await expect(runCommand(init, ['init', file, ...flags, ...words])).rejects.toThrow(message);
    expect(existsSync(file)).toBe(false);
  });
});

describe('initAnswers', () => {
  test('asks only what no option says and what the recipe needs', async () => {
    const asked: string[] = [];
    const answers = await initAnswers(
      { baseUrl: 'https://pay.example', merchant: 'M1', account: 'A1', signing: 'module' },
      async (text) => {
        asked.push(text);
        return '';
      },
    );
    expect(asked.map((text) => text.split(/[ :]/)[0])).toEqual([
      'Name',
      'What',
      'Second',
      'File',
      'Currencies',
      'What',
      'Name',
    ]);
    expect(answers).toMatchObject({ name: 'Our sandbox', module: 'sign.mjs', keyEnv: '' });
  });

  test('an empty answer that may not be is asked again, and missing after three', async () => {
    const asked: string[] = [];
    const ask = async (text: string) => {
      asked.push(text);
      return '';
    };
    await expect(initAnswers({}, ask)).rejects.toBeInstanceOf(ConfigurationError);
    expect(asked.filter((text) => text.includes('merchant_id'))).toHaveLength(3);
    expect(asked.filter((text) => text.startsWith('An answer is needed'))).toHaveLength(6);
  });
});

test('a wrong answer is said at once and asked again, and the others are kept', async () => {
  const address = await closedAddress();
  const asked: string[] = [];
  const replies: Record<string, string[]> = {
    Base: ['pay.example', `${address}/v1`, address],
    Nothing: ['yes'],
    merchant_id: ['M1'],
    account_id: ['A1'],
    Currencies: ['EURO', 'EUR,USD'],
  };
  const kept = {};
  const answers = await initAnswers(
    {},
    async (text) => {
      asked.push(text);
      const [, key = ''] = /(?:^|\n)(\w+)[^\n]*$/.exec(text) ?? [];
      return replies[key]?.shift() ?? '';
    },
    kept,
  );
  expect(answers).toMatchObject({ baseUrl: address, currencies: 'EUR,USD', allow: 'reads' });
  const said = asked.join('\n');
  expect(said).toContain('The address must be an http or https address, found "pay.example".\nBase address');
  expect(said).toContain('leave /v1 out.\nBase address');
  expect(said).toMatch(/Nothing answers at 127\.0\.0\.1, port \d+ \(ECONNREFUSED\)\. Keep it all the same\?/);
  expect(answerOptions(kept)).toEqual([
    '--base-url',
    address,
    '--merchant',
    'M1',
    '--account',
    'A1',
    '--currencies',
    'EUR,USD',
  ]);
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

describe('whoever is asked', () => {
  const replies = (more: Record<string, string[]>) => {
    const asked: string[] = [];
    const left: Record<string, string[]> = {
      merchant_id: ['M1'],
      account_id: ['A1'],
      Base: ['https://pay.example'],
      Nobody: ['y'],
      ...more,
    };
    const ask = async (text: string) => {
      asked.push(text);
      const [, key = ''] = /(?:^|\n)(\w+)[^\n]*$/.exec(text) ?? [];
      return left[key]?.shift() ?? '';
    };
    return { asked, ask };
  };
  const given = { baseUrl: 'https://pay.example', merchant: 'M1', account: 'A1' };

  test('gets a name for the cards where money moves, and no question that refuses Enter', async () => {
    const { asked, ask } = replies({ What: ['', 'reads,moves-money'] });
    expect(await initAnswers(given, ask)).toMatchObject({
      allow: 'reads,moves-money',
      cards: 'cards.json',
    });
    expect(asked.at(-1)).toContain('[cards.json]');
    expect(await initAnswers(given, replies({}).ask)).toMatchObject({ allow: 'reads', cards: '' });
  });

  test('hears that a card number is no name, without the number, and it is not kept', async () => {
    const { asked, ask } = replies({
      What: ['', 'reads,moves-money'],
      Name: ['Ours', '5105 1051 0510 5100', 'mine.json'],
    });
    const kept = {};
    expect(await initAnswers(given, ask, kept)).toMatchObject({ cards: 'mine.json' });
    expect(asked.at(-1)).toMatch(/^That looks like a card number/);
    expect(asked.join() + JSON.stringify(kept)).not.toContain('5105');
  });

  test('goes back to the question before and keeps what was answered', async () => {
    const { asked, ask } = replies({
      What: ['', 'reads,moves-money', 'reads'],
      Name: ['Ours', 'back'],
      Currencies: ['EUR'],
    });
    expect(await initAnswers({ ...given, otherAccount: 'A2' }, ask)).toMatchObject({
      name: 'Ours',
      allow: 'reads',
      cards: '',
      currencies: 'EUR',
    });
    expect(asked.filter((text) => text.startsWith('What the suite'))).toEqual([
      expect.stringContaining('[reads]'),
      expect.stringContaining('[reads,moves-money]'),
    ]);
  });

  test('stays at the first question, and answers anew what was left behind twice', async () => {
    const { asked, ask } = replies({
      Name: ['back', 'First'],
      What: ['sandbox', 'back'],
      How: ['back', 'none'],
      Currencies: ['back'],
    });
    expect(await initAnswers(given, ask)).toMatchObject({ name: 'First', signing: 'none' });
    expect(asked.filter((text) => text.startsWith('How'))).toHaveLength(3);
  });

  test('may have the file of cards written, empty and for its owner alone', async () => {
    const file = join(emptyFolder(), 'a.json');
    const answers = { ...(await initAnswers({ ...given, allow: 'moves-money', cards: 'c/cards.json' })) };
    await offerCards(file, answers, async () => 'no');
    const path = join(file, '..', 'c', 'cards.json');
    expect(existsSync(path)).toBe(false);
    await offerCards(file, answers, async () => '');
    expect(JSON.parse(readFileSync(path, 'utf8'))[0].card).toBe('');
    expect(statSync(path).mode & 0o077).toBe(0);
    writeFileSync(path, 'mine');
    await offerCards(file, answers, () => Promise.reject(new Error('asked')));
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });
});

test('a wrong file is named as the user gave it', async () => {
  const answers = await initAnswers({ baseUrl: 'https://a.example', merchant: 'M', account: 'A' });
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

  test('says in one line which options answer when there is no terminal to ask on', async () => {
    const file = newFile();
    const words = ['init', file, ...flags, '--certification'];
    await expect(runCommand(init, words)).rejects.toThrow(
      /^init --certification asks .*but there is no terminal to ask on: use --product-name, .*--contact\.$/,
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
    const asked: string[] = [];
    const answers = ['Gateway', '4.2', '', 'Acquirer', 'A. Tester', '', '', '', '2027-12-31', ''];
    const said = await completeCertification({}, async (text) => {
      asked.push(text);
      return answers[asked.length - 1] ?? '';
    });
    addCertification(file, said);
    const written = JSON.parse(readFileSync(file, 'utf8'));
    expect(written).toEqual({ ...before, certification: './sandbox.certification.json' });
    expect(loadTarget(file, {}).certification).toEqual({
      product: { name: 'Gateway', version: '4.2' },
      vendor: 'Acquirer',
      tester: { name: 'A. Tester' },
      validUntil: '2027-12-31',
    });
    expect(asked).toHaveLength(10);
  });

  test('a day that is none is asked again, and what options say is not asked', async () => {
    const asked: string[] = [];
    const days = ['2027-13-01', '2027-12-31'];
    const said = await completeCertification({ vendor: 'Acquirer' }, async (text) => {
      asked.push(text);
      return text.includes('Last day') ? (days.shift() ?? '') : '';
    });
    expect(said).toEqual({ vendor: 'Acquirer', validUntil: '2027-12-31' });
    expect(asked).toHaveLength(10);
    expect(asked.filter((text) => text.startsWith('It must be a real date'))).toHaveLength(1);
  });
});
