import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { printPdf } from '../../cli/pack/print-pdf.ts';
import { renderCertificate } from '../../reports/certificate.ts';
import { statementOf } from '../reports/small-register.ts';
import { emptyFolder } from './command.ts';

const endedAt = '2026-01-31T12:01:00.000Z';

test('a certificate prints on pages of A4, and the same again', async (context) => {
  const file = join(emptyFolder(), 'certificate.html');
  writeFileSync(file, renderCertificate(statementOf()));
  const [one, two] = [await printPdf(file, 'auto', endedAt), await printPdf(file, 'auto', endedAt)];
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

test('without a browser it says why there is no PDF', async () => {
  const file = join(emptyFolder(), 'certificate.html');
  expect(await printPdf(file, 'none', endedAt)).toEqual({
    reason: 'no browser was wanted (CONFORMANCE_BROWSER=none); unset it to test payment pages',
  });
  expect(await printPdf(file, '/nowhere/chromium', endedAt)).toMatchObject({
    reason: expect.stringContaining('/nowhere/chromium'),
  });
});
