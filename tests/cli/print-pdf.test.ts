import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { printPdf } from '../../cli/certify/pack.ts';
import { makeTemporary } from '../../cli/temporary-folder.ts';
import { renderCertificate } from '../../reports/certificate.ts';
import { startConformance } from '../e2e/command.ts';
import { openBrowser } from '../open-browser.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { evidenceOf, statementOf } from '../reports/small-register.ts';
import { emptyFolder } from './command.ts';

const certification = {
  tester: { name: 'A. Tester', organisation: 'Laboratory', accreditation: 'ISO/IEC 17025, no. 7' },
  vendor: 'Acquirer',
  product: { name: 'Gateway', version: '4.2', environment: 'staging' },
  validUntil: '2027-01-31',
};
function makeTemporaryName(): string {
  const made = makeTemporary('print');
  rmSync(made, { recursive: true });
  return made;
}

const facts = { endedAt: '2026-01-31T12:01:00.000Z', signers: ['0123456789abcdef (evidence)'] };

test('a certificate prints on pages of A4, and the same again', async (context) => {
  const file = join(emptyFolder(), 'certificate.html');
  writeFileSync(file, renderCertificate(statementOf()));
  const [one, two] = [await printPdf(file, 'auto', facts), await printPdf(file, 'auto', facts)];
  if ('reason' in one || 'reason' in two)
    return context.skip(`no browser starts here: ${'reason' in one ? one.reason : ''}`);
  expect(Buffer.compare(one.pdf, two.pdf)).toBe(0);
  const text = Buffer.from(one.pdf).toString('latin1');
  expect(text.startsWith('%PDF-')).toBe(true);
  expect(text).toContain("/CreationDate (D:20260131120100+00'00')");
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  expect([Number(width), Number(height)].map(Math.round)).toEqual([595, 842]);
  expect(text.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(2);
  // A browser on a busy machine leaves numbers of parts out.
  const parts = new Set([...text.matchAll(/\(node([0-9]{8})\)/g)].map(([, number]) => Number(number)));
  expect([...parts].sort((a, b) => a - b)).toEqual(Array.from(parts, (_, at) => at + 1));
  expect(parts.size).toBeGreaterThan(2);
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
  onTestFinished(() => opened.browser.close());
  // The room that the margins of the style leave on A4, in pixels.
  const page = await opened.browser.newPage({ viewport: { width: 680, height: 994 } });
  await page.emulateMedia({ media: 'print' });
  await page.goto(pathToFileURL(file).href);
  const first = await page.locator('.first').boundingBox();
  expect(first?.y).toBe(0);
  expect(first?.height).toBeLessThan(994);
  expect(await page.locator('.first').evaluate((one) => getComputedStyle(one).breakAfter)).toBe('page');
});

test('the PDF names who signed', async () => {
  const file = join(emptyFolder(), 'certificate.html');
  writeFileSync(file, renderCertificate(statementOf()));
  const printed = async (signers: readonly string[]) => {
    const one = await printPdf(file, 'auto', { ...facts, signers });
    if ('reason' in one) throw new Error(one.reason);
    return Buffer.from(one.pdf);
  };
  const signed = await printed(['0123456789abcdef (evidence)']);
  expect(Buffer.compare(signed, await printed(['fedcba9876543210 (evidence)']))).not.toBe(0);
  expect(Buffer.compare(signed, await printed(['0123456789abcdef (evidence)']))).toBe(0);
});

test.each(['auto', '/nowhere/chromium'])('pack leaves no temporary folder (%s)', async (browser) => {
  const [temporary, reports] = [emptyFolder(), writeEvidenceFolder()];
  onTestFinished(() => rmSync(reports, { recursive: true }));
  // What another pack left that was killed while it printed.
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const room = /-([0-9a-z]+)-[0-9a-z]+-[0-9a-z]+-[^-]+$/.exec(makeTemporaryName())?.[1] ?? '';
  mkdirSync(join(temporary, `conformance-print-${room}-${dead.toString(36)}-0-abcdef`));
  const { status, text } = await startConformance(['pack', reports, '--out', join(emptyFolder(), 'x.zip')], {
    TMPDIR: temporary,
    CONFORMANCE_BROWSER: browser,
  }).ended;
  expect(status, text).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test('without a browser it says why there is no PDF', async () => {
  const file = join(emptyFolder(), 'certificate.html');
  expect(await printPdf(file, 'none', facts)).toEqual({
    reason: 'no browser was wanted (CONFORMANCE_BROWSER=none); unset it to test payment pages',
  });
  expect(await printPdf(file, '/nowhere/chromium', facts)).toMatchObject({
    reason: expect.stringContaining('/nowhere/chromium'),
  });
});
