import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.ts';

// The compiled modules, as a run has them: the runner would compile the sources anew, in each of its processes.
const compiled = `${root}dist/modules/`;

const spec = `
import { expect } from '${root}node_modules/@playwright/test/index.mjs';
import { sample } from '${compiled}generators/seed.js';
import { validRequest } from '${compiled}generators/valid.js';
import { about, test } from '${compiled}specs/fixtures/index.js';

async function pay(service) {
  const [made] = sample(validRequest('direct-payment', service.context, 'full'), service.seed, 1);
  return (await service.send('direct-payment', made)).exchange;
}

test('throws the raw request', about('direct-payment'), async ({ service }) => {
  throw new Error('refused: ' + (await pay(service)).sent.body);
});
test('throws the raw values', about('direct-payment'), async ({ service }) => {
  const { value } = (await pay(service)).sent;
  throw new Error('card=' + value.card + ' security_code=' + value.security_code + ' for ' + value.shopper_email);
});
test('compares the raw request', about('direct-payment'), async ({ service }) => {
  expect((await pay(service)).sent.value).toEqual({});
});
test('prints the raw request', about('direct-payment'), async ({ service }) => {
  process.stderr.write((await pay(service)).sent.body + '\\n');
});
test('waits too long inside a step', about('direct-payment'), async ({ service }) => {
  test.setTimeout(2_000);
  const { body } = (await pay(service)).sent;
  await test.step('waits', async () => {
    await test.info().attach('note', { body: 'nothing secret' });
    await new Promise(() => body);
  });
});
`;

const config = `
import config from '${compiled}playwright.config.js';
const base = await config;
const projects = base.projects.map((one) => (one.name === 'full' ? { ...one, testDir: import.meta.dirname, testMatch: '*.spec.js' } : one));
export default { ...base, projects: projects.filter(({ name }) => name !== 'quick'), use: { ...base.use, trace: process.env.LEAKING_TRACE ?? 'off' } };
`;

/** Writes specs that leak what they send, and a configuration that runs them, with traces if `LEAKING_TRACE` says so; returns its path. */
export function writeLeakingSpecs(folder: string): string {
  const specs = join(folder, 'leaking');
  mkdirSync(specs, { recursive: true });
  writeFileSync(join(specs, 'package.json'), '{"type":"module"}');
  writeFileSync(join(specs, 'leaking.spec.js'), spec);
  const file = join(specs, 'playwright.config.js');
  writeFileSync(file, config);
  return file;
}
