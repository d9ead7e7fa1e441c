import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgeFile } from '../../cli/judge-file.ts';
import { emptyFolder, runCommand } from './command.ts';
import { entryOf, harFile } from './har-file.ts';

const prolog = '<?xml version="1.0" encoding="UTF-8"?>';
const signature = '0'.repeat(64);

/** The result of a payment that the document shows, with other values of some fields; undefined leaves a field out. */
function resultOf(changes: Readonly<Record<string, string | undefined>> = {}): string {
  const fields = {
    merchant_id: 'HELD1',
    account_id: 'HELD1A1',
    order_no: 'Bestellung-Ü1',
    amount: '10.00',
    currency: 'EUR',
    transaction_id: '202611250001',
    card: '411111******1111',
    order_status: '1',
    result_info: '0000:Approved',
    note: 'Größe',
    token_id: '',
    connector: 'ACQ-01',
    threeds_result: 'Not requested',
    risk_action: 'Accept',
    risk_score: '12',
    encryption_data: signature,
    ...changes,
  };
  const children = Object.entries(fields).map(([name, text]) =>
    text === undefined ? '' : `<${name}>${text}</${name}>`,
  );
  return `<respon>${children.join('')}</respon>`;
}

const form = 'application/x-www-form-urlencoded';
const sentForm = `merchant_id=HELD1&account_id=HELD1A1&order_no=Bestellung-%C3%9C1&currency=EUR&amount=10.00&card=4111111111111111&expiration_month=12&expiration_year=2030&security_code=123&note=Gr%C3%B6%C3%9Fe&encryption_data=${signature}`;

/** A HAR entry of one payment, with the size that its text has in UTF-8. */
function paymentEntry(text: string, content: object = {}) {
  const entry = entryOf('/v1/authorise', sentForm, text, { type: form, answerType: 'application/xml' });
  const whole = { ...entry.response.content, size: Buffer.byteLength(text), ...content };
  return { ...entry, response: { ...entry.response, content: whole } };
}

function fileOf(name: string, content: string | Uint8Array): string {
  const file = join(emptyFolder(), name);
  writeFileSync(file, content);
  return file;
}

/** Runs `judge` and gives exit status, `verdict clause path` of every finding, and what was left out. */
async function judged(file: string, ...words: string[]) {
  const { status, lines } = await runCommand(judgeFile, ['judge', file, '--json', ...words]);
  const rows = lines.map((line) => JSON.parse(line));
  return {
    status,
    rows,
    findings: rows
      .flatMap(({ findings = [] }) => findings)
      .map(({ verdict, clause, path }: Readonly<Record<string, string>>) => `${verdict} ${clause} ${path}`),
    left: rows.filter(({ kind }) => kind === 'not-judged').map(({ reason }) => reason),
  };
}

const direct = ['--operation', 'direct-payment'];

describe('an answer with a document type declaration', () => {
  const wrong = resultOf({ amount: '10,00', transaction_id: undefined });
  const fails = [
    'fail 1.1/amount/decimal respon.amount',
    'fail 2.6/transaction_id/present respon.transaction_id',
  ];

  test.each([
    '<!DOCTYPE respon [<!ELEMENT respon ANY>]>',
    '<!DOCTYPE respon [<!ELEMENT respon ANY><!ATTLIST respon v CDATA "]>">]>',
    '<!DOCTYPE respon SYSTEM "x.dtd" [<!ENTITY unused "x">]>',
    '<!DOCTYPE respon PUBLIC "-//x" "x.dtd">',
    '<!DOCTYPE respon [<!-- ]> --><?x ]> ?>]>',
    '<!DOCTYPE respon [%more;]>',
    '<!DOCTYPE html>',
  ])('is judged as without it, and one warning stands beside: %s', async (doctype) => {
    const without = await judged(fileOf('a.xml', prolog + wrong), ...direct);
    const found = await judged(fileOf('a.xml', prolog + doctype + wrong), ...direct);
    expect(without.findings).toEqual(fails);
    expect(found.findings).toEqual(['warn 1.4/xml/dtd ', ...fails]);
    expect(found.status).toBe(1);
    const right = await judged(fileOf('a.xml', prolog + doctype + resultOf()), ...direct);
    expect(right).toMatchObject({ status: 0, findings: ['warn 1.4/xml/dtd '] });
  });

  test.each([
    ['amount', '&a;', 'text'],
    ['amount', '1&a;.00', '0'],
    ['currency', '&a;', 'EUR'],
    ['note', 'x &a; y', 'and'],
    ['order_no', '&a;', 'SYSTEM'],
    ['card', '&a;', '411111******1111'],
    ['encryption_data', '&a;', 'f'],
  ])('leaves %s undecided where an entity stands in it, and nothing else', async (name, text, meaning) => {
    const doctype = `<!DOCTYPE respon [<!ENTITY a "${meaning}">]>`;
    const found = await judged(fileOf('a.xml', prolog + doctype + resultOf({ [name]: text })), ...direct);
    expect(found.status).toBe(3);
    expect(found.findings).toContain(`inconclusive 1.4/xml/well-formed respon.${name}`);
    expect(found.findings.filter((one) => !one.startsWith('inconclusive'))).toEqual(['warn 1.4/xml/dtd ']);
    const worse = resultOf({ [name]: text, result_info: '0000 Approved' });
    const failed = await judged(fileOf('a.xml', prolog + doctype + worse), ...direct);
    expect(failed.findings).toContain('fail 2.6/result_info/shape respon.result_info');
    expect(failed.status).toBe(1);
  });

  test('leaves open what may be missing where an entity stands between the fields', async () => {
    const doctype = '<!DOCTYPE respon [<!ENTITY a "<transaction_id>1</transaction_id>">]>';
    const text = wrong.replace('<amount>', '&a;<amount>');
    const { findings } = await judged(fileOf('a.xml', prolog + doctype + text), ...direct);
    expect(findings).toContain('inconclusive 2.6/transaction_id/present respon.transaction_id');
    expect(findings).toContain('fail 1.1/amount/decimal respon.amount');
  });

  test('fails for an entity that nothing can define', async () => {
    const doctype = '<!DOCTYPE respon [<!ENTITY b "x">]>';
    const { status, findings } = await judged(
      fileOf('a.xml', doctype + resultOf({ note: '&a;' })),
      ...direct,
    );
    expect([status, findings]).toEqual([1, ['warn 1.4/xml/dtd ', 'fail 1.4/xml/well-formed ']]);
  });
});

describe('a malformed answer', () => {
  const xml = {
    'a raw ampersand': prolog + resultOf({ note: 'Tom & Jerry' }),
    'a raw bracket': prolog + resultOf({ note: '1 < 2' }),
    'two roots': prolog + resultOf() + resultOf(),
    'an unknown entity': prolog + resultOf({ note: '&nbsp;' }),
    'a line before the prolog': `\n${prolog}${resultOf()}`,
    'no end': (prolog + resultOf()).slice(0, -9),
    'a control character': prolog + resultOf({ note: '\u0001' }),
  };
  test.each(Object.entries(xml))('is one in a HAR file as on its own: XML with %s', async (_what, text) => {
    const bare = await judged(fileOf('a.xml', text), ...direct);
    const recorded = await judged(harFile([paymentEntry(text)]));
    expect(bare).toMatchObject({ status: 1, findings: ['fail 1.4/xml/well-formed '] });
    expect(recorded).toMatchObject({ status: 1, findings: ['fail 1.4/xml/well-formed '] });
  });

  const capture = {
    merchant_id: 'M1',
    account_id: 'A1',
    encryption_data: signature,
    capture_orders: [{ transaction_id: '1', order_no: 'o', currency: 'USD', amount: '10.00' }],
  };
  const json = JSON.stringify({
    return_status: '1',
    return_message: 'OK',
    merchant_id: 'M1',
    account_id: 'A1',
    encryption_data: signature,
    capture_orders: [
      {
        transaction_id: '1',
        order_no: 'o',
        currency: 'USD',
        amount: '10.00',
        capture_status: '1',
        error_message: '',
      },
    ],
  });
  test.each([
    ['NaN', json.replace('"10.00"', 'NaN')],
    ['a trailing comma', json.replace(/}$/, ',}')],
    ['twice', json + json],
    ['in a string', JSON.stringify(json)],
    ['null', 'null'],
    ['a line end in a string', json.replace('OK', 'O\nK')],
    ['a guard', `)]}'\n${json}`],
    ['a call', `callback(${json})`],
    ['single quotes', json.replaceAll('"', "'")],
    ['a warning before it', `<br />\n<b>Warning</b>: Undefined index in /srv/api.php\n${json}`],
  ])('is one in a HAR file as on its own: JSON with %s', async (_what, text) => {
    const bare = await judged(fileOf('a.json', text), '--operation', 'capture');
    const recorded = await judged(harFile([entryOf('/v1/capture', capture, text)]));
    expect(bare.status).toBe(1);
    expect(recorded).toMatchObject({ status: 1, findings: bare.findings });
  });

  test('a refusal of a call whose signature nobody could check stays one', async () => {
    const refused = '<respon><result_info>1001:Signature is wrong</result_info></respon>';
    expect(await judged(harFile([paymentEntry(refused)]))).toMatchObject({ status: 0, findings: [] });
  });

  test('what stayed undecided is never the exit of a file in order', async () => {
    const entry = paymentEntry('');
    const found = await judged(harFile([{ ...entry, response: { ...entry.response, status: 500 } }]));
    expect(found.findings.map((one) => one.split(' ')[0])).toEqual(['inconclusive']);
    expect(found.status).toBe(3);
  });
});
