import { describe, expect, onTestFinished, test } from 'vitest';
import { type Change, deciding, reshaping } from '../../mock/behaviour.ts';
import { refusal } from '../../mock/reply.ts';
import { type MockOptions, startMock } from '../../mock/server.ts';
import { signatureOf } from '../../mock/signature.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import { type Pair, pairs } from '../../schemas/rules/run/at-once.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { askAtOnce } from '../../specs/support/at-once.ts';
import { createSender } from '../../targets/sending/sender.ts';
import { openTransport } from '../../targets/transport/client.ts';
import { signing } from '../mock/caller.ts';
import { using } from '../proof/using.ts';
import { serviceOver, settings } from './service-over.ts';

/** Asks an endpoint for some pairs as the specs do, and returns what it did. */
async function ask(
  options: MockOptions,
  some: readonly Pair[],
  { seed = settings.seed, concurrent = 8, parts = 1 } = {},
): Promise<readonly JudgedExchange[]> {
  const mock = await startMock({ ...options, signing });
  const { send: transport, close } = openTransport({ tls: { verify: true } });
  onTestFinished(() => close().then(() => mock.close()));
  const { limits } = settings.target;
  const target = { ...settings.target, baseUrl: mock.url, limits: { ...limits, concurrent, parts } };
  const sender = createSender({
    settings: { ...settings, target, seed },
    signer: { armed: true, sign: (body) => signatureOf(body, signing) },
    transport,
    record: () => {},
  });
  const exchanges: JudgedExchange[] = [];
  for (const [at, pair] of some.entries()) {
    // Each has order numbers of its own.
    const service = serviceOver(sender, { target, seed: seed + at });
    await askAtOnce(service, { ...settings, target }, pair);
    exchanges.push(...service.exchanges);
  }
  return exchanges;
}

const clause = '1.3/at-once/explainable';
const findingsOf = (run: readonly JudgedExchange[], wanted = clause) =>
  judgeRun([...run]).findings.filter((finding) => finding.clause === wanted);
const pairOf = (...words: readonly string[]) => pairs.filter(({ calls }) => words.includes(calls.join()));

describe('a service that looks, waits and then writes', () => {
  test('is described by both exchanges, the order and the sums', async () => {
    const run = await ask({ fault: 'at-once-refund-50ms' }, pairOf('refund,refund'));
    const [finding] = findingsOf(run);
    const { values, exchange } = finding ?? {};
    const other = values?.received.terms?.[0];
    expect(run.map((one) => one.exchange.id)).toEqual(expect.arrayContaining([exchange, other]));
    expect(finding?.expected).toBe(
      'only one of the two, as the second one is refused when it is sent later (4 of 4 times)',
    );
    expect(finding?.received).toMatch(
      /^both done, this one of [\d.]+ and exchange \w+ of [\d.]+, which was sent at the same time, of order_no \S+ of [\d.]+$/,
    );
    expect(findingsOf(run, '2.9/refund_amount/sum-above-amount')).not.toEqual([]);
  });
});

const remembered = (memo: Map<string, number>, key: string) => {
  const before = memo.get(key) ?? 0;
  memo.set(key, before + 1);
  return before;
};

/** Does the first of two calls over one order or one number, whatever they are, and refuses what follows. */
const once: Change = (behaviour) => ({
  ...behaviour,
  decide: {
    ...behaviour.decide,
    entryProblem(operation, found, subject) {
      const { order } = subject;
      const isOver = order !== undefined && (order.captured || order.cancelled || order.refunds > 0);
      return isOver
        ? { code: '3012', text: 'done before' }
        : behaviour.decide.entryProblem(operation, found, subject);
    },
    objection({ operation, request, memo }) {
      const number = request.recurring_id ?? request.request_id ?? request.order_no;
      if (operation === 'capture' || number === undefined) return undefined;
      return remembered(memo, `${operation} ${String(number)}`) > 0
        ? refusal('terms', 'used before', request)
        : undefined;
    },
  },
});

/** Looks at no sum, and declines every fifth refund. */
const declining: Change = deciding({
  entryProblem: (operation, found, { memo }) => {
    const problem = found?.code === '3010' ? undefined : found;
    const isFifth = operation === 'refund' && remembered(memo, 'refunds') % 5 === 1;
    return isFifth ? { code: '3099', text: 'declined' } : problem;
  },
});

/** Turns the second call over one order away while the first is under way, as `status` says. */
const turningAway =
  (status: number): Change =>
  (behaviour) => {
    const locked = new Set<string>();
    return {
      ...behaviour,
      answerEarly(about) {
        const [entry] = (about.request.refund_orders ?? []) as { transaction_id?: string }[];
        if (entry?.transaction_id === undefined) return behaviour.answerEarly(about);
        const { transaction_id: id } = entry;
        const isLocked = locked.has(id);
        locked.add(id);
        setTimeout(() => locked.delete(id), 30);
        const text = '<p>busy</p>';
        return isLocked
          ? {
              form: 'text',
              status,
              accepted: false,
              contentType: 'text/html',
              text,
              headers: { 'retry-after': '0' },
            }
          : behaviour.answerEarly(about);
      },
      rewire: [
        ...behaviour.rewire,
        (wire, { operation }) => (operation === 'refund' ? { ...wire, delayMs: 40 } : wire),
      ],
    };
  };

/** Answers a payout that was asked for before with what was answered then. */
const repeating: Change = (behaviour) => {
  const known = new Map<string, unknown>();
  return reshaping((reply, { operation, request }) => {
    if (operation !== 'payout') return reply;
    const key = String(request.request_id);
    if (!known.has(key)) known.set(key, reply);
    return known.get(key) as typeof reply;
  })(behaviour);
};

const honest: readonly (readonly [name: string, options: MockOptions, some: readonly Pair[]])[] = [
  ['is the embedded endpoint', {}, pairs],
  ['does each thing once', { change: once }, pairs],
  [
    'does everything again',
    { change: deciding({ entryProblem: () => undefined }) },
    pairOf('refund,refund', 'capture,cancel'),
  ],
  ['declines some refunds', { change: declining }, pairOf('refund,refund')],
  ['locks an order with 409', { change: turningAway(409) }, pairOf('refund,refund', 'cancel,refund')],
  ['locks an order with 423', { change: turningAway(423) }, pairOf('refund,refund')],
  ['asks one of two to wait', { change: turningAway(429) }, pairOf('refund,refund')],
  ['is away for one of two', { change: turningAway(503) }, pairOf('refund,refund')],
  ['repeats what it answered to a payout', { change: repeating }, pairOf('payout,payout')],
  ['does later what it is asked for', { changeOf: using('done-later') }, pairs],
  [
    'says other words',
    {
      changeOf: using(
        'failed-status={"status":"REFUSED"}',
        'words-of-batches={"partly":"207","none":"-1","text":"some orders failed"}',
      ),
    },
    pairOf('refund,refund', 'cancel,refund'),
  ],
  [
    'refuses with a page',
    { changeOf: using('refusal-form={"form":"page","status":403}'), change: once },
    pairOf('refund,refund', 'payout,payout'),
  ],
];

describe('a service that does nothing twice', () => {
  test.each(honest)('raises no finding where it %s', async (_name, options, some) => {
    const run = await ask(options, some);
    expect(findingsOf(run)).toEqual([]);
    expect(findingsOf(run, '7.1/http-200')).toEqual([]);
    expect(findingsOf(run, '1.3/one-result-per-order')).toEqual([]);
    const isRead = ({ exchange }: JudgedExchange) =>
      exchange.origin.caseName === 'a connection for each call';
    expect(run.filter((one) => !isRead(one)).length).toBeLessThanOrEqual(150);
    expect(run.filter(isRead).length).toBeLessThanOrEqual(2 * 46);
  });
});

test('a shard whose part of the limits is one request at a time says so', async () => {
  await expect(ask({}, pairOf('payout,payout'), { concurrent: 1, parts: 2 })).rejects.toThrow(
    'limit of the target reached: limits.concurrent leaves one request at a time to each of 2 shards',
  );
});

test('limits of one request at a time leave the situation out, with that reason', async () => {
  await expect(ask({}, pairOf('payout,payout'), { concurrent: 1 })).rejects.toThrow(
    'limits.concurrent is 1: two requests at the same time are not allowed',
  );
});
