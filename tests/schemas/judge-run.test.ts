import { describe, expect, test } from 'vitest';
import { maskOf } from '../../reports/redact/masks.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { judge } from '../../schemas/judge.ts';
import { runRules } from '../../schemas/rules/run/registry.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { answers } from './corpus/answers.ts';
import { verdictOf } from './corpus/deviation.ts';
import { requests } from './corpus/requests.ts';
import {
  conformingRun,
  found,
  judged,
  listed,
  pay,
  pendingRefund,
  runDeviations,
} from './corpus/run-deviations.ts';
import { exchangeOf } from './exchange-of.ts';

// Being refused as an object and as XML is also being refused under both types.
const alsoBroken: Readonly<Record<string, readonly string[]>> = {
  '4.3/body-layout': ['4/body-type/usable'],
  '4.8/body-layout': ['4/body-type/usable'],
};
const clausesOf = (findings: readonly { readonly clause: string }[]) => [
  ...new Set(findings.map(({ clause }) => clause)),
];

describe('a run', () => {
  test.each(runDeviations)('gives exactly the clause it breaks: $clause, $title', (deviation) => {
    const { clause, run } = deviation;
    expect(
      run.flatMap(({ judgement }) => judgement.findings).filter(({ verdict }) => verdict === 'suite-error'),
    ).toEqual([]);
    const { findings } = judgeRun(run);
    expect(clausesOf(findings).sort()).toEqual([clause, ...(alsoBroken[clause] ?? [])].sort());
    expect(new Set(findings.map(({ verdict }) => verdict))).toEqual(new Set([verdictOf(deviation)]));
  });

  test('names the later exchange of two that disagree', () => {
    const [first, second] = [judged('refund'), judged('refund')];
    expect(judgeRun([first, second]).findings.map(({ exchange }) => exchange)).toEqual(
      Array(3).fill(second.exchange.id),
    );
  });

  test('gives no finding when everything agrees', () => {
    const { findings, exercised } = judgeRun(conformingRun());
    expect(findings).toEqual([]);
    const checked = runRules
      .flatMap(({ clauses }) => clauses)
      .filter((id) => /as-paid|as-refunded|unique|later-query/.test(id));
    expect(exercised).toEqual(expect.arrayContaining([...checked, '2.1/transaction_id/one-order']));
  });

  test('notes the statuses before and after a call', () => {
    const seen = judgeRun(conformingRun()).observations.filter(({ clause }) => clause === '3/transitions');
    expect(seen.map(({ fingerprint }) => fingerprint)).toContain('3000 → capture → 4100');
  });

  test('does not compare services at different addresses', () => {
    const run = [
      judged('refund'),
      judged('refund', {}, {}, { sent: { url: 'http://127.0.0.1:8080/faults/x/v1/refund' } }),
    ];
    expect(judgeRun(run).findings).toEqual([]);
  });

  test('compares no identifiers that evidence may have masked as card numbers', () => {
    const masked = '402611000000264712';
    const run = [pay('C-1', masked), pay('C-2', masked), pay('402611xxxxxxxx4712', 'T1')];
    const query = judged('query', {}, listed({ order_no: masked, transaction_id: 'T1' }));
    expect(judgeRun([...run, query]).findings).toEqual([]);
  });

  test.each([
    ['a pending refund of that amount', [pendingRefund('1.00')]],
    ['one of two pending refunds that share its number', [pendingRefund(), pendingRefund('2.00')]],
    [
      'a refund of that number that was done',
      [pendingRefund(), pendingRefund('1.00', { refund_status: '1', refund_message: 'R0000:Success' })],
    ],
    ['one whose refund_reference was not known yet', [pendingRefund('1.00', { refund_reference: '' })]],
    ['one whose refund_reference was blank', [pendingRefund('1.00', { refund_reference: ' ' })]],
    [
      'one that was done without its refund_reference',
      [pendingRefund('1.00', { refund_status: '1', refund_message: 'R0000:ok', refund_reference: '' })],
    ],
  ])('takes a listed refund for %s', (_, run) => {
    expect(judgeRun([...run, judged('refund-search', {}, found({}))]).findings).toEqual([]);
  });

  test.each(
    ['amount', 'refund_amount', 'currency', 'refund_reason', 'refund_reference'].flatMap((name) => [
      [name, ''],
      [name, ' '],
    ]),
  )('compares no %s that a search lists as "%s"', (name, blank) => {
    const run = [
      judged('refund'),
      judged('refund-search', {}, found({ refund_amount: '0.05', [name]: blank })),
    ];
    const { findings } = judgeRun(run);
    expect(findings.filter(({ clause }) => clause === '2.11/refund/as-refunded')).toEqual([]);
  });

  test.each([
    ['the only payment of its order', [], true],
    ['a second one, of an order that another payment made', [pay('C-5', 'T5')], false],
  ])('judges a page without a mark as the result of %s: %#', (_, before, isJudged) => {
    const page = '<html><body><p>order_no is in use</p></body></html>';
    const exchange = exchangeOf(
      'redirect-payment',
      { ...(requests['redirect-payment'] as JsonObject), order_no: 'C-5' },
      page,
    );
    const asked = { exchange, judgement: judge(exchange) };
    const query = judged('query', {}, listed({ order_no: 'C-5', transaction_id: 'T5', query_result: '1' }));
    const { findings } = judgeRun([...before, asked, query]);
    expect(findings.some(({ clause }) => clause === '2.8/theForm/present')).toBe(isJudged);
  });

  test('compares no outer blanks that the answer to a refund lost and a search lists', () => {
    const run = [
      pendingRefund('0.05', { refund_reason: 'too late' }),
      judged('refund-search', {}, found({ refund_amount: '0.05', refund_reason: ' too late ' })),
    ];
    const broken = judgeRun(run).findings.filter(({ clause }) => clause === '2.11/refund/as-refunded');
    expect(broken).toEqual([]);
  });

  test('takes a refund_reference_id without the outer blanks of its transaction_id', () => {
    const padded = (value: JsonObject, name: string) => {
      const [entry = {}] = value.refund_orders as JsonObject[];
      return { ...value, refund_orders: [{ ...entry, transaction_id: ` ${entry[name]} ` }] };
    };
    const exchange = exchangeOf(
      'refund',
      padded(requests.refund as JsonObject, 'transaction_id'),
      padded(answers.refund as JsonObject, 'transaction_id'),
    );
    expect(judge(exchange).findings).toEqual([]);
  });

  test.each(['800001', '800002'])('lets account %s cancel what both accounts subscribed to', (account_id) => {
    const run = [{ account_id: '800001' }, { account_id: '800002' }].map((account, at) =>
      judged('direct-payment', account, { ...account, transaction_id: `T${at}`, recurring_id: 'R-55' }),
    );
    const cancelled = judged('cancel-subscription', { account_id }, { account_id });
    expect(judgeRun([...run, cancelled]).findings).toEqual([]);
  });

  test('does not take a repeated payment of one order for a second transaction', () => {
    expect(judgeRun([judged('direct-payment'), judged('direct-payment')]).findings).toEqual([]);
  });

  test.each([
    ['emoji', 'warn', 'Grüße 🎁'],
    ['a long text', 'warn', 'a '.repeat(60)],
    ['a text like a command', 'warn', "O''Neil' OR 1=1 --"],
    ['a text like a path', 'warn', '../../etc/x.txt'],
    ['a usual text', 'fail', 'Ring twice'],
  ])('a whole refund refused with 422 for %s is a %s', (_what, verdict, refund_reason) => {
    const [entry = {}] = requests.refund.refund_orders as JsonObject[];
    const request = {
      ...requests.refund,
      refund_orders: [{ ...entry, refund_reason }],
      encryption_data: 'c2ln/mF0dXJl+Q==',
    };
    const exchange = exchangeOf('refund', request, '{}', { status: 422, id: 'dead' });
    const { findings } = judgeRun([judged('refund'), { exchange, judgement: judge(exchange) }]);
    expect(findings.map((one) => `${one.verdict} ${one.clause}`)).toEqual([`${verdict} 7.1/http-200`]);
  });

  const twins = {
    'the same order': {},
    'the same order of another transaction': { transaction_id: 'T2' },
    'the same transaction of another order': { order_no: 'A-2' },
  } as const;
  const batches = ['capture', 'review', 'cancel', 'refund'] as const;
  const refusals = [
    [422, '{}'],
    [200, '{"return_status":"1009","return_message":"an order stands there twice"}'],
  ] as const;

  test.each(
    batches.flatMap((id) =>
      Object.entries(twins).flatMap(([what, other]) =>
        refusals.map(([status, body]) => ({ id, what, other, status, body })),
      ),
    ),
  )('a whole $id may be refused with $status for $what twice', ({ id, other, status, body }) => {
    const field = `${id}_orders`;
    const [entry = {}] = (requests[id] as JsonObject)[field] as JsonObject[];
    const run = (second: JsonObject) => {
      const request = { ...requests[id], [field]: [entry, { ...entry, ...second }] };
      const exchange = exchangeOf(id, request, body, { status, id: 'dead' });
      return judgeRun([judged(id), { exchange, judgement: judge(exchange) }]).findings;
    };
    expect(run(other)).toEqual([]);
    expect(clausesOf(run({ order_no: 'A-2', transaction_id: 'T2' }))).toEqual([
      status === 200 ? '1.3/one-result-per-order' : '7.1/http-200',
    ]);
  });

  test.each([
    ['0660 1234567', '0660 1234567', 0],
    ['0660 1234567', '660 1234567', 1],
    ['maria.huber@example.org', 'maria.hubner@example.org', 1],
  ])('sees under the masks that %s was listed as %s', (sent, listed, count) => {
    const name = sent.includes('@') ? 'shopper_email' : 'shopper_phone';
    const [paid, shown] = [maskOf('personal', sent), maskOf('personal', listed)];
    const [first = {}] = answers.query.orders_list as JsonObject[];
    const ids = { order_no: 'C-9', transaction_id: 'T99' };
    const run = [
      judged('direct-payment', { order_no: 'C-9', [name]: paid }, ids),
      judged('query', {}, { orders_list: [{ ...first, ...ids, [name]: shown }] }),
    ];
    const found = judgeRun(run).findings.filter(({ path }) => path.endsWith(name));
    expect(found.map(({ clause }) => clause)).toEqual(Array(count).fill('2.10/order/as-paid'));
  });

  test('compares no personal text under its mask whose outer blanks may be lost', () => {
    const ids = { order_no: 'C-9', transaction_id: 'T99' };
    const run = [
      judged(
        'direct-payment',
        { order_no: 'C-9', shopper_email: maskOf('personal', ' a.b@example.org ') },
        ids,
      ),
      judged('query', {}, listed({ ...ids, shopper_email: maskOf('personal', 'a.b@example.org') })),
    ];
    expect(judgeRun(run).findings).toEqual([]);
  });

  test.each([
    ['Zürich', 'Zürich', 0],
    ['Zürich', 'Z?rich', 1],
    ['São Paulo', 'S\ufffdo Paulo', 1],
    ['São Paulo', 'SÃ£o Paulo', 1],
  ])('sees under the masks that %s was listed in other letters as %s', (sent, city, count) => {
    const ids = { order_no: 'C-9', transaction_id: 'T99' };
    const information = { delivery_city: maskOf('personal', city) };
    const run = [
      judged('direct-payment', { order_no: 'C-9', delivery_city: maskOf('personal', sent) }, ids),
      judged('query', {}, listed({ ...ids, delivery_information: information })),
    ];
    const found = judgeRun(run).findings.filter(({ path }) => path.endsWith('delivery_city'));
    expect(found.map(({ clause }) => clause)).toEqual(Array(count).fill('2.10/order/as-paid'));
  });

  test('compares nothing with a payment that names an empty transaction', () => {
    const query = judged('query', {}, listed({ order_no: 'C-1', transaction_id: 'T1' }));
    expect(judgeRun([pay('C-1', ''), pay('C-2', ''), query]).findings).toEqual([]);
  });

  test('is empty for no exchanges', () => {
    const book = { moved: [], impossible: [] };
    expect(judgeRun([])).toEqual({ findings: [], exercised: [], observations: [], explained: [], book });
  });
});

describe('pages in place of accepted answers', () => {
  const page = '<html><body>Please sign in</body></html>';
  const calls = (
    operation: 'query' | 'direct-payment',
    count: number,
    isPage: (at: number) => boolean,
    told = {},
  ) =>
    Array.from({ length: count }, (_, at) => {
      const request = operation === 'query' ? {} : { order_no: `C-${at}` };
      const right = judged(operation, request, {
        ...request,
        ...(operation === 'query' ? {} : { transaction_id: `T${at}` }),
      });
      if (!isPage(at)) return right;
      const exchange = exchangeOf(operation, { ...requests[operation], ...request }, page, {
        id: `0000000${at}`,
        ...told,
      });
      return { exchange, judgement: judge(exchange) };
    });
  const warned = (run: Parameters<typeof judgeRun>[0]) =>
    judgeRun(run)
      .findings.filter(({ clause }) => /^1\.4\/(?:json|xml)$/.test(clause))
      .map(({ verdict }) => verdict);

  test('are one warning where they are more than one in twenty', () => {
    expect(warned(calls('query', 39, (at) => at > 36))).toEqual(['warn']);
    expect(warned(calls('direct-payment', 19, (at) => at === 7, { status: 404 }))).toEqual(['warn']);
  });

  test('are none where they are fewer, overload, or answers to repeated orders', () => {
    expect(warned(calls('query', 40, (at) => at > 37))).toEqual([]);
    expect(warned(calls('query', 10, (at) => at > 7, { status: 503 }))).toEqual([]);
    expect(warned(calls('query', 10, (at) => at > 7, { status: 429 }))).toEqual([]);
    const paid = calls('direct-payment', 10, () => false);
    expect(warned([...paid, ...calls('direct-payment', 5, () => true)])).toEqual([]);
  });

  test('are none in answer to odd requests', () => {
    const odd = { sent: { intent: 'odd' } };
    expect(warned(calls('query', 10, (at) => at > 7, odd))).toEqual([]);
  });
});
