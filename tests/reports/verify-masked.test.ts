import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { longestBody } from '../../reports/redact/exchange.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { pageOf, visitOf } from '../schemas/corpus/page.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { writeEvidenceFolder } from './evidence-folder.ts';
import { answer, judged, type Parts } from './hand-made.ts';

const card = '4000056655665556';
const value = {
  ...{
    merchant_id: '100001',
    account_id: '100001001',
    order_no: 'ORDER-9',
    currency: 'EUR',
    amount: '12.34',
  },
  ...{
    card,
    expiration_month: '12',
    expiration_year: '2030',
    security_code: '917',
    encryption_data: 'ab'.repeat(32),
  },
  ...{ shopper_phone: '+4917612345987', first_name: 'Zephyrinacanary' },
};
const payment = (note: string, more = ''): Parts => ({
  operation: 'direct-payment',
  sent: { value, signed: true },
  received: answer(
    `<respon><merchant_id>100001</merchant_id><account_id>100001001</account_id><order_no>ORDER-9</order_no><amount>12.34</amount><currency>EUR</currency><transaction_id>T9</transaction_id><card>400005******5556</card><order_status>1</order_status><result_info>0000:${note}</result_info><note>${note}</note>${more}</respon>`,
    200,
    'text/xml',
  ),
});
const withHeader = (name: string, shown: string): Parts => {
  const parts = payment('ok');
  const { received } = parts;
  return received?.kind === 'answer'
    ? { ...parts, received: { ...received, headers: { ...received.headers, [name]: shown } } }
    : parts;
};
const refundOf = (body: string | Uint8Array): Parts => ({ received: answer(body) });
const refund = judged().exchange.received;
const text = refund.kind === 'answer' ? Buffer.from(refund.body).toString() : '';
const long = (sign: string) => text.replace('{', `{"more":"${sign.repeat(longestBody)}${card}",`);
const bornOn = (date_of_birth: string) => {
  const { payout } = requests;
  return { ...payout, beneficiary: { ...(payout.beneficiary as JsonObject), date_of_birth } };
};
const { merchant_id, account_id, order_no, amount, currency } = requests['apm-payment'];
const withoutIssuer = `<respon><merchant_id>${merchant_id}</merchant_id><account_id>${account_id}</account_id><order_no>${order_no}</order_no><amount>${amount}</amount><currency>${currency}</currency><issuer_url></issuer_url></respon>`;
const script = "';alert(12345678);//";
const withheld = [
  Buffer.from([...text].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0])),
  Buffer.from(gzipSync(gzipSync(text))),
];

const kinds: Readonly<Record<string, readonly Parts[]>> = {
  'numbers in groups and in parts': [
    '40 00 05 66 55 66 55 56',
    '4000-0566-5566-5556',
    '400005665566',
    '40000566****5556',
    'call 004917612345987',
    'call 0049 176 123 45987',
  ].map((note) => payment(note)),
  'other writings': [
    '&#52;000056655665556',
    '４０００056655665556',
    '40000566\u200b55665556',
    '%u0034000056655665556',
  ].map((note) => payment(note, `<n${card}>${note}</n${card}>`)),
  'numbers beside the values': [
    payment('ok', `<!-- ${card} -->`),
    payment('ok', `<risk_action pan="${card}">accept</risk_action>`),
    ...['x-debug', 'set-cookie'].map((name) => withHeader(name, `pan=${card}`)),
    withHeader('location', '/paid?c=4000%200566%205566%205556'),
  ],
  'amounts that look like a card number, where the answer lacks what is stated': [
    { handling: '4000056655665556.00' },
    { item_total: '4000056655665556' },
    { note: `{"total":"${card}"}`, shipping: '5555555555554444.10' },
  ].map((amounts) => ({
    operation: 'apm-payment',
    sent: { value: { ...requests['apm-payment'], ...amounts } },
    received: answer(withoutIssuer, 200, 'text/xml'),
  })),
  'bodies that were cut': [refundOf(long('-')), refundOf(long('ß'))],
  'bodies that were withheld': withheld.map(refundOf),
  'birth dates that are a leap day of a usual year': [
    { operation: 'payout', sent: { value: bornOn('2030-02-29') }, received: answer('{}') },
  ],
  'scripts that are masked as names': [
    {
      operation: 'redirect-payment',
      sent: { value: { ...requests['redirect-payment'], first_name: script } },
      received: answer(pageOf(), 200, 'text/html'),
      page: visitOf({ first_name: script, firstName: script }),
    },
  ],
};

test.each(Object.entries(kinds))('%s leave evidence that holds', (_what, parts) => {
  const dir = writeEvidenceFolder(parts);
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const { problems, exchanges } = verifyEvidence(dir);
  expect(problems).toEqual([]);
  expect(exchanges).toBeGreaterThan(0);
});
