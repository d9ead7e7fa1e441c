import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { init, writeConfiguration } from '../../cli/init.ts';
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

  test('an option that is missing is named', async () => {
    const { status, stderr } = await startConformance(['init', newFile(), '--merchant', 'M1']).ended;
    expect([status, stderr.split('\n')[0]]).toEqual([
      2,
      "error: required option '--base-url <address>' not specified",
    ]);
  });

  test.each([
    [['--signing', 'md5'], '"signing.recipe" must be one of none, fixed, sha256-concat, hmac-sha256, module'],
    [['--signing', 'hmac-sha25'], 'found "hmac-sha25". Did you mean "hmac-sha256"?'],
    [['--base-url', 'ftp://pay.example'], '--base-url must be an http or https address'],
    [['--base-url', 'https://pay.example/v1/refund'], '"baseUrl" must end before the paths of the document'],
    [['--base-url', 'https://<host>.example'], '--base-url must be an http or https address'],
    [['--merchant', ''], '"merchant.merchant_id" must not be empty'],
    [['--account', ' A1'], '"merchant.account_id" must not begin or end with a blank'],
  ])('%j is refused as a run would, and nothing is written', async (words, message) => {
    const file = newFile();
    await expect(runCommand(init, ['init', file, ...flags, ...words])).rejects.toThrow(message);
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ['sha256-concat', '"signing.key" needs the environment variable SANDBOX_SIGNING_KEY, which is not set.'],
    ['module', 'sign.mjs'],
  ])('a run says what %s still needs', async (recipe, message) => {
    const file = newFile();
    const { lines } = await runCommand(init, ['init', file, ...flags, '--signing', recipe]);
    expect(lines.join('\n')).toMatch(/^1\. (?:Put the signing key|Write sign\.mjs)/m);
    const { status, stderr } = await startConformance(['explore', '--target', file]).ended;
    expect([status, stderr.trim().split('\n')]).toEqual([2, [expect.stringContaining(message)]]);
  });
});
