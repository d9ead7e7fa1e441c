import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../targets/loopback.ts';
import { playwright } from './command.ts';
import { textsOf } from './every-text.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeTarget } from './target-files.ts';
import { filesBelow } from './written-files.ts';

removeFolders();
const credential = 'canary-credential-77b1d04e3c';
const configuration = new URL('../../dist/entries/config.js', import.meta.url).href;

/** A reporter that writes down each step and its error, as Playwright hands them out. */
const steps = `
import { appendFileSync } from 'node:fs';
export default class {
  onStepEnd(_test, _result, { category, title, error }) {
    appendFileSync(new URL('steps.txt', import.meta.url), JSON.stringify([category, title, error?.message ?? '']) + '\\n');
  }
}
`;

test('no report of Playwright holds the headers of a call that failed', async () => {
  const seen: string[] = [];
  const { url } = await listen((incoming) => {
    seen.push(incoming.rawHeaders.join(' '));
    incoming.socket.destroy();
  });
  const folder = makeFolder();
  const own = { headers: { 'X-Credential': { env: 'CANARY_CREDENTIAL' } } };
  const target = writeTarget(makeFolder(), url, own);
  // Options of `use` change nothing of what is sent.
  writeFileSync(
    join(folder, 'playwright.config.mjs'),
    `import { conformance } from '${configuration}';
export default conformance({
  use: { baseURL: 'http://127.0.0.1:1', extraHTTPHeaders: { 'x-of-use': '1' }, proxy: { server: 'http://127.0.0.1:1' } },
  reporter: [['json', { outputFile: 'report.json' }]],
});
`,
  );
  writeFileSync(join(folder, 'steps.mjs'), steps);
  const words = ['query.spec', 'preflight.setup', '--project=preflight', '--project=full', '--no-deps'];
  const { status, text } = await playwright(
    folder,
    [
      ...words,
      `--reporter=${join(folder, 'steps.mjs')},html,json,blob`,
      '--config',
      join(folder, 'playwright.config.mjs'),
    ],
    { TARGET: target, CANARY_CREDENTIAL: credential, SEED: '7' },
  );
  expect(seen.length, text).toBeGreaterThan(3);
  expect(seen.filter((one) => !one.includes(credential))).toEqual([]);
  expect(seen.join()).not.toContain('x-of-use');
  expect(status).not.toBe(0);
  const told = readFileSync(join(folder, 'steps.txt'), 'utf8');
  expect(told).toContain('"hook"');
  expect(told).not.toContain('"pw:api"');
  const files = filesBelow(folder).filter((file) => textsOf(file).some((one) => one.includes(credential)));
  expect([files, text.includes(credential)]).toEqual([[], false]);
});
