// Takes the pictures of docs/images/ from real runs: terminal, certificate, Allure report, clause matrix, explore.
// Usage: node tools/pictures.mjs [only,these,names] (after npm start has installed everything; needs a monospaced font)
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from './build.mjs';
import { makeReport } from './report.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
build();
const { openBrowser } = await import('../dist/modules/targets/browser.js');
const { openSession } = await import('../dist/modules/cli/explore/session.js');
const { serveExplore } = await import('../dist/modules/cli/explore/serve.js');

const work = mkdtempSync(join(tmpdir(), 'pictures-'));
const images = join(root, 'docs', 'images');
mkdirSync(images, { recursive: true });
const wanted = process.argv[2]?.split(',');

/** Runs tests with reports in a folder of their own; returns what stands, in colours, below Playwright's own lines. */
function run(folder, variables, words) {
  const { CI: _ci, NO_COLOR: _plain, ...env } = process.env;
  const runner = join(root, 'node_modules/@playwright/test/cli.js');
  const { stdout } = spawnSync(
    process.execPath,
    [runner, 'test', '--output', join(folder, 'made'), ...words],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...env,
        FORCE_COLOR: '1',
        CONFORMANCE_OUT: join(folder, 'run'),
        PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
        ...variables,
      },
    },
  );
  makeReport(join(folder, 'run'));
  const lines = stdout.split('\n');
  const end = lines.findLastIndex((line) => /^\s+\d+ passed/.test(stripVTControlCharacters(line)));
  // A run of one's own leaves its reports in a folder of results.
  const out = relative(root, join(folder, 'run'));
  const told = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  return told.replaceAll(out, 'results/latest');
}

/** The bundled browser has only its own fonts, and the pictures also need those of the system. */
async function openWithFonts() {
  const folder = join(root, 'node_modules/.cache/payment-acquiring-conformance/chromium');
  const opened = await openBrowser('auto');
  if ('reason' in opened) throw new Error(opened.reason);
  if (!opened.name.includes('packages')) return opened.browser;
  await opened.close();
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

/** A page with a terminal that shows a text. */
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

// The setup of a certifier: an acquirer of the embedded endpoint, with a certification file next to its target file.
const certified = join(work, 'gateway.json');
const { $schema: _, ...gateway } = JSON.parse(
  readFileSync(join(root, 'targets/acquirers/gateway.json'), 'utf8'),
);
writeFileSync(certified, JSON.stringify({ ...gateway, certification: './gateway.certification.json' }));
writeFileSync(
  join(work, 'gateway.certification.json'),
  JSON.stringify({
    tester: {
      name: 'R. Example',
      organisation: 'Example Laboratory',
      accreditation: 'ISO/IEC 17025, no. 0000 (example)',
    },
    vendor: 'Example Acquirer',
    product: { name: 'Gateway', version: '2026.11', environment: 'embedded endpoint, acquirer gateway' },
    purpose: 'first certification',
    validUntil: '2027-11-30',
    contact: 'certification@laboratory.example',
  }),
);

const runs = {
  certified: [{ TARGET: certified, PROFILE: 'certification' }, []],
  failing: [
    {
      TARGET: 'embedded',
      SEED: '7',
      CONFORMANCE_RUNS: '3',
      CONFORMANCE_FAULT: 'refund-reference-id-three-digits',
    },
    ['refund.spec.ts'],
  ],
};
const said = new Map();

/** The output of a run, which is made once. */
function printedBy(name) {
  if (!said.has(name)) said.set(name, run(join(work, name), ...runs[name]));
  return said.get(name);
}

/** Takes a picture of a page of a run. */
async function takeReport(picture, [width, height], name, path, act) {
  printedBy(name);
  const page = await pageOf(width, height);
  await page.goto(pathToFileURL(join(work, name, path)).href);
  await act?.(page);
  await take(picture, page);
}

// Groups with a failure are expanded at the start.
const failedTest = (page) => page.getByText('answers one result entry per order').first();
const allure = 'run/allure-report/index.html';

const pictures = {
  async terminal() {
    const page = await pageOf(1000, 900);
    await page.setContent(terminalPage(printedBy('failing'), 120));
    await page.waitForFunction(() => document.title === 'ready');
    await take('terminal', page, { clip: await page.locator('.xterm-screen').boundingBox() });
  },
  certificate: () => takeReport('certificate', [1000, 1100], 'certified', 'run/certificate.html'),
  narrow: () => takeReport('certificate-narrow', [500, 1000], 'certified', 'run/certificate.html'),
  rehearsal: () => takeReport('certificate-rehearsal', [1000, 1100], 'failing', 'run/certificate.html'),
  cause: () =>
    takeReport('certificate-cause', [1000, 700], 'failing', 'run/certificate.html', (page) =>
      page.locator('article.finding').first().scrollIntoViewIfNeeded(),
    ),
  overview: () =>
    takeReport('allure-overview', [1200, 800], 'failing', allure, async (page) => {
      await failedTest(page).waitFor();
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('*')) one.scrollTo(0, 0);
      });
    }),
  failure: () =>
    takeReport('allure-failure', [1200, 800], 'failing', allure, async (page) => {
      await failedTest(page).click();
      await page.getByText('2.9/refund_reference_id/shape').first().waitFor();
    }),
  exchange: () =>
    takeReport('allure-exchange', [1200, 1000], 'failing', allure, async (page) => {
      await failedTest(page).click();
      await page.getByText('Attachments').first().click();
      const attached = page.getByText(/^exchange /);
      await attached.first().click();
      await page.getByText('/v1/refund').first().waitFor();
    }),
  html: () =>
    takeReport('playwright-failure', [1200, 1000], 'failing', 'html/index.html', async (page) => {
      await failedTest(page).click();
      await page
        .getByText(/^answer /)
        .first()
        .click();
    }),
  matrix: () =>
    takeReport('clause-matrix', [1100, 900], 'failing', 'run/matrix.html', (page) =>
      page.getByText('Section 2.9', { exact: true }).scrollIntoViewIfNeeded(),
    ),
  async explore() {
    process.env.CONFORMANCE_FAULT = 'refund-reference-id-three-digits';
    const session = await openSession({});
    const served = await serveExplore(session);
    const page = await pageOf(1600, 900);
    await page.goto(served.url);
    await page.getByLabel('Operation').selectOption('refund');
    await page.getByRole('status').filter({ hasText: 'Ready: POST /v1/refund' }).waitFor();
    await page.getByRole('button', { name: 'Pay first' }).click();
    await page.getByRole('status').filter({ hasText: 'Paid: ' }).waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#verdict').waitFor();
    await page.getByText('values to try').first().click();
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
