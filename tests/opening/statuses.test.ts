import { describe, expect, test } from 'vitest';
import { onEveryAnswer, onEveryList } from '../../mock/behaviour.ts';
import { refused } from '../../opening/causes/request.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import { stateOf } from '../../schemas/history/states.ts';
import { judge } from '../../schemas/judge.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange, Statuses } from '../../schemas/types.ts';
import { judgeBy } from '../../targets/sending/outcomes.ts';
import { answer, judged } from '../reports/hand-made.ts';
import { opened } from './opened.ts';
import { settlingThrough } from './settling-service.ts';

/** A service that answers the entries of an operation with another status. */
const answering = (wanted: string, name: string, status: string) =>
  onEveryList((entries, { operation }) =>
    operation === wanted
      ? entries.map((entry) => (entry[name] === '1' ? { ...entry, [name]: status } : entry))
      : entries,
  );

const casesOf = ({ exchanges }: Awaited<ReturnType<typeof opened>>, wanted: string) =>
  exchanges.flatMap(({ exchange: { operation, origin } }) =>
    operation === wanted ? [origin.caseName ?? ''] : [],
  );

describe('what the merchant says about statuses', () => {
  test.each<[string, string, string]>([
    ['done', 'capture', 'capture_status'],
    ['pending', 'capture', 'capture_status'],
    ['pending', 'cancel', 'cancel_status'],
    ['pending', 'refund', 'refund_status'],
  ])('makes %s of a status of a %s, which is not asked for again', async (meaning, operation, name) => {
    const statuses: Statuses = { [operation]: { [meaning]: ['7'] } };
    const run = await opened(
      { change: answering(operation, name, '7') },
      { statuses, settle: { longestMs: 60 } },
      operation,
    );
    expect(run.report.steps.find((step) => step.operation === operation)?.state).toBe('accepted');
    expect(casesOf(run, operation)).not.toContain('once settle.longestMs is over');
    const { pendingOf } = expectationsOf(run.report, { statuses });
    expect(pendingOf(operation as 'capture')).toEqual(meaning === 'pending' ? ['7'] : []);
  });

  test('makes a refusal of a status, which is asked for again when the time is over', async () => {
    const run = await opened(
      { change: answering('capture', 'capture_status', '7') },
      { statuses: { capture: { refused: ['7'] } }, settle: { longestMs: 60 } },
      'capture',
    );
    expect(casesOf(run, 'capture')).toContain('once settle.longestMs is over');
  });

  const entries = [
    ['refund', 'refund_status', 'refund_message'],
    ['capture', 'capture_status', 'error_message'],
    ['cancel', 'cancel_status', 'error_message'],
  ] as const;
  const texts = ['', 'P0001:pending', 'A0000:submitted, no error', 'R0002:not yet, it is queued'];
  test.each(entries.flatMap((entry) => texts.map((text) => [...entry, text] as const)))(
    'is not known of a %s (%s 2, %s "%s"), so it is not asked for again',
    async (operation, name, message, text) => {
      // Orders that exist are answered with 2, and those that do not with 9.
      const change = onEveryList((list, { operation: answered }) =>
        answered === operation
          ? list.map((entry) =>
              entry[name] === '1'
                ? { ...entry, [name]: '2', [message]: text }
                : { ...entry, [name]: '9', [message]: '' },
            )
          : list,
      );
      const run = await opened({ change }, { settle: { longestMs: 60 } }, operation);
      const asked = run.exchanges.filter(
        ({ exchange }) => exchange.operation === operation && exchange.sent.intent === 'valid',
      );
      const orders = asked.map(({ exchange }) => /"transaction_id":"([^"]+)"/.exec(exchange.sent.body)?.[1]);
      expect(orders.length).toBeGreaterThan(0);
      expect(new Set(orders).size).toBe(orders.length);
    },
  );

  test('names the states of payments that cannot be refunded yet', () => {
    const payment_status = { pending: ['3000', '3500'] };
    const expectations = expectationsOf(undefined, { statuses: { 'direct-payment': { payment_status } } });
    expect(expectations.waitsIn('refund')).toEqual({ search: 'query', before: ['3000', '3500'] });
  });

  test.each(['capture', 'cancel', 'review'] as const)(
    'is waited for before a %s that it holds up',
    async (asked) => {
      const change = settlingThrough(['3100', '4100'], { asked });
      const statuses = { 'direct-payment': { payment_status: { pending: ['3100'] } } };
      const more = { statuses, settle: { longestMs: 5000 } };
      const { report } = await opened({ change }, more, `${asked},query`);
      const step = report.steps.find(({ operation }) => operation === asked);
      expect(step).toMatchObject({ state: 'accepted', waits: { from: '3100', to: '4100' } });
      const expectations = expectationsOf(report, more);
      expect(expectations.waitsIn(asked)).toEqual({ search: 'query', before: ['3100'] });
      const unheld = (await opened({}, more, `${asked},query`)).report;
      expect(expectationsOf(unheld, more).waitsIn(asked)).toBeUndefined();
    },
  );

  test('makes an accepted payment of one that is pending', async () => {
    const change = onEveryAnswer((value: JsonObject, { operation }) =>
      operation === 'direct-payment' ? { ...value, order_status: '0', result_info: '0009:in review' } : value,
    );
    const stateWith = async (statuses: Statuses) => {
      const { report } = await opened({ change }, { statuses }, 'direct-payment');
      return report.steps[0]?.state;
    };
    expect(await stateWith({})).toBe('not-accepted');
    expect(await stateWith({ 'direct-payment': { result_info: { pending: ['0009'] } } })).toBe('accepted');
  });
});

describe('an entry that shows no success', () => {
  test.each([
    ['review', 'review_status', '2'],
    ['review', 'review_status', '0'],
    ['capture', 'capture_status', '2'],
  ])('is refused, and its key is named: %s with %s %s', async (operation, name, status) => {
    const run = await opened({ change: answering(operation, name, status) }, {}, operation);
    expect(run.report.steps.find((step) => step.operation === operation)?.cause?.advice).toContain(
      `"statuses.${operation}"`,
    );
    expect(expectationsOf(run.report).pendingOf(operation as 'review')).toEqual([]);
  });
});

describe('a cancelled subscription', () => {
  test('with a status that nothing explains names the key for it', async () => {
    const change = onEveryAnswer((value: JsonObject) =>
      value.cancel_status === '1' ? { ...value, cancel_status: '2', error_message: 'vorgemerkt' } : value,
    );
    const stepWith = async (statuses: Statuses) => {
      const { report } = await opened({ change }, { statuses }, 'cancel-subscription');
      return report.steps.find(({ operation }) => operation === 'cancel-subscription');
    };
    expect((await stepWith({}))?.cause).toMatchObject({ key: 'statuses.cancel-subscription' });
    expect((await stepWith({ 'cancel-subscription': { pending: ['2'] } }))?.state).toBe('accepted');
  });

  test.each(['cancel_status', 'recurring_status', 'status'])(
    'is done where %s is Inactived',
    async (name) => {
      const change = onEveryAnswer((value: JsonObject, { operation }) => {
        if (operation !== 'cancel-subscription') return value;
        const { cancel_status: _, ...rest } = value;
        return { ...rest, [name]: 'Inactived' };
      });
      const { report } = await opened({ change }, {}, 'cancel-subscription');
      expect(report.steps.find(({ operation }) => operation === 'cancel-subscription')?.state).toBe(
        'accepted',
      );
    },
  );
});

/** What a call is answered with, beside the identifiers of a result. */
type Said = [operation: DocumentedOperationId, says: JsonObject, entry?: JsonObject | null, status?: number];

const caller = { merchant_id: '100001', account_id: '100001001', encryption_data: 'ab'.repeat(32) };
const order = { transaction_id: 'T-884422', order_no: 'ORDER-77', currency: 'EUR', amount: '12.34' };
const subject: Readonly<Partial<Record<DocumentedOperationId, JsonObject>>> = {
  'cancel-subscription': { recurring_id: 'S-556677', contract_name: 'gold' },
  payout: { transaction_id: 'P-1', request_id: '0b7f7f50-93a7-4b50-8b7a-000000000001' },
  'direct-payment': order,
};

function answeredWith([operation, says, entry, status = 200]: Said): JudgedExchange {
  const { batch, answers } = operationOf(operation);
  const list = batch && { [batch.field]: [{ ...order, ...entry }] };
  const value = { ...caller, ...subject[operation], ...says, ...list };
  const xml = Object.entries(value).map(([name, one]) => `<${name}>${one}</${name}>`);
  const received =
    answers === 'xml'
      ? answer(`<respon>${xml.join('')}</respon>`, status, 'text/xml')
      : answer(JSON.stringify(value), status);
  const asked = { ...caller, ...subject[operation], ...(batch && { [batch.field]: [order] }) };
  const { exchange } = judged({ operation, sent: { value: asked }, received });
  return { exchange, judgement: judge(exchange) };
}

const ending = (cancel_status: string, error_message = '', more: JsonObject = {}): Said => [
  'cancel-subscription',
  { cancel_status, error_message, ...more },
];
const captured = (words: readonly [string, string], entry: readonly [string, string]): Said => [
  'capture',
  { return_status: words[0], return_message: words[1] },
  { capture_status: entry[0], error_message: entry[1] },
];

describe('an answer that does not show the success of the document', () => {
  const words = ['', 'will be ended', 'Queued', 'OK', '3101: the end is scheduled', 'not accepted', 'no'];
  test.each(
    words.flatMap((one): Said[] => [
      ending('2', one),
      ending(one === '' ? 'PENDING' : one),
      ['capture', { return_status: '2', return_message: one }, { capture_status: '2', error_message: one }],
      ['review', { return_status: '0' }, { review_status: one || '0', error_message: one }],
      ['refund', { return_status: '2' }, { refund_status: '2', refund_message: `P0001:${one}` }],
      ['direct-payment', { result_info: `0009:${one}`, order_status: '2' }],
      ['payout', { status: 'PENDING', failure_reason: one || 'x', failure_type: 'COMPLIANCE' }],
      [...ending('2', one).slice(0, 2), null, 202] as unknown as Said,
      [...ending('2', one).slice(0, 2), null, 422] as unknown as Said,
    ]),
  )('is no acceptance, whatever its words: %s %j %j %j', (...said) => {
    expect(answeredWith(said).judgement.outcome).toBe('refused');
  });

  const causeOf = (said: Said) =>
    refused({
      operation: said[0],
      main: answeredWith(said),
      others: [],
      accepted: new Set(),
      refused: [],
      target: {} as never,
      isShownLater: false,
      checksElsewhere: async () => undefined,
      twin: () => Promise.resolve(undefined),
    });

  test.each<[Said, string, string]>([
    [ending('2'), 'statuses.cancel-subscription', 'cancel_status "2"'],
    [ending('V', 'zum Monatsende vorgemerkt'), 'statuses.cancel-subscription', 'cancel_status "V"'],
    [ending('0', 'will be ended'), 'statuses.cancel-subscription', 'cancel_status "0"'],
    [captured(['2', ''], ['7', '']), 'statuses.capture', 'capture_status "7"'],
    [
      ['direct-payment', { result_info: '0009:in review' }],
      'statuses.direct-payment.result_info',
      'result_info "0009:in review"',
    ],
  ])('names the key that says what it means: %j', (said, key, found) => {
    const cause = causeOf(said);
    expect(cause).toMatchObject({ key, says: expect.stringContaining(found) });
    expect(cause?.advice).toContain(`"${key}"`);
  });

  test.each<Said>([
    ending('2', 'no'),
    [
      'review',
      { return_status: '0' },
      { review_status: '0', error_message: 'the order is not under review' },
    ],
    ['capture', { return_status: '2' }, { capture_status: '2', error_message: 'no pending authorisation' }],
    ['refund', { return_status: '2' }, { refund_status: '2', refund_message: 'E0007:no longer registered' }],
  ])('names it beside the capability where the words refuse: %j %j %j', (...said) => {
    const cause = causeOf(said);
    expect(cause?.key).toBe(`capabilities.${said[0]}`);
    expect(cause?.advice).toContain(`"statuses.${said[0]}"`);
  });

  test.each<[Statuses, Said, string]>([
    [{ 'cancel-subscription': { pending: ['2'] } }, ending('2', '3101: vorgemerkt'), 'pending'],
    [{ 'cancel-subscription': { done: ['OK'] } }, ending('OK'), 'done'],
    [{ capture: { pending: ['7'] } }, captured(['2', ''], ['7', '']), 'pending'],
    [
      { 'direct-payment': { result_info: { pending: ['0009'] } } },
      ['direct-payment', { result_info: '0009:x' }],
      'pending',
    ],
  ])('is what the merchant says: %j', (statuses, said, state) => {
    const one = judgeBy(statuses, answeredWith(said).exchange);
    expect(one.judgement.outcome).toBe('accepted');
    expect(stateOf(one, statuses).state).toBe(state);
  });

  test('is a refusal where the merchant says so', () => {
    const statuses = { 'cancel-subscription': { refused: ['2'] } };
    expect(judgeBy(statuses, answeredWith(ending('2')).exchange).judgement.outcome).toBe('refused');
  });
});

describe('a result entry whose status the merchant explains', () => {
  const statuses: Statuses = { capture: { done: ['00'], pending: ['2'], refused: ['9'] } };
  const findingsOf = (capture_status: string, told: Statuses = statuses) => {
    const [operation, says] = captured(['1', 'OK'], ['', '']);
    const entry = { capture_status, error_message: '', amount: 12.34, currency: 'EUR' } as JsonObject;
    const { exchange } = answeredWith([operation, { ...says, encryption_data: '0'.repeat(64) }, entry]);
    const again = { ...exchange, received: answer(withTwo(exchange.received), 200) };
    return judgeBy(told, again).judgement.findings.map(({ clause, path }) => `${clause} ${path}`);
  };
  // A second order that was done makes the call an accepted one.
  const withTwo = (received: JudgedExchange['exchange']['received']) => {
    const value = JSON.parse(received.kind === 'answer' ? Buffer.from(received.body).toString() : '');
    return JSON.stringify({
      ...value,
      capture_orders: [
        { ...value.capture_orders[0], amount: '12.34', capture_status: '1' },
        ...value.capture_orders,
      ],
    });
  };

  test.each(['2', '00', '1'])('is judged as the result that it is: %s', (status) => {
    expect(findingsOf(status)).toContain('2.9/entry-values/string capture_orders[1].amount');
  });

  test.each(['9', '7'])('is judged as a refusal: %s', (status) => {
    expect(findingsOf(status)).not.toContain('2.9/entry-values/string capture_orders[1].amount');
  });

  test('is a refusal where nothing is said of it', () => {
    expect(findingsOf('2', {})).not.toContain('2.9/entry-values/string capture_orders[1].amount');
  });
});
