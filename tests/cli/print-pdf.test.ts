import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { printPdf } from '../../cli/certify/print-pdf.ts';
import { renderCertificate } from '../../reports/certificate.ts';
import { openBrowser } from '../../targets/browser.ts';
import { startConformance } from '../e2e/command.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { writeKeys } from '../reports/signing/keys.ts';
import { evidenceOf, statementOf } from '../reports/small-register.ts';
import { emptyFolder } from './command.ts';

const certification = {
  tester: { name: 'A. Tester', organisation: 'Laboratory', accreditation: 'ISO/IEC 17025, no. 7' },
  vendor: 'Acquirer',
  product: { name: 'Gateway', version: '4.2', environment: 'staging' },
  validUntil: '2027-01-31',
};
test('a certificate prints on pages of A4', async (context) => {
  const file = join(emptyFolder(), 'certificate.html');
  writeFileSync(file, renderCertificate(statementOf()));
  const one = await printPdf(file, ['0123456789abcdef']);
  if (typeof one === 'string') return context.skip(`no browser starts here: ${one}`);
  const text = Buffer.from(one).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  expect([Number(width), Number(height)].map(Math.round)).toEqual([595, 842]);
  expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
});

test.each([
  ['in which everything is stated', {}],
  [
    'that lacks everything',
    { certification: {}, target: { name: 'Gateway', environment: 'sandbox', baseUrl: 'http://pay.example' } },
  ],
  [
    'with long names',
    {
      certification: {
        ...certification,
        vendor: 'Acquirer '.repeat(12),
        contact: `${'c'.repeat(120)}@laboratory.example`,
      },
    },
  ],
] as const)('the first page of a certificate %s stands alone on its sheet', async (_, parts) => {
  const file = join(emptyFolder(), 'certificate.html');
  writeFileSync(file, renderCertificate(statementOf(evidenceOf({}), { certification, ...parts })));
  const opened = await openBrowser();
  if ('reason' in opened) throw new Error(opened.reason);
  onTestFinished(() => opened.close());
  // The room that the margins of the style leave on A4, in pixels.
  const page = await opened.browser.newPage({ viewport: { width: 680, height: 994 } });
  await page.emulateMedia({ media: 'print' });
  await page.goto(pathToFileURL(file).href);
  const first = await page.locator('.first').boundingBox();
  expect(first?.y).toBe(0);
  expect(first?.height).toBeLessThan(994);
  expect(await page.locator('.first').evaluate((one) => getComputedStyle(one).breakAfter)).toBe('page');
});

test('paper shows the requirements that a screen shows folded', async () => {
  const file = join(emptyFolder(), 'certificate.html');
  writeFileSync(file, renderCertificate(statementOf()));
  const opened = await openBrowser();
  if ('reason' in opened) throw new Error(opened.reason);
  onTestFinished(() => opened.close());
  const page = await opened.browser.newPage();
  await page.goto(pathToFileURL(file).href);
  const cell = page.locator('#clauses-refund td').first();
  expect((await cell.boundingBox())?.height).toBe(0);
  await page.emulateMedia({ media: 'print' });
  expect((await cell.boundingBox())?.height).toBeGreaterThan(0);
});

test.each(['auto', '/nowhere/chromium'])('sign leaves no temporary folder (%s)', async (browser) => {
  const [temporary, reports, keys] = [emptyFolder(), writeEvidenceFolder(), emptyFolder()];
  onTestFinished(() => rmSync(reports, { recursive: true }));
  writeKeys(join(keys, 'own'));
  const words = ['sign', reports, '--sign-key', join(keys, 'own.key.pem'), '--pdf', join(keys, 'x.pdf')];
  const { status, text } = await startConformance(words, {
    TMPDIR: temporary,
    CONFORMANCE_BROWSER: browser,
  }).ended;
  expect(status, text).toBe(browser === 'auto' ? 0 : 2);
  if (browser !== 'auto') expect(text).toContain('No PDF could be made, so nothing was signed: ');
  expect(readdirSync(temporary)).toEqual([]);
});
