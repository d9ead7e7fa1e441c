// Takes the pictures of docs/images/ from real runs: terminal, certificate, Allure report, clause matrix, explore.
// Usage: node tools/pictures.mjs [only,these,names] (after npm start has installed everything; wants a monospaced font)
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
build();
const { openBrowser } = await import('../dist/specs/support/browser.js');
const { serveFolder } = await import('../dist/reports/serve.js');
const { openSession } = await import('../dist/cli/explore/session.js');
const { serveExplore } = await import('../dist/cli/explore/serve.js');

const work = mkdtempSync(join(tmpdir(), 'pictures-'));
const images = join(root, 'docs', 'images');
mkdirSync(images, { recursive: true });
const wanted = process.argv[2]?.split(',');

/** Runs the suite from a folder of its own, so that its reports are in reports/out there, and returns what it printed, colours included. */
function run(folder, ...words) {
  const { CI: _ci, NO_COLOR: _plain, ...env } = process.env;
  mkdirSync(folder, { recursive: true });
  const said = spawnSync(process.execPath, [join(root, 'cli/conformance.mjs'), 'run', ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, FORCE_COLOR: '1' },
  });
  const lines = said.stdout.split('\n').filter((line) => !/^\d+ of \d+ tests/.test(line));
  return lines.join('\n').trim();
}

/** The browser among the packages knows its own fonts only; pictures want those of the system too. */
async function openWithFonts() {
  const folder = join(root, 'node_modules/.cache/payment-acquiring-conformance/chromium');
  const opened = await openBrowser({ browser: 'auto' });
  if ('reason' in opened) throw new Error(opened.reason);
  if (!opened.how.includes('packages')) return opened.browser;
  await opened.browser.close();
  const fonts = join(work, 'fonts.conf');
  const dirs = [join(folder, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  writeFileSync(
    fonts,
    `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${join(work, 'c')}</cachedir></fontconfig>`,
  );
  const env = { ...process.env, LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_FILE: fonts };
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    args: ['--no-sandbox', '--disable-gpu'],
    env,
  });
}

const require = createRequire(import.meta.url);
const xterm = (file) => readFileSync(join(require.resolve('@xterm/xterm/package.json'), '..', file), 'utf8');

/** A page on which a terminal shows a text. */
function terminalPage(text, columns) {
  const rows = stripVTControlCharacters(text)
    .split('\n')
    .reduce((sum, line) => sum + 1 + Math.floor(line.length / columns), 0);
  return `<!doctype html><meta charset="utf-8"><style>${xterm('css/xterm.css')} body{margin:0;background:#111}</style>
<div id="t"></div><script>${xterm('lib/xterm.js')}</script><script>
const t=new Terminal({cols:${columns},rows:${rows},fontSize:13,convertEol:true,fontFamily:'DejaVu Sans Mono, monospace',theme:{background:'#111',foreground:'#ddd',cursor:'#111'}});
t.open(document.getElementById('t'));t.write(${JSON.stringify(text)},()=>{document.title='ready'});</script>`;
}

const browser = await openWithFonts();
const pageOf = (width, height) => browser.newPage({ viewport: { width, height } });

async function take(name, page, options = {}) {
  await page.screenshot({ path: join(images, `${name}.png`), ...options });
  await page.close();
  console.log(`docs/images/${name}.png`);
}

const failing = join(work, 'failing');
const clean = join(work, 'clean');
const fault = [
  '--fault',
  'refund-reference-id-three-digits',
  '--operation',
  'refund',
  '--seed',
  '7',
  '--runs',
  '3',
];

const pictures = {
  async terminal() {
    const page = await pageOf(1000, 900);
    await page.setContent(terminalPage(run(failing, ...fault), 120));
    await page.waitForFunction(() => document.title === 'ready');
    await take('terminal', page, { clip: await page.locator('.xterm-screen').boundingBox() });
  },
  async certificate() {
    if (!existsSync(clean)) run(clean, '--seed', '11');
    const served = await serveFolder(join(clean, 'reports/out'));
    const page = await pageOf(1000, 1100);
    await page.goto(`${served.url}/certificate.html`);
    await take('certificate', page);
    await served.close();
  },
  async overview() {
    if (!existsSync(failing)) run(failing, ...fault);
    const served = await serveFolder(join(failing, 'reports/out/allure-report'));
    const page = await pageOf(1200, 800);
    await page.goto(`${served.url}/operations/`);
    await page.getByText('answers one result entry per order').first().waitFor();
    await page.evaluate(() => {
      for (const one of document.querySelectorAll('*')) one.scrollTo(0, 0);
    });
    await take('allure-overview', page);
    await served.close();
  },
  async exchange() {
    if (!existsSync(failing)) run(failing, ...fault);
    const served = await serveFolder(join(failing, 'reports/out/allure-report'));
    const page = await pageOf(1200, 1000);
    await page.goto(`${served.url}/operations/`);
    // Groups with a failure are open from the start.
    await page.getByText('answers one result entry per order').first().click();
    await page.getByText('Attachments').first().click();
    await page
      .getByText(/^exchange /)
      .first()
      .click();
    await page.getByText('/v1/refund').first().waitFor();
    await take('allure-exchange', page);
    await served.close();
  },
  async failure() {
    if (!existsSync(failing)) run(failing, ...fault);
    const served = await serveFolder(join(failing, 'reports/out/allure-report'));
    const page = await pageOf(1200, 800);
    await page.goto(`${served.url}/operations/`);
    await page.getByText('answers one result entry per order').first().click();
    await page.getByText('2.9/refund_reference_id/shape').first().waitFor();
    await take('allure-failure', page);
    await served.close();
  },
  async matrix() {
    if (!existsSync(failing)) run(failing, ...fault);
    const served = await serveFolder(join(failing, 'reports/out/allure-report'));
    const page = await pageOf(1100, 900);
    await page.goto(`${served.url}/matrix/`);
    await page.getByRole('searchbox').fill('2.9');
    await take('clause-matrix', page);
    await served.close();
  },
  async explore() {
    const session = await openSession({ seed: 11, fault: 'refund-reference-id-three-digits' });
    const served = await serveExplore(session, { port: 0 });
    const page = await pageOf(1200, 1000);
    await page.goto(served.url);
    await page.getByLabel('Operation').selectOption('refund');
    await page.getByRole('button', { name: 'Make request' }).click();
    await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#verdict').waitFor();
    await take('explore', page);
    await served.close();
    await session.close();
  },
};

try {
  for (const [name, make] of Object.entries(pictures)) if (wanted?.includes(name) ?? true) await make();
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}
