import { readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { demandKnownVariant } from '../../cli/investigate/known-variant.ts';
import { main } from '../../cli/main.ts';
import { inOptionWords } from '../../cli/option-values.ts';
import { environmentOf } from '../../cli/run/run-options.ts';
import type { SubcommandEntry } from '../../cli/subcommand.ts';
import { subcommands } from '../../cli/subcommands.ts';
import { whyUnreachable } from '../../targets/transport/route.ts';
import { emptyFolder, forgetSignals } from './command.ts';

describe('options', () => {
  test('become variables of the runner', () => {
    expect(environmentOf({ seed: '7', runs: '3', operation: 'refund', out: '/tmp/x' })).toMatchObject({
      CONFORMANCE_SEED: '7',
      CONFORMANCE_RUNS: '3',
      CONFORMANCE_OPERATION: 'refund',
      CONFORMANCE_OUT: '/tmp/x',
    });
  });

  test('that were not given leave variables as they are', () => {
    const { CONFORMANCE_SEED: before } = process.env;
    expect(environmentOf({}).CONFORMANCE_SEED).toBe(before);
    expect(environmentOf({})).not.toHaveProperty('CONFORMANCE_GREP');
  });
});

/** Runs the command line in this process and keeps what it says on standard error. */
async function complaint(words: readonly string[]): Promise<{ status: number; said: string }> {
  forgetSignals();
  let said = '';
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  try {
    return { status: await main(words), said };
  } finally {
    write.mockRestore();
  }
}

test.each([
  ['run', 1],
  ['prove', 1],
  ['verify', 0],
] as const)('%s hears signals from its first line to its last: %i', async (name, listeners) => {
  forgetSignals();
  const before = process.listenerCount('SIGTERM');
  const load = vi.spyOn(subcommands[name] as SubcommandEntry, 'load').mockImplementation(async () => {
    expect(process.listenerCount('SIGTERM') - before).toBe(listeners);
    return () => () => 0;
  });
  onTestFinished(() => load.mockRestore());
  await main([name]);
  expect(load).toHaveBeenCalledOnce();
  expect(process.listenerCount('SIGTERM') - before).toBe(listeners);
});

test.each([
  [['--seed', 'x'], /^--seed must be an integer from 0 to 2147483647 or random, found "x"\.\n$/],
  [['--operation', 'refnd'], /^--operation must be one of .*Did you mean "refund"\?\n$/],
  [['--profile', 'quik'], /^--profile must be one of .*Did you mean "quick"\?\n$/],
  [['--warnings', 'fial'], /^--warnings must be one of note, fail.*\n$/],
  [['--runs', '0'], /^--runs must be an integer from 1 .*\n$/],
  [['--workers', 'all'], /^--workers must be an integer from 1 .*\n$/],
  [['--target', '/nowhere/target.json'], /^\/nowhere\/target\.json: there is no such target file\.\n$/],
  [['--fault', 'refund-reference-id-three-digit'], /^no fault is called .*three-digits"\?\n$/],
  [['--profile', 'certification', '--grep', 'x'], /^Profile certification does not accept --grep: .*\n$/],
  [['--profile', 'certification', '--runs', '3'], /^Profile certification does not accept --runs 3: .*\n$/],
  [['--target', ''], /^--target must not be empty\.\n$/],
  [['--operation', ' '], /^--operation must not be empty\.\n$/],
  [['--grep', '('], /^--grep is not a valid regular expression: .*\n$/],
  [['--fail-on-drift'], /^--fail-on-drift compares with --baseline, which names no statement\.\n$/],
] as const)('run %j is wrong use', async (words, expected) => {
  const out = emptyFolder();
  const { status, said } = await complaint(['run', '--out', out, ...words]);
  expect(status).toBe(2);
  expect(said).toMatch(expected);
  expect(readdirSync(out)).toEqual([]);
});

test('run --fault is wrong use for a service of its own', async () => {
  const fault = ['--fault', 'refund-reference-id-three-digits'];
  const file = join(emptyFolder(), 'target.json');
  const merchant = { merchant_id: 'M1', account_id: 'A1' };
  const described = { name: 'Mine', environment: 'sandbox', baseUrl: 'https://sandbox.example', merchant };
  writeFileSync(file, JSON.stringify({ ...described, signing: { recipe: 'none' } }));
  const { status, said } = await complaint(['run', '--target', file, ...fault, '--out', emptyFolder()]);
  expect(status).toBe(2);
  expect(said).toBe(
    `--fault changes the embedded endpoint, and ${file} names another service ("environment": "sandbox").\n`,
  );
});

test('run --operation says that the service has no such operation', async () => {
  const file = join(emptyFolder(), 'target.json');
  const merchant = { merchant_id: 'M1', account_id: 'A1' };
  const described = { name: 'Mine', environment: 'sandbox', baseUrl: 'https://sandbox.example', merchant };
  const capabilities = { payout: false };
  writeFileSync(file, JSON.stringify({ ...described, signing: { recipe: 'none' }, capabilities }));
  const { status, said } = await complaint([
    'run',
    '--target',
    file,
    '--operation',
    'payout',
    '--out',
    emptyFolder(),
  ]);
  expect(status).toBe(2);
  expect(said).toBe(
    `--operation names payout, and ${file} says under "capabilities" that the service has no such operation.\n`,
  );
});

test('what nobody expected is one line, masked, and never looks like a verdict', async () => {
  const entry = subcommands.clauses;
  if (entry === undefined) throw new Error('there is no command of this name');
  const load = vi.spyOn(entry, 'load');
  onTestFinished(() => load.mockRestore());
  load.mockRejectedValue(new Error('a shelf fell on 4111111111111111\nand more'));
  const { status, said } = await complaint(['clauses']);
  expect(status).toBe(4);
  expect(said).toMatch(/^The suite itself failed: a shelf fell on 411111xxxxxx1111 \(\S+:\d+\)\n$/);
  expect(said).not.toContain('4111111111111111');
  expect(said).not.toContain('    at ');
});

test('a setting keeps the name by which it was given', () => {
  const message = 'CONFORMANCE_RUN_ID must match a pattern, found "CONFORMANCE_RUN_ID".';
  expect(inOptionWords(message, ['run', '--run-id', 'x'])).toMatch(/^--run-id must match/);
  expect(inOptionWords(message, ['run', '--run-id=x'])).toMatch(/^--run-id must match/);
  expect(inOptionWords(message, ['run', '--seed', '1'])).toBe(message);
});

test.each([
  ['mock', '--port'],
  ['explore', '--port'],
])('a port that is taken is one line: %s', async (...words) => {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { status, said } = await complaint([...words, String(port)]);
  expect(said).toBe(`--port ${port} is taken by another program; 0 picks a free one.\n`);
  expect(status).toBe(2);
});

describe('a variant of the embedded endpoint', () => {
  test('that exists is taken', () => {
    expect(() => demandKnownVariant({ fault: 'refund-reference-id-three-digits' })).not.toThrow();
    expect(() => demandKnownVariant({})).not.toThrow();
  });

  test('that does not exist is answered with the nearest one', () => {
    expect(() => demandKnownVariant({ fault: 'refund-reference-id-three-digit' })).toThrow(
      'no fault is called "refund-reference-id-three-digit". Did you mean "refund-reference-id-three-digits"?',
    );
  });
});

describe('a service', () => {
  test('that listens can be reached, and is sent nothing', async () => {
    let asked = 0;
    const server = createServer(() => {
      asked += 1;
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    expect(await whyUnreachable(`http://127.0.0.1:${port}/gateway`)).toBeUndefined();
    expect(asked).toBe(0);
  });

  test('that nobody vouches for cannot be reached, unless the target trusts it', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const server = createTlsServer({ key, cert });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => void server.close());
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    expect(await whyUnreachable(url)).toMatch(/^self-signed certificate.*, DEPTH_ZERO_SELF_SIGNED_CERT$/);
    expect(await whyUnreachable(url, { tls: { verify: false } })).toBeUndefined();
  });

  test('that nobody listens for is refused', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    expect(await whyUnreachable(`http://127.0.0.1:${port}`)).toBe('ECONNREFUSED');
  });

  test('whose name does not exist cannot be reached', async () => {
    expect(await whyUnreachable('http://nobody.invalid')).toMatch(/^(ENOTFOUND|EAI_AGAIN|ETIMEDOUT)$/);
  });
});
