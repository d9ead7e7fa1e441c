import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadTarget } from '../../targets/target.ts';
import { connectionOptions } from '../../targets/transport/route.ts';
import { canary, complaintOf, environment, folderWith, sandbox } from './target-folder.ts';

const shipped = (name: string) => fileURLToPath(new URL(`../../targets/${name}`, import.meta.url));
const card = {
  card: '4111111111111111',
  expiration_month: '12',
  expiration_year: '2035',
  security_code: '123',
};

const load = (
  content: unknown,
  more: Readonly<Record<string, unknown>> = {},
  variables: Record<string, string> = environment,
) => loadTarget(join(folderWith({ 'target.json': content, ...more }), 'target.json'), variables);
const complain = (content: unknown, more = {}, variables: Record<string, string> = environment) =>
  complaintOf(() => load(content, more, variables)).replace(/[^\s(]*\/target\.json/, 'target.json');

describe('loadTarget', () => {
  test('fills careful defaults for what a real target leaves out', () => {
    const target = load(sandbox);
    expect(target).toMatchObject({
      baseUrl: 'https://sandbox.example/gateway',
      allow: ['reads'],
      cards: [],
      limits: {
        timeoutMs: 30_000,
        requests: 500,
        requestsPerSecond: 5,
        amountPerRequest: 10,
        amountTotal: 100,
        concurrent: 2,
      },
      tls: { verify: true },
      capabilities: { refund: true, 'optimise-payment-methods': false },
    });
  });
  test('takes the limits that a target file names', () => {
    const limits = { requests: 7, amountPerRequest: '2.50', amountTotal: '20.50' };
    expect(load({ ...sandbox, limits }).limits).toMatchObject({
      requests: 7,
      requestsPerSecond: 5,
      amountPerRequest: 2.5,
      amountTotal: 20.5,
    });
  });
  test('reads the embedded target without its key', () => {
    const target = loadTarget(shipped('mock.json'), {});
    expect(target.baseUrl).toBeUndefined();
    expect(target.allow).toEqual(['reads', 'creates', 'moves-money', 'irreversible']);
    expect(Object.entries(target.capabilities).filter(([, offered]) => !offered)).toEqual([
      ['optimise-payment-methods', false],
    ]);
    expect(target.limits.requests).toBe(Number.POSITIVE_INFINITY);
    expect(target.cards.length).toBeGreaterThan(3);
  });
  test('finds every file relative to the target file', () => {
    const target = load(
      {
        ...sandbox,
        signing: { recipe: 'hmac-sha256', key: { file: 'keys/signing.txt' } },
        allow: ['reads', 'moves-money'],
        cards: { file: 'cards.json' },
        deviations: 'known.json',
        tls: {
          clientCertificate: {
            certificateFile: 'c.pem',
            keyFile: 'k.pem',
            passphrase: { env: 'SANDBOX_KEY' },
          },
        },
      },
      { 'keys/signing.txt': `${canary}\n`, 'cards.json': [card] },
    );
    expect(target.signing.key?.reveal()).toBe(canary);
    expect(target.cards).toEqual([card]);
    expect(target.deviations).toMatch(/^\/.*\/known\.json$/);
    expect(target.tls.clientCertificate?.certificateFile).toMatch(/^\/.*\/c\.pem$/);
  });
  test('takes cards from a variable', () => {
    const file = { ...sandbox, allow: ['moves-money'], cards: { env: 'CARDS' } };
    expect(load(file, {}, { ...environment, CARDS: JSON.stringify([card]) }).cards).toEqual([card]);
  });
  test('keeps secrets out of JSON and shows where they come from', () => {
    const target = load({ ...sandbox, headers: { 'X-Api-Key': { env: 'SANDBOX_KEY' }, 'X-Trace': 'on' } });
    expect(JSON.stringify(target)).not.toContain(canary);
    expect(target.headers['x-api-key']?.shown).toBe('$SANDBOX_KEY');
    expect(target.headers['x-api-key']?.reveal()).toBe(canary);
    expect(target.headers['x-trace']?.reveal()).toBe('on');
  });
  test('offers 4.12 where its path is named', () => {
    const target = load({ ...sandbox, optimise: { path: '/v1/optimise' } });
    expect(target.capabilities['optimise-payment-methods']).toBe(true);
    expect(target.optimise).toEqual({ path: '/v1/optimise', body: {} });
  });

  test.each<[name: string, change: unknown, complaint: string]>([
    [
      'an unknown key',
      { ...sandbox, merchnat: {} },
      'target.json: "merchnat" is not a known key. Did you mean "merchant"?',
    ],
    [
      'an unknown key inside',
      { ...sandbox, limits: { timeout: 5 } },
      'target.json: "limits.timeout" is not a known key. Did you mean "timeoutMs"?',
    ],
    [
      'an operation that is none',
      { ...sandbox, capabilities: { refnd: false } },
      'target.json: "capabilities.refnd" is not a known key. Did you mean "refund"?',
    ],
    [
      'a wrong word',
      { ...sandbox, environment: 'Sandbox' },
      'target.json: "environment" must be one of embedded, sandbox, certification, production-like, found "Sandbox". Did you mean "sandbox"?',
    ],
    [
      'a wrong effect',
      { ...sandbox, allow: ['reads', 'moves-mony'] },
      'target.json: "allow[1]" must be one of reads, creates, moves-money, irreversible, found "moves-mony". Did you mean "moves-money"?',
    ],
    [
      'a wrong type',
      { ...sandbox, limits: { timeoutMs: '30s' } },
      'target.json: "limits.timeoutMs" must be an integer from 100 to 600000, found "30s".',
    ],
    [
      'a number out of bounds',
      { ...sandbox, limits: { timeoutMs: 5 } },
      'target.json: "limits.timeoutMs" must be at least 100, found 5.',
    ],
    [
      'an amount that is none',
      { ...sandbox, limits: { amountTotal: '1,00' } },
      'target.json: "limits.amountTotal" must be an amount such as "12.34", with at most 12 digits before the point, found "1,00".',
    ],
    [
      'no kind of service',
      { ...sandbox, environment: undefined },
      'target.json: "environment" is missing (What kind of service it is. embedded is the suite\'s own endpoint, started for the run; every other kind starts with only reads allowed).',
    ],
    ['no address', { ...sandbox, baseUrl: undefined }, 'target.json: "baseUrl" is missing.'],
    [
      'an address of the embedded endpoint',
      { ...sandbox, environment: 'embedded' },
      'target.json: "baseUrl" must be absent for the embedded endpoint.',
    ],
    [
      'another protocol',
      { ...sandbox, baseUrl: 'ftp://a.example' },
      'target.json: "baseUrl" must be an http or https address, found "ftp://a.example".',
    ],
    [
      'a relative address',
      { ...sandbox, baseUrl: '/v1' },
      'target.json: "baseUrl" must be an http or https address, found "/v1".',
    ],
    [
      'a query',
      { ...sandbox, baseUrl: 'https://a.example/?x=1' },
      'target.json: "baseUrl" must be an address without query and fragment, found "https://a.example/" and more that is not shown.',
    ],
    [
      'a password in the address',
      { ...sandbox, baseUrl: `https://u:${canary}@a.example` },
      'target.json: "baseUrl" must hold no user name or password; credentials belong under "headers".',
    ],
    [
      'an inline key',
      { ...sandbox, signing: { recipe: 'hmac-sha256', key: canary } },
      'target.json: "signing.key" must be { "env": "NAME" } or { "file": "PATH" }: a target file must not contain secrets.',
    ],
    [
      'a key that is nowhere',
      { ...sandbox, signing: { recipe: 'hmac-sha256', key: {} } },
      'target.json: "signing.key" must be { "env": "NAME" } or { "file": "PATH" }: a target file must not contain secrets.',
    ],
    [
      'an inline credential header',
      { ...sandbox, headers: { Authorization: canary } },
      'target.json: "headers.Authorization" must be { "env": "NAME" } or { "file": "PATH" }: a target file must not contain secrets.',
    ],
    [
      'an inline proxy password',
      { ...sandbox, proxy: { server: 'http://p.example', password: canary } },
      'target.json: "proxy.password" must be { "env": "NAME" } or { "file": "PATH" }: a target file must not contain secrets.',
    ],
    [
      'a missing variable',
      { ...sandbox, signing: { recipe: 'hmac-sha256', key: { env: 'OTHER_KEY' } } },
      'target.json: "signing.key" needs the environment variable OTHER_KEY, which is not set.',
    ],
    [
      'the secret itself for the name of a variable',
      { ...sandbox, signing: { recipe: 'hmac-sha256', key: { env: canary } } },
      'target.json: "signing.key" needs the environment variable of a name that is not shown, since it looks like a secret itself, which is not set.',
    ],
    [
      'the secret itself for the name of a file',
      { ...sandbox, signing: { recipe: 'hmac-sha256', key: { file: 'c0ffee5f2ac0ffee5f2a' } } },
      'target.json: "signing.key" needs the file of a name that is not shown, since it looks like a secret itself, which cannot be read (ENOENT).',
    ],
    [
      'a name that a terminal would obey',
      { ...sandbox, name: 'x\u001b[2J' },
      'target.json: "name" must hold no control characters, found a value that is not shown.',
    ],
    [
      'an address that is not filled in',
      { ...sandbox, baseUrl: 'https://$\u007bHOST}/gw' },
      'target.json: "baseUrl" must be the address itself, found "https://$\u007bHOST}/gw"; nothing is filled in for "$\u007bHOST}".',
    ],
    [
      'a card for the name of a variable',
      { ...sandbox, cards: { env: '4111111111111111' } },
      'target.json: "cards" needs the environment variable of a name that is not shown, since it looks like a secret itself, which is not set.',
    ],
    [
      'a recipe without its fields',
      { ...sandbox, signing: { recipe: 'sha256-concat', key: { env: 'SANDBOX_KEY' } } },
      'target.json: "signing.fields" is missing.',
    ],
    [
      'XML without a root',
      { ...sandbox, encodings: { refund: { encoding: 'xml' } } },
      'target.json: "encodings.refund.xmlRoot" is missing.',
    ],
    [
      '4.12 without a path',
      { ...sandbox, capabilities: { 'optimise-payment-methods': true } },
      'target.json: "optimise" is missing.',
    ],
    [
      'payments without cards',
      { ...sandbox, allow: ['reads', 'moves-money'] },
      'target.json: "cards" is missing; "allow" permits card payments, and on a sandbox target the cards come from its operator.',
    ],
    [
      'a card of the wrong shape',
      { ...sandbox, cards: [{ ...card, card: '4111-1111-1111-1111' }] },
      'target.json: "cards[0].card" must be 12 to 19 digits without blanks, found a value that is not shown.',
    ],
    ['no object', '[]', 'target.json: the file must be an object, found a value that is not shown.'],
    ['a key that is given twice', '{"name":"a","name":"b"}', 'target.json: duplicate key "name".'],
    ['no JSON', '{"name": "a",}', 'target.json, line 1, column 14: not JSON: a member name was expected.'],
  ])('complains in one line about %s', (_name, content, complaint) => {
    expect(complain(content)).toBe(complaint);
  });
  test.each<readonly [string, object]>([
    ['a password of an address with a wrong port', { baseUrl: `https://u:${canary}@a.example:99999` }],
    ['a password of an address with a wrong scheme', { baseUrl: `ftp://u:${canary}@a.example` }],
    ['a query of the address', { baseUrl: `https://a.example/?token=${canary}` }],
    ['a fragment of the address', { baseUrl: `https://a.example/#${canary}` }],
    ['a query of the address for notifications', { notify: { url: `x://a.example/?t=${canary}` } }],
    ['a path', { optimise: { path: `no path ${canary}` } }],
    ['a name', { name: `${canary}\u001b` }],
    ['a key that is not known', { [canary]: 'x' }],
    ['a key below a known one', { limits: { [`${canary}-1`]: 1 } }],
    ['a header name', { headers: { [`${canary} a`]: 'x' } }],
    ['a return address', { returnUrl: { a: canary } }],
    ['the name of a header of the transport', { headers: { [`x-${canary}`]: 'x', [`X-${canary}`]: 'x' } }],
    ['the name of a header that holds a key', { headers: { [`token-${canary}`]: 'x' } }],
    ['the name of a field', { fixed: { refund: { [canary]: 'x' } } }],
    [
      'the name of a field of a corridor',
      {
        payouts: [
          {
            payment_currency: 'CLP',
            source_currency: 'USD',
            payment_method: 'LOCAL',
            fields: { [canary]: 'x' },
          },
        ],
      },
    ],
    ['the name of a signed field', { signing: { ...sandbox.signing, fields: [canary] } }],
    ['the address of a proxy', { proxy: { server: `bob:${canary}:3128` } }],
  ])('repeats no secret that stands in %s', (_name, part) => {
    const said = complain({ ...sandbox, ...part });
    expect(said).toMatch(/^target\.json: /);
    expect(said).not.toContain(canary);
  });
  test('takes a header whose name every object has for a header', () => {
    const headers = JSON.parse('{"constructor":"a","__proto__":"b","ToString":"c"}');
    const target = load({ ...sandbox, headers });
    expect(Object.entries(target.headers).map(([name, value]) => [name, value.reveal()])).toEqual([
      ['constructor', 'a'],
      ['__proto__', 'b'],
      ['tostring', 'c'],
    ]);
  });
  test('repeats no secret that is a key twice', () => {
    expect(complain(`{"a":[{"${canary}":1,"${canary}":2}]}`)).toBe(
      'target.json: duplicate key, whose name is not shown.',
    );
  });
  test('names the file that holds no key', () => {
    const missing = { ...sandbox, signing: { recipe: 'hmac-sha256', key: { file: 'key.txt' } } };
    expect(complain(missing)).toMatch(
      /"signing\.key" needs the file \S+key\.txt, which cannot be read \(ENOENT\)\.$/,
    );
    expect(complain(missing, { 'key.txt': ' \n' })).toMatch(/which is empty\.$/);
  });
  test('names the place of cards that are none, without their digits', () => {
    const file = { ...sandbox, cards: { file: 'cards.json' } };
    expect(complain(file, { 'cards.json': [{ ...card, security_code: '12345' }] })).toMatch(
      /^the file \S+cards\.json \("cards" of \S*target\.json\): "cards\[0\]\.security_code" must be three or four digits, found a value that is not shown\.$/,
    );
    expect(complain(file, { 'cards.json': 'x' })).toContain('must hold a JSON list of cards');
  });
  test('takes no device for a file, which may have no end', () => {
    expect(() => loadTarget('/dev/zero', {})).toThrow('/dev/zero: cannot be read (it is a device).');
    const device = { ...sandbox, signing: { ...sandbox.signing, key: { file: '/dev/zero' } } };
    expect(complain(device)).toContain('which cannot be read (it is a device)');
    expect(() => connectionOptions({ verify: true, authorityFile: '/dev/zero' })).toThrow('(it is a device)');
  });
  test.each(['constructor', '__proto__'])('takes "%s" for no variable that is set', (env) => {
    const named = { ...sandbox, signing: { ...sandbox.signing, key: { env } } };
    expect(complain(named)).toContain('which is not set');
  });
  test('repeats no value of the length of a page', () => {
    const complaint = complain({ ...sandbox, baseUrl: 'x'.repeat(100_000) });
    expect(complaint).toMatch(/"baseUrl" must be an http or https address, found "x{100,}…/);
    expect(complaint.length).toBeLessThan(400);
  });
  test('says that there is no such file', () => {
    expect(complaintOf(() => loadTarget('nowhere/none.json', {}))).toBe(
      'nowhere/none.json: there is no such target file.',
    );
  });
  test('repeats no secret in any complaint', () => {
    const misplaced = [
      { ...sandbox, signing: { recipe: 'fixed', value: canary, keys: canary } },
      { ...sandbox, signing: { recipe: 'hmac-sha256', key: [canary] } },
      { ...sandbox, signing: canary },
      { ...sandbox, headers: { 'x-api-key': [canary] } },
      { ...sandbox, proxy: { server: 'http://p.example', password: { env: canary, file: canary } } },
      { ...sandbox, cards: canary },
    ];
    const complaints = misplaced.map((content) => complain(content));
    expect(complaints).not.toContain('no complaint');
    expect(complaints.filter((complaint) => complaint.includes(canary))).toEqual([]);
  });
});
