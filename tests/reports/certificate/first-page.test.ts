import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { noticesOf, validityWords, whyRehearsal } from '../../../reports/certificate/notices.ts';
import { renderCertificate } from '../../../reports/certificate.ts';
import { type StatementInput, statementText, validateStatement } from '../../../reports/statement.ts';
import { certificationSeed } from '../../../schemas/certification.ts';
import { operationIds } from '../../../schemas/types.ts';
import { evidenceOf, statementOf } from '../small-register.ts';

const sha256 = 'ab'.repeat(32);
const date = '2026-01-31';
const whole = {
  suite: { version: '1.0.0', commit: 'abcdef012345', contractSha256: 'c'.repeat(64), changed: [] },
  profile: 'certification',
  runsPerProperty: 25,
  seed: certificationSeed(date, sha256),
  seedFrom: { how: 'date-and-target', date },
  selected: operationIds,
  opening: {
    steps: [],
    spent: { requests: 1, amount: 0 },
    service: {
      clockOffsetMs: -3000,
      certificate: {
        sha256: 'de'.repeat(32),
        subject: 'pay.example',
        issuer: 'An authority',
        validTo: 'Jan 1 2027',
        protocol: 'TLSv1.3',
      },
    },
  },
  certification: {
    tester: { name: 'A. Tester', organisation: 'Laboratory', accreditation: 'ISO/IEC 17025, no. 7' },
    vendor: 'Acquirer',
    product: { name: 'Gateway', version: '4.2', environment: 'staging' },
    purpose: 'renewal',
    validUntil: '2027-01-31',
    contact: 'office@laboratory.example',
  },
  scope: {
    encodings: { capture: 'xml, root <capture>' },
    signing: 'hmac-sha256',
    allow: ['reads', 'creates'],
    limits: { requests: 500 },
    file: { sha256, text: '{ "name": "Gateway" }\n' },
  },
  platform: { node: '22.0.0', playwright: '1.65.1', os: 'Linux 6 x64', browser: 'Chromium 147' },
} as const satisfies Partial<StatementInput>;

const made = (parts: Partial<StatementInput> = {}) => statementOf(evidenceOf({}), { ...whole, ...parts });
const pageOf = (parts: Partial<StatementInput> = {}) => parseHTML(renderCertificate(made(parts))).document;
const bannerOf = (parts: Partial<StatementInput>) =>
  [...pageOf(parts).querySelectorAll('.across, .notices li')].map(
    (one) => one.textContent?.replaceAll(/\s+/g, ' ') ?? '',
  );

describe('the first page', () => {
  test('has nothing to say of a certification in which everything is stated', () => {
    expect(bannerOf({})).toEqual([]);
    expect(validateStatement(JSON.parse(statementText(made())))).toEqual([]);
  });

  test.each<[string, Partial<StatementInput>, string]>([
    ['another profile', { profile: 'ci' }, 'Rehearsal · Not a certification: profile ci fixes no depth.'],
    ['a smaller depth', { runsPerProperty: 1 }, '1 of 25 cases per property'],
    ['some operations', { selected: ['refund'] }, 'only 1 of 12 operations'],
    [
      'some tests',
      { choices: { allow: ['reads'], notify: true, secondAccount: true, only: 'shard 1 of 2' } },
      'only shard 1 of 2',
    ],
    ['a seed that does not follow', { seed: 1 }, 'its seed does not follow from its date and target file'],
    [
      'a modified tree',
      { suite: { ...whole.suite, commit: 'abcdef012345-dirty', changed: [{ path: 'schemas/judge.ts' }] } },
      'The suite was modified. 1 file of the suite is not as commit abcdef012345 has it',
    ],
    [
      'an unknown commit',
      { suite: { version: '1.0.0', commit: 'unknown', contractSha256: 'c'.repeat(64) } },
      'Suite version unknown.',
    ],
    [
      'a missing tester',
      { certification: { ...whole.certification, tester: {} } },
      'No tester. The certification file names no tester',
    ],
    [
      'an expired validity',
      { certification: { ...whole.certification, validUntil: '2026-01-30' } },
      'Expired. It was valid until 2026-01-30',
    ],
    ['no validity', { certification: { tester: whole.certification.tester } }, 'No expiry date.'],
    ['no product', { certification: { tester: whole.certification.tester } }, 'No product.'],
    [
      'a service without TLS',
      { target: { name: 'Gateway', environment: 'sandbox', baseUrl: 'http://pay.example' } },
      'Without TLS. The service was reached over plain http',
    ],
    [
      'the embedded endpoint',
      { target: { name: 'Mock', environment: 'embedded', baseUrl: 'http://embedded.invalid' } },
      'Practice. The target is the embedded endpoint',
    ],
  ])('says plainly: %s', (_, parts, words) => {
    expect(bannerOf(parts).join('\n')).toContain(words);
  });

  test('counts the seed that the certifier gave as a certification', () => {
    expect(whyRehearsal(made({ seed: 7, seedFrom: { how: 'given' } }))).toEqual([]);
  });

  test('names every row of who and what, stated or not', () => {
    const rows = (parts: Partial<StatementInput>) =>
      [...(pageOf(parts).querySelectorAll('table.pairs')[0]?.querySelectorAll('td') ?? [])].map(
        (cell) => cell.textContent,
      );
    expect(rows({})).toEqual([
      ...['Gateway', '4.2', 'staging', 'Acquirer', 'A. Tester', 'Laboratory', 'ISO/IEC 17025, no. 7'],
      ...['renewal', '2027-01-31', 'office@laboratory.example'],
      expect.stringContaining('verify'),
    ]);
    expect(rows({ certification: {} }).slice(0, -1)).toEqual(Array.from({ length: 10 }, () => 'not stated'));
  });

  test('holds the whole certificate, with transport, document and signer', () => {
    const first = pageOf().querySelector('.first')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
    const words = ['TLS (TLSv1.3)', 'Signed by', '2027-01-31', 'office@laboratory.example'];
    for (const part of [...words, 'Gateway', 'profile', 'https://'])
      expect(first.toLowerCase()).toContain(part.toLowerCase());
    const plain = {
      target: { name: 'Gateway', environment: 'sandbox', baseUrl: 'http://pay.example' },
    } as const;
    expect(pageOf(plain).querySelector('dl.facts')?.textContent).toContain('without TLS');
  });

  test('takes its number from the digest of the evidence', () => {
    const evidence = { exchanges: [], notes: [], problems: [], sha256: '0123456789abcdef'.repeat(4) };
    const page = renderCertificate(made({ evidence }));
    expect(page).toContain('no. 0123-4567-89AB-CDEF');
    expect(page).toContain('@bottom-left { content: "Certificate 0123-4567-89AB-CDEF"');
    expect(page).toContain('counter(page) " of " counter(pages)');
  });
});

test('the scope names what was declared and what the run was made with', () => {
  const text = pageOf().querySelector('main')?.textContent?.replaceAll(/\s+/g, ' ') ?? '';
  for (const part of [
    'xml, root <capture>',
    'hmac-sha256',
    'reads, creates',
    'requests 500',
    sha256,
    'Chromium 147',
    'de'.repeat(32),
    'issued by An authority',
    'commit abcdef012345, unmodified',
    'made from 2026-01-31 and the target file',
  ])
    expect(text).toContain(part);
});

test('a notice is gone when what it misses is stated', () => {
  expect(noticesOf(made()).map(({ title }) => title)).toEqual([]);
  expect(noticesOf(statementOf()).map(({ title }) => title)).toEqual([
    'Rehearsal',
    'Suite version unknown',
    'No expiry date',
    'No tester',
    'No product',
  ]);
});

const signed = ['0123456789abcdef'];

test.each([
  ['2026-02-01', 'the certificate is valid until 2026-02-01.'],
  ['2026-01-31', 'the certificate is valid until 2026-01-31.'],
  ['2026-01-30', 'not a certificate: expired; its first page says more.'],
])('a last day of %s is told on the day of the run', (validUntil, words) => {
  const statement = made({ certification: { ...whole.certification, validUntil } });
  expect(validityWords(statement, signed, new Date('2026-01-31T23:59:00Z'))).toBe(words);
});

test('a certificate that expired since is told apart from one that never was', () => {
  expect(validityWords(made(), signed, new Date('2027-02-01'))).toBe(
    'the certificate expired: it was valid until 2027-01-31.',
  );
});

test.each<[string, Partial<StatementInput>]>([
  ['rehearsal', { profile: 'ci' }],
  ['rehearsal', { runsPerProperty: 1 }],
  ['no product', { certification: { ...whole.certification, product: { version: '4.2' } } }],
  ['no product', { certification: { ...whole.certification, product: { name: 'Gateway', version: ' ' } } }],
  ['no tester', { certification: { ...whole.certification, tester: {} } }],
])('signed reports are no certificate for want of one thing: %s', (lack, parts) => {
  expect(validityWords(made(parts), signed, new Date('2026-02-01'))).toBe(
    `not a certificate: ${lack}; its first page says more.`,
  );
});

test('unsigned reports are no certificate; without a last day nothing is said', () => {
  expect(validityWords(made(), [], new Date('2026-02-01'))).toMatch(/^not a certificate: not signed;/);
  expect(validityWords(made({ certification: {} }), signed, new Date('2026-02-01'))).toBeUndefined();
});
