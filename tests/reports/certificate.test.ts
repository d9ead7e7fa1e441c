import { createHash } from 'node:crypto';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { renderCertificate } from '../../reports/certificate.ts';
import { statementText } from '../../reports/statement.ts';
import { say } from '../../schemas/findings/say.ts';
import { leaks } from './canaries.ts';
import { finding } from './hand-made.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
const failing = evidenceOf({
  judgement: {
    findings: [finding({ message: hostile, received: say('plain', [hostile]), path: hostile })],
    observations: [{ clause: '7.8/error-body', operation: 'refund', fingerprint: hostile, detail: 'd' }],
  },
});
const proof = {
  faults: { planted: 262, caught: 258, caughtByAnother: 1, equivalent: 2, survived: ['amount-rounded'] },
  services: { drawn: 14, falseAlarms: 0 },
};
const known = {
  id: 'D-1',
  clause: '2.9/amount/decimal',
  operation: 'refund',
  reason: hostile,
  owner: 'payments',
  expires: '2027-01-01',
} as const;

const pageOf = (...args: Parameters<typeof statementOf>) => {
  const page = renderCertificate(statementOf(...args));
  return { page, document: parseHTML(page).document };
};
const textOf = (document: Document) =>
  (document.querySelector('main')?.textContent ?? '').replaceAll(/\s+/g, ' ');

describe('certificate', () => {
  test.each([
    ['Conformant (partial)', evidenceOf({})],
    ['Not conformant', failing],
  ])('says in its headline: %s', (headline, exchanges) => {
    const { document } = pageOf(exchanges);
    expect(document.querySelector('h1')?.textContent).toBe(headline);
    expect(document.querySelector('title')?.textContent).toBe(`${headline}: Sandbox`);
  });

  test('has a row for each of the twelve operations', () => {
    const { document } = pageOf();
    expect(document.querySelectorAll('table.operations tbody tr')).toHaveLength(12);
    expect(textOf(document)).toContain('Create a payout (declared absent, left out)');
  });

  test('says what it does not say', () => {
    expect(textOf(pageOf().document)).toContain('What this statement does not say');
    const embedded = {
      target: { name: 'Mock', environment: 'embedded', baseUrl: 'http://embedded.invalid' },
    };
    expect(textOf(pageOf(evidenceOf({}), embedded).document)).toContain(
      'It says nothing about a real service',
    );
  });

  test('has the entry of a known deviation ready for each failure, with its trial', () => {
    const { document } = pageOf(failing);
    const rows = [...document.querySelectorAll('article.finding pre')].flatMap((one) =>
      one.textContent?.startsWith('{') ? [JSON.parse(one.textContent)] : [],
    );
    expect(rows).toMatchObject([
      { clause: '2.9/amount/decimal', operation: 'refund', trial: { test: 'refund › answers', seed: 7 } },
    ]);
    const accepted = pageOf(failing, { deviations: [known] }).document;
    expect(accepted.querySelectorAll('article.finding pre')).not.toContain('"trial"');
  });

  test('shows findings, deviations, conflicts, gaps, reasons and proof', () => {
    const text = textOf(pageOf(failing, { deviations: [known], proof }).document);
    for (const part of [
      'C-02',
      '1 gap that no exchange can show',
      'the run was limited to other operations',
      '258 of 260',
      'amount-rounded',
      'known deviation D-1',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).toContain('1 time in 1 exchange');
  });

  test('tells a failed clause in words on its first screen, and leads to its card', () => {
    const { document } = pageOf(failing);
    const [failed, ...more] = [...document.querySelectorAll('.banner .failed li')];
    expect(more).toEqual([]);
    const link = failed?.querySelector('a');
    const card = document.getElementById(decodeURIComponent(link?.getAttribute('href')?.slice(1) ?? ''));
    expect(card?.querySelector('header')?.textContent).toContain(link?.textContent);
    expect(failed?.textContent).toContain(card?.querySelector('p')?.textContent);
    expect(pageOf().document.querySelector('.failed')).toBeNull();
  });

  test('has one card for a cause that several operations share, with one command', () => {
    const broken = { judgement: { findings: [finding({ clause: '1.3/return_status/present', path: '' })] } };
    const both = evidenceOf({ ...broken, id: '1' }, { ...broken, id: '2' }).map((exchange, at) => ({
      ...exchange,
      operation: at === 0 ? ('refund' as const) : ('capture' as const),
      judgement: {
        ...exchange.judgement,
        findings: exchange.judgement.findings.map((one) => ({
          ...one,
          operation: at === 0 ? ('refund' as const) : ('capture' as const),
        })),
      },
    }));
    const { document } = pageOf(both, { selected: ['refund', 'capture'] });
    const cards = [...document.querySelectorAll('article.finding')];
    expect(cards).toHaveLength(1);
    expect(cards[0]?.textContent).toContain('2 times in 2 exchanges');
    expect(cards[0]?.querySelectorAll('ul.places li')).toHaveLength(2);
    expect(cards[0]?.querySelectorAll('pre').length).toBeLessThan(2);
  });

  test('shows request and answer of the example of a cause, as the evidence has them', () => {
    const { document } = pageOf(failing);
    expect(document.querySelector('article.finding .pair')).toBeNull();
    const page = renderCertificate(statementOf(failing), failing);
    const shown = parseHTML(page).document.querySelector('article.finding .pair')?.textContent ?? '';
    expect(shown).toContain('POST https://sandbox.example/v1/refund');
    expect(shown).toContain('Answer: 200');
    expect(shown).toContain('"refund_reference_id": "T1-01"');
    expect(leaks(page)).toEqual([]);
  });

  test('shows no more than the start of a long body, and no markup of it', () => {
    const long = failing.map((one) => ({
      ...one,
      received: { ...one.received, body: `<b>${'x'.repeat(9_000)}</b>` },
    }));
    const page = renderCertificate(statementOf(failing), long);
    expect(page).toContain(`&lt;b&gt;${'x'.repeat(3_997)}</pre>`);
    expect(page).toContain('The first 4000 of 9007 characters.');
  });

  test('says in one sentence what it leaves out', () => {
    const { document } = pageOf();
    expect(document.querySelector('.lede')?.textContent).toContain(
      'This statement speaks for a part of the interface only: declared absent: payout; only refund.',
    );
  });

  test('runs no script and loads nothing, whatever values hold', () => {
    const { page, document } = pageOf(failing, { deviations: [known], proof });
    expect(
      document.querySelectorAll('script, img, link, iframe, object, [src], [style], [onerror]'),
    ).toHaveLength(0);
    expect(
      [...document.querySelectorAll('[href]')].map((one) => one.getAttribute('href')?.slice(0, 9)),
    ).toEqual(['#2.9%2Fam', 'matrix.ht', ...Array.from({ length: 12 }, () => '#clauses-'), 'matrix.ht']);
    expect(page).not.toMatch(/https?:\/\/(?!sandbox\.example)/);
  });

  test('allows its own style only', () => {
    const { page, document } = pageOf();
    const style = /<style>([\s\S]+)<\/style>/.exec(page)?.[1] ?? '';
    const policy = document.querySelector('meta[http-equiv]')?.getAttribute('content');
    const digest = createHash('sha256').update(style).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
    );
  });

  test('names the digest of the statement that it was made from', () => {
    const statement = statementOf();
    const digest = createHash('sha256').update(statementText(statement)).digest('hex');
    expect(renderCertificate(statement)).toContain(`<meta name="statement-sha256" content="${digest}">`);
  });

  test('is the same for the same statement', () => {
    expect(renderCertificate(statementOf(failing))).toBe(renderCertificate(statementOf(failing)));
  });
});
