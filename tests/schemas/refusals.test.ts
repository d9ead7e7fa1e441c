import { describe, expect, test } from 'vitest';
import { writeXml } from '../../mock/write/xml.ts';
import { stateOf } from '../../schemas/history/states.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { judge } from '../../schemas/judge.ts';
import { documentedOperations, operationsOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { requests } from './corpus/requests.ts';
import { judged } from './corpus/run-deviations.ts';
import { exchangeOf } from './exchange-of.ts';

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html' };
const text = 'The signature is not valid';
const page = `<html><head><title>Sign in</title></head><body><form action="/login" method="post"><input name="user"><input name="password"></form></body></html>`;

/** Forms in which services refuse an unknown key, merchant or account: status, body, headers. */
const forms: readonly (readonly [
  form: string,
  status: number,
  body: string,
  headers: Record<string, string>,
])[] = [
  ['an envelope', 200, `{"return_status":"0","return_message":"${text}"}`, json],
  [
    'an envelope that names the caller',
    200,
    `{"merchant_id":"700001","account_id":"800001","return_status":"97","return_message":"${text}","encryption_data":""}`,
    json,
  ],
  ['an error object', 200, `{"code":"SIGN_ERROR","msg":"${text}"}`, json],
  ['an error object in another language', 200, `{"codigo":"12","mensagem":"${text}"}`, json],
  ['a flag', 200, '{"sucesso":false,"dados":null}', json],
  ['one word', 200, '{"result":"INVALID_SIGN"}', json],
  ['one word beside a trace', 200, '{"head":{"state":"DENIED","trace":"b7"}}', json],
  ['words that are written without blanks', 200, '{"info":"签名错误"}', json],
  ['a document of one word', 200, '<respon><state>FAIL</state></respon>', {}],
  [
    'a document in another language',
    200,
    `<erro><numero>12</numero><descricao>${text}</descricao></erro>`,
    {},
  ],
  ['a nested error', 200, `{"error":{"code":1006,"message":"${text}"}}`, json],
  ['respon with result_info only', 200, `<respon><result_info>1006:${text}</result_info></respon>`, {}],
  ['respon with a bare code', 200, '<respon><result_info>SIGN</result_info></respon>', {}],
  ['respon around a text', 200, `<respon>${text}</respon>`, {}],
  ['a serialized text', 200, `<string xmlns="urn:serialization">${text}</string>`, {}],
  ['an error document', 200, `<error><code>7</code><message>${text}</message></error>`, {}],
  ...[400, 401, 403, 404, 422].map(
    (status) => [`${status} and JSON`, status, `{"error":"${text}"}`, json] as const,
  ),
  ['a page with 200', 200, `<html><body><h1>${text}</h1></body></html>`, html],
  ['a login page with 200', 200, page, html],
  ['plain text with 200', 200, text, { 'content-type': 'text/plain' }],
  ['plain text without a type', 200, text, {}],
  ['one word without a type', 200, 'FAIL', {}],
  ['a text of parts without a type', 200, `ERROR|1006|${text}\n`, {}],
  ['a text of JSON', 200, JSON.stringify(text), json],
  ['nothing with 200', 200, '', {}],
  ['a redirect', 302, '', { location: '/login' }],
];

const cases = documentedOperations.flatMap(({ id }) =>
  forms.map(([form, status, body, headers]) => ({ id, form, status, body, headers })),
);

const refusal = (
  id: DocumentedOperationId,
  status: number,
  body: string,
  headers: Record<string, string>,
) => {
  const exchange = exchangeOf(id, requests[id], body, { status, headers });
  return { exchange, judgement: judge(exchange) };
};

describe('a refusal of a request that the document allows', () => {
  test.each(cases)('is no finding: $id with $form', ({ id, status, body, headers }) => {
    const { exchange, judgement } = refusal(id, status, body, headers);
    expect(judgement.findings.map(({ verdict, clause }) => `${verdict} ${clause}`)).toEqual([]);
    expect(judgement.outcome).toBe('refused');
    expect(judgeRun([{ exchange, judgement }]).findings).toEqual([]);
  });

  test.each([
    ['query', { merchant_id: '999' }, '2.10/merchant_id/identity'],
    ['capture', { account_id: 700001 }, '2.9/account_id/identity'],
    ['cancel-subscription', { recurring_id: 'R-99' }],
    ['payout', { request_id: '1f8fad5b-d9cb-469f-a165-70867728950e' }],
    ['refund', { merchant_id: '', account_id: '0' }],
    ['refund', { merchant_id: null, account_id: 'none' }],
    ['payout', { payment_amount: '1', payment_currency: 'ISK' }],
  ] as const)('of %s that names %j is a warning where that is another one', (id, named, clause?: string) => {
    const body = JSON.stringify({ ...named, return_status: '97', return_message: text });
    const { findings } = refusal(id, 200, body, json).judgement;
    const found = findings.filter(({ clause: one }) => !one.startsWith('2.1/'));
    expect(found.map((one) => `${one.verdict} ${one.clause}`)).toEqual(clause ? [`warn ${clause}`] : []);
  });

  test('is a warning once where the same caller had another batch accepted', () => {
    for (const id of operationsOf('batch')) {
      const refused = refusal(id, 200, '{"return_status":"0","return_message":"no"}', json);
      const control = { exchange: exchangeOf(id, requests[id], answers[id as 'capture']), id };
      const accepted = { exchange: control.exchange, judgement: judge(control.exchange) };
      const found = judgeRun([accepted, refused, refused]).findings;
      expect(found.map(({ verdict, clause }) => `${verdict} ${clause}`)).toEqual([
        'warn 1.3/one-result-per-order',
      ]);
    }
  });

  test('is a warning at most where the operation accepts nothing at all', () => {
    const run = [
      judged('direct-payment'),
      ...cases.map((one) => refusal(one.id, one.status, one.body, one.headers)),
    ];
    const others = run.slice(1).filter(({ exchange }) => exchange.operation !== 'direct-payment');
    const { findings } = judgeRun([judged('direct-payment'), ...others]);
    expect(findings.filter(({ verdict }) => verdict !== 'warn')).toEqual([]);
  });
});

test.each([
  [{ currency: 'EURO' }, ['warn 7.6/invalid-input']],
  [{ card: '4111111111111111' }, []],
  [{ card: '4111111111111111', currency: 'EURO' }, []],
])('the code of APM payments is asked of a refusal of %j: %j', (changed, findings) => {
  const request = { ...requests['apm-payment'], ...changed };
  const body = '<respon><result_info>1004:no</result_info></respon>';
  const judgement = judge(exchangeOf('apm-payment', request, body, { sent: { intent: 'odd' } }));
  expect(judgement.findings.map(({ verdict, clause }) => `${verdict} ${clause}`)).toEqual(findings);
});

describe('a form that posts a refusal back to the shop', () => {
  const posting = (inputs: readonly string[], action: string) =>
    `<html><body onload="document.theForm.submit()"><form name="theForm" method="post" action="${action}">${inputs
      .map((input) => `<input type="hidden" ${input}>`)
      .join('')}</form></body></html>`;
  const judged = (inputs: readonly string[], action = 'https://shop.example/back') =>
    judge(exchangeOf('redirect-payment', requests['redirect-payment'], posting(inputs, action)));
  test.each([
    ['a code', ['name="order_no" value="A-1"', 'name="result_info" value="1006:no such currency"']],
    ['a code alone', ['name="result_info" value="2011"']],
    ['a status', ['name="return_status" value="0"', 'name="return_message" value="no such currency"']],
  ])('is a refusal: %s', (_what, inputs) => {
    const { outcome, findings } = judged(inputs);
    expect([outcome, findings]).toEqual(['refused', []]);
  });

  test.each([
    ['success', ['name="result_info" value="0000:Success"'], undefined],
    ['a way to the checkout', ['name="result_info" value="1006:no"'], 'https://pay.example/v1/checkout'],
    ['neither code nor status', ['name="order_no" value="A-1"'], undefined],
  ])('is none with %s', (_what, inputs, action) => {
    expect(judged(inputs, action).outcome).toBe('accepted');
  });
});

describe('a malformed answer to a request that the document allows', () => {
  const malformed: readonly (readonly [DocumentedOperationId, string])[] = [
    ...operationsOf('batch', 'search', 'payout').map((id) => [id, '{"return_status":"0",'] as const),
    ['direct-payment', '<respon><result_info>1006:no</result_info>'],
    ['apm-payment', '<respon><result_info>a & b</result_info></respon>'],
  ];
  test.each(malformed)('is a failure and no refusal: %s %s', (id, body) => {
    const judgement = judge(exchangeOf(id, requests[id], body));
    expect(judgement.findings.map(({ verdict, clause }) => `${verdict} ${clause}`)).toEqual([
      expect.stringMatching(/^fail 1\.4\/(?:json|xml)\/well-formed$/),
    ]);
    expect(judgement.outcome).toBe('unclear');
  });

  test.each([['capture', `<string>${JSON.stringify(answers.capture)}</string>`, '1.4/json']] as const)(
    'is told from a text that refuses: %s %s',
    (id, body, clause) => {
      const { findings } = judge(exchangeOf(id, requests[id], body));
      expect(findings).toContainEqual(expect.objectContaining({ verdict: 'fail', clause }));
    },
  );

  const warning =
    '<br />\n<b>Warning</b>: Undefined index: tax in <b>/srv/pay.php</b> on line <b>12</b><br />\n';
  const results: readonly (readonly [DocumentedOperationId, string])[] = [
    ...operationsOf('batch', 'search', 'payout', 'subscription').map(
      (id) => [id, JSON.stringify(answers[id as keyof typeof answers])] as const,
    ),
    ['direct-payment', writeXml('respon', answers['direct-payment'])],
    ['apm-payment', writeXml('respon', answers['apm-payment'])],
  ];
  test.each(results)('may be a result behind the warning of a program: %s', (id, result) => {
    const plain = warning.replaceAll(/<[^>]*>/g, '');
    for (const before of [warning, plain]) {
      const { findings } = judge(exchangeOf(id, requests[id], before + result, { headers: html }));
      expect(findings.map(({ verdict, clause }) => `${verdict} ${clause}`)).toEqual([
        expect.stringMatching(/^fail 1\.4\/(?:json|xml)/),
      ]);
    }
    for (const alone of [warning, plain])
      expect(judge(exchangeOf(id, requests[id], alone, { headers: html })).outcome).toBe('refused');
  });

  test.each([
    ['a wrapper', (answer: JsonValue) => ({ code: '200', message: 'success', data: answer })],
    ['a flag and a wrapper', (answer: JsonValue) => ({ success: true, data: [answer] })],
    ['nothing in it', () => ({})],
    ['one word', () => ({ info: '操作成功' })],
  ] as const)('is no finding, and unknown, with %s', (_what, change) => {
    for (const id of operationsOf('batch', 'search', 'payout', 'subscription')) {
      const changed = change(answers[id as 'capture'] as JsonObject);
      const exchange = exchangeOf(id, requests[id], JSON.stringify(changed));
      const judgement = judge(exchange);
      expect(judgement.findings, id).toEqual([]);
      expect(stateOf({ exchange, judgement }).state, id).toBe('unknown');
    }
  });
});

test.each([
  ['', '', 'accepted'],
  ['none', 'NONE', 'accepted'],
  ['N/A', '-', 'accepted'],
  ['0', 'no error', 'accepted'],
])(
  'a completed payout whose failure is "%s" of the type "%s" is %s',
  (failure_reason, failure_type, outcome) => {
    const answer = { ...answers.payout, failure_reason, failure_type };
    const judgement = judge(exchangeOf('payout', requests.payout, answer));
    expect(judgement.outcome).toBe(outcome);
    expect(judgement.findings).toEqual([]);
  },
);

test.each([
  ['payout', { failure_reason: 'none', failure_type: 'NONE' }, '2.13/encryption_data/present'],
  ['payout', { failure_reason: 'N/A', failure_type: '' }, '2.13/encryption_data/present'],
  ['cancel-subscription', { cancel_status: 'Inactived' }, '2.12/encryption_data/present'],
] as const)('a %s that succeeds in other words, %j, has its result', (id, words, clause) => {
  const answer: JsonObject = { ...answers[id], ...words };
  const { encryption_data: _, ...bare } = answer;
  const right = judge(exchangeOf(id, requests[id], answer));
  expect([right.findings, right.exercised]).toEqual([[], expect.arrayContaining([clause])]);
  const { findings } = judge(exchangeOf(id, requests[id], bare));
  expect(findings.map((one) => `${one.verdict} ${one.clause}`)).toEqual([`fail ${clause}`]);
});

describe('a card payment without a readable code', () => {
  const payment = requests['direct-payment'];
  const paid: JsonObject = answers['direct-payment'];
  const told = (changed: object) => {
    const kids = Object.entries({ ...paid, ...changed })
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => `<${name}>${value}</${name}>`);
    return judge(exchangeOf('direct-payment', payment, `<respon>${kids.join('')}</respon>`));
  };

  test.each(['000:Approved', 'Approved', '', undefined])('is a success by its status: %s', (result_info) => {
    const { outcome, findings } = told({ result_info });
    expect(outcome).toBe('accepted');
    expect(findings.map(({ clause, verdict }) => `${verdict} ${clause}`)).toContainEqual(
      expect.stringMatching(/^fail (?:2\.6|7\.3)\/result_info\//),
    );
  });

  test.each([
    ['0', 'T1'],
    ['', 'T1'],
    ['1', ''],
  ])('is none with status "%s" and transaction "%s"', (order_status, transaction_id) => {
    expect(told({ result_info: '000:Declined', order_status, transaction_id }).outcome).toBe('refused');
  });
});
