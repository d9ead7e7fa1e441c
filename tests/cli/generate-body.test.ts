import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { generate, shownHeaders } from '../../cli/investigate/generate.ts';
import { createSigner } from '../../targets/sending/signing.ts';
import { loadTarget } from '../../targets/target.ts';
import { emptyFolder, runCommand } from './command.ts';

const key = 'k-9f8e7d6c5b4a3928';

function place(signing: object = { recipe: 'hmac-sha256', key: { env: 'OUR_KEY' } }) {
  vi.stubEnv('OUR_KEY', key);
  vi.stubEnv('OUR_TOKEN', 'Bearer zz-3141592653589793');
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = emptyFolder();
  const target = join(folder, 'target.json');
  writeFileSync(
    target,
    JSON.stringify({
      name: 'Ours',
      environment: 'sandbox',
      baseUrl: 'https://pay.example/gate',
      merchant: { merchant_id: 'M77', account_id: 'A77' },
      headers: { authorization: { env: 'OUR_TOKEN' }, 'x-tenant': 'blue' },
      signing,
    }),
  );
  const body = (text: string) => {
    const file = join(folder, 'body');
    writeFileSync(file, text);
    return file;
  };
  return { target, body };
}

/** Runs a command and returns everything that it wrote to standard output. */
async function written(command: Parameters<typeof runCommand>[0], words: readonly string[]): Promise<string> {
  const pieces: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    pieces.push(String(text));
    return true;
  });
  try {
    const { lines } = await runCommand(command, words);
    return [...pieces, ...lines.map((line) => `${line}\n`)].join('');
  } finally {
    write.mockRestore();
  }
}

const signed = (target: string, file: string, ...more: string[]) =>
  written(generate, ['generate', 'query', '--body', file, '--target', target, ...more]);

test('a body gets the signature that a run would send', async () => {
  const { target, body } = place();
  const value = { merchant_id: 'M77', order_no: 'A-1' };
  const file = body(JSON.stringify(value));
  const signature = (await createSigner(loadTarget(target, process.env))).sign(value, 'query');
  const whole = { ...value, encryption_data: signature };
  const form = new URLSearchParams(whole).toString();
  // The document lets a query be sent as a form (1.2).
  expect(await signed(target, file)).toBe(form);
});

test('only the stand-in of a body is replaced', async () => {
  const { target, body } = place();
  const text = '{ "order_no" : "A-1",\n "encryption_data":"0000" }';
  const signature = (await createSigner(loadTarget(target, process.env))).sign({ order_no: 'A-1' }, 'query');
  expect(await signed(target, body(`${text}\n`))).toBe(text.replace('0000', signature));
});

test('the command that sends a signed body names secrets and shows none', async () => {
  const { target, body } = place();
  const text = await signed(target, body('{"order_no":"A-1"}'), '--curl');
  expect(text).toMatch(/--data-raw .*order_no=A-1&encryption_data=/);
  expect(text).toContain('https://pay.example/gate/v1/');
  expect(text).toContain(`-H "authorization: \${OUR_TOKEN}"`);
  expect(text).not.toContain(key);
  expect(text).not.toContain('3141592653589793');
  expect(spawnSync('sh', ['-n', '-c', text], { encoding: 'utf8' }).stderr).toBe('');
});

test('an option that a given body makes useless is refused', async () => {
  const { target, body } = place();
  await expect(signed(target, body('{}'), '--kind', 'fault')).rejects.toThrow(
    '--kind has no effect on what --body signs',
  );
});

test.each([
  ['{', 'cannot be read as json'],
  ['[1]', 'is not one object'],
])('a body %s is refused in one line', async (text, message) => {
  const { target, body } = place();
  await expect(signed(target, body(text))).rejects.toThrow(message);
});

test('a file that is not there is named', async () => {
  const { target } = place();
  await expect(signed(target, '/none/such.json')).rejects.toThrow('/none/such.json cannot be read');
});

test('a header from a file is read by the shell', () => {
  const headers = { authorization: { shown: '$(cat it.txt)', reveal: () => 'x' } };
  expect(shownHeaders({ headers })).toEqual(['-H "authorization: $(cat it.txt)"']);
});

test('generated requests are the merchant’s own and hold none of its cards', async () => {
  const { target } = place();
  const words = ['generate', 'query', '--target', target, '--curl'];
  const text = await written(generate, words);
  expect(text).toContain('M77');
  expect(text).toContain(`-H "authorization: \${OUR_TOKEN}"`);
  expect(text).toContain('https://pay.example/gate/v1/');
  expect(text).not.toContain('3141592653589793');
});

test('generated requests are signed by the target that is named', async () => {
  const { target } = place();
  const json = await written(generate, ['generate', 'refund', '--target', target]);
  const { encryption_data: signature, ...body } = JSON.parse(json).body;
  const signer = await createSigner(loadTarget(target, process.env));
  expect(signature).toBe(signer.sign(body, 'refund'));
  expect(JSON.parse(await written(generate, ['generate', 'refund'])).body).not.toHaveProperty(
    'encryption_data',
  );
});
