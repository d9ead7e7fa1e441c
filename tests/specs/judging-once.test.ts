import { expect, test, vi } from 'vitest';
import type { RepeatedExchange } from '../../reports/evidence/lines.ts';
import { repeatExchange } from '../../reports/evidence/repeat-exchange.ts';
import { redactExchange, startRedaction } from '../../reports/redact.ts';
import { given } from '../../schemas/given.ts';
import { judge } from '../../schemas/judge.ts';
import type { Exchange, JsonValue } from '../../schemas/types.ts';
import { judgingOnce } from '../../specs/support/judging-once.ts';
import { pageOf } from '../schemas/corpus/page.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

vi.mock('../../schemas/judge.ts', async (original) => {
  const real = await original<{ judge: typeof judge }>();
  return { ...real, judge: vi.fn(real.judge) };
});

const judged = vi.mocked(judge);

function of(variant: string, exchange: Exchange): Exchange {
  const url = exchange.sent.url.replace('/v1/', `/${variant}/v1/`);
  return {
    ...exchange,
    id: `of ${variant}`,
    sent: { ...exchange.sent, url },
    origin: { ...exchange.origin, test: `a title ‹${variant}›` },
  };
}

function answered(variant: string, refunds: JsonValue, change: Partial<Exchange> = {}): Exchange {
  const exchange = exchangeOf('refund', requests.refund, { refund_orders: refunds });
  return { ...of(variant, exchange), ...change };
}

function howOften(...exchanges: readonly Exchange[]): number {
  const once = judgingOnce().judge;
  judged.mockClear();
  for (const exchange of exchanges) once(exchange);
  return judged.mock.calls.length;
}

test('equal exchanges of two variants are judged once, each under its own id', () => {
  const once = judgingOnce().judge;
  const [one, other] = [answered('faults/one', []), answered('faults/two', [])];
  judged.mockClear();
  const judgements = [once(one), once(other)];
  expect(judged).toHaveBeenCalledTimes(1);
  expect(judgements).toEqual([judge(one), judge(other)]);
  expect(judgements[1]?.findings.length).toBeGreaterThan(0);
  expect(judgements[1]?.findings.every(({ exchange }) => exchange === other.id)).toBe(true);
});

test('whatever the judge may look at makes another exchange', () => {
  const one = answered('faults/one', []);
  const { sent, received, origin } = answered('faults/two', []);
  if (received.kind !== 'answer') throw new Error('no answer');
  const others: Partial<Exchange>[] = [
    { sent: { ...sent, body: `${sent.body} ` } },
    { sent: { ...sent, signed: !sent.signed } },
    { sent: { ...sent, intent: sent.intent === 'odd' ? 'valid' : 'odd' } },
    { received: { ...received, status: 500 } },
    { received: { ...received, headers: { ...received.headers, 'content-type': 'text/plain' } } },
    { received: { ...received, body: Buffer.from('{"refund_orders":{}}') } },
    { received: { ...received, durationMs: 20_000 } },
    { origin: { ...origin, ordinal: origin.ordinal + 1 } },
    { origin: { ...origin, carries: { field: 'amount', class: 'any' } } },
    { operation: 'capture' },
  ];
  for (const change of others) expect(howOften(one, answered('faults/two', [], change))).toBe(2);
  const later = { ...received, durationMs: 12, headers: { ...received.headers, date: 'later' } };
  expect(howOften(one, answered('faults/two', [], { received: later }))).toBe(1);
});

test('nothing is remembered of no answer, or of another test', () => {
  const none = { kind: 'none', reason: 'timeout', detail: '', durationMs: 1 } as const;
  const of = (change: Partial<Exchange>) => [
    answered('faults/one', [], change),
    answered('faults/two', [], change),
  ];
  expect(howOften(...of({ received: none }))).toBe(2);
  const [one, two] = of({}) as [Exchange, Exchange];
  const between = { ...one, origin: { ...one.origin, test: 'another title ‹faults/one›' } };
  expect(howOften(one, between, two)).toBe(3);
});

/** The page of a variant, with its addresses as they are and encoded. */
function paged(variant: string, action = `/${variant}/v1/checkout/pay`): Exchange {
  const back = `http://127.0.0.1/${variant}/v1/checkout/done`;
  const page = pageOf({
    form: `<form name="theForm" method="POST" action="${action}">`,
    after: `<i>${back} ${encodeURIComponent(back)}</i>`,
  });
  const exchange = exchangeOf('redirect-payment', requests['redirect-payment'], page);
  return of(variant, exchange);
}

test('pages that differ by the addresses of their variants are judged once', () => {
  const once = judgingOnce();
  const [one, two] = [paged('faults/one'), paged('dialects/two')];
  judged.mockClear();
  const judgements = [one, two].map((exchange) => once.judge(exchange));
  expect(judged).toHaveBeenCalledTimes(1);
  expect(judgements).toEqual([judge(one), judge(two)]);
  expect(JSON.stringify(judgements[1]?.answer)).toContain('/dialects/two/v1/checkout/pay');
  const recorded = [one, two].map((exchange, at) =>
    once.recorded({ exchange, judgement: judgements[at] ?? judge(exchange) }),
  );
  expect(recorded[1]).toMatchObject({
    kind: 'repeated',
    of: one.id,
    moved: ['/faults/one/', '/dialects/two/'],
  });
});

test('a page of another place, or whose findings name its variant, is judged', () => {
  expect(howOften(paged('faults/one'), paged('dialects/two', '/faults/one/v1/checkout/pay'))).toBe(2);
  expect(howOften(paged('faults/one'), paged('dialects/two', '/v1/checkout/pay'))).toBe(2);
  const wrong = (variant: string) => paged(variant, `/${variant}/v1/elsewhere`);
  expect(judge(wrong('faults/one')).findings.map(({ clause }) => clause)).toContain('2.8/theForm/action');
  expect(howOften(wrong('faults/one'), wrong('dialects/two'))).toBe(2);
  expect(recordedOf(wrong('faults/one'), wrong('dialects/two'))[1]).toHaveProperty('judgement');
});

function recordedOf(...exchanges: readonly Exchange[]): readonly unknown[] {
  const once = judgingOnce();
  return exchanges.map((exchange) => once.recorded({ exchange, judgement: once.judge(exchange) }));
}

test('of equal exchanges the first is recorded, and the others name it', () => {
  const [one, two] = [answered('faults/one', []), answered('dialects/two', [])];
  const { id, origin } = two;
  const moved = ['/faults/one/', '/dialects/two/'];
  expect(recordedOf(one, two)).toEqual([
    { exchange: one, judgement: judge(one) },
    { kind: 'repeated', of: one.id, id, origin, moved },
  ]);
});

test('what repeats another exchange keeps the times at which it was under way', () => {
  const first = answered('faults/one', [], { times: { sentAt: 1, answeredAt: 2 } });
  startRedaction({ seed: 1 });
  for (const times of [undefined, { sentAt: 30, answeredAt: 41 }]) {
    const second = answered('dialects/two', [], given({ times }));
    const [, repeated] = recordedOf(first, second);
    const evidence = redactExchange({ exchange: first, judgement: judge(first) });
    expect(repeatExchange(evidence, repeated as RepeatedExchange).times).toEqual(times);
  }
});

test('what has another content, address or page is recorded itself', () => {
  const [one, two] = [answered('faults/one', []), answered('dialects/two', [])];
  const page = { foreignRequests: [], dialogs: [], scriptErrors: [] };
  for (const change of [
    { sent: { ...two.sent, body: `${two.sent.body} ` } },
    { sent: { ...two.sent, url: `${two.sent.url}?` } },
    { page },
  ]) {
    const other = { ...two, ...change };
    expect(recordedOf(one, other)).toEqual(
      [one, other].map((each) => ({ exchange: each, judgement: judge(each) })),
    );
  }
});

test('an exchange that a browser has seen is repeated by none', () => {
  const page = { foreignRequests: [], dialogs: [], scriptErrors: [] };
  const once = judgingOnce();
  const record = (exchange: Exchange) => once.recorded({ exchange, judgement: once.judge(exchange) });
  const [one, two] = [answered('faults/one', []), answered('dialects/two', [])];
  record(one);
  record({ ...one, page });
  expect(record(two)).toEqual({ exchange: two, judgement: judge(two) });
});
