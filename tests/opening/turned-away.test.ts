import { describe, expect, test } from 'vitest';
import { openRefusals, type Refusals } from '../../opening/refusals.ts';
import { turnedAwayWords } from '../../opening/turned-away.ts';
import { whyStopped } from '../../reports/stopped.ts';
import type { JudgedExchange, OperationId } from '../../schemas/types.ts';
import type { Line } from '../../targets/sender.ts';
import { emptyFolder } from '../cli/command.ts';

const body = { merchant_id: '1', account_id: '2', orders_list: [{ order_no: 'a' }] };

function judged(
  outcome: 'accepted' | 'refused',
  { operation = 'direct-payment', id = 'a', intent = 'valid', text = '' } = {},
): JudgedExchange {
  return {
    judgement: { outcome, findings: [], answer: text === '' ? undefined : JSON.parse(text) },
    exchange: {
      id,
      operation: operation as OperationId,
      sent: { intent, value: body },
      received: {
        kind: 'answer',
        status: text === '' ? 401 : 200,
        headers: { 'content-type': 'application/json' },
        body: Buffer.from(text),
      },
    },
  } as unknown as JudgedExchange;
}

/** Refuses so many requests, and tells how many it took until the suspicion was raised. */
function refuse(refusals: Refusals, count: number, intent = 'valid'): number {
  const raised = Array.from({ length: count }, (_none, at) =>
    refusals.note(judged('refused', { id: `refused-${at}`, intent }), body),
  );
  return raised.indexOf(true) + 1;
}

describe('a service that takes nothing any more', () => {
  test('is suspected after twelve refusals of allowed requests in a row', () => {
    const out = emptyFolder();
    const refusals = openRefusals({ out });
    expect(refuse(refusals, 20)).toBe(12);
    expect(refusals.convict('401, an empty body')).toBe(
      'the service takes nothing any more since exchange refused-0: 20 allowed requests in a row were refused, and one more that it took before (401, an empty body)',
    );
    expect(whyStopped(out)).toMatch(/^the service takes nothing any more/);
  });

  test('is not, where it takes one in between, be that odd, or refuses odd ones', () => {
    const refusals = openRefusals({ out: emptyFolder() });
    for (const intent of ['valid', 'odd']) {
      expect(refuse(refusals, 11)).toBe(0);
      refusals.note(judged('accepted', { intent }), body);
    }
    expect(refuse(refusals, 30, 'odd')).toBe(0);
  });

  test('is not, where it answers with results of its own', () => {
    const refusals = openRefusals({ out: emptyFolder() });
    const entries = '{"refund_orders":[{"order_no":"A","refund_status":"0"}]}';
    expect(refuse(refusals, 11)).toBe(0);
    refusals.note(judged('refused', { operation: 'refund', text: entries }), body);
    expect(refuse(refusals, 11)).toBe(0);
  });

  test('is suspected later once it was wrong', () => {
    const refusals = openRefusals({ out: emptyFolder() });
    expect(refuse(refusals, 12)).toBe(12);
    refusals.trust();
    expect(refuse(refusals, 24)).toBe(24);
  });

  test('is asked for the read that it took last, as that was asked for', () => {
    const refusals = openRefusals({ out: emptyFolder() });
    expect(refusals.taken()).toBeUndefined();
    refusals.note(judged('accepted', { operation: 'refund-search' }), { a: 1 });
    refusals.note(judged('accepted', { operation: 'query' }), body);
    refusals.note(judged('accepted', { operation: 'query', intent: 'odd' }), { a: 2 });
    refusals.note(judged('refused', { operation: 'refund-search' }), { a: 3 });
    refusals.note(judged('accepted'), { a: 4 });
    expect(refusals.taken()).toEqual({ operation: 'query', body });
  });
});

describe('a read that was taken', () => {
  const asked = (answer: JudgedExchange) => {
    const sent: unknown[] = [];
    const client = { send: async (...given: unknown[]) => sent.push(given) && answer } as unknown as Line;
    const words = turnedAwayWords(client, { operation: 'query', body }, { test: 't', ordinal: 1 });
    return { sent, words };
  };

  test('and is refused now tells that everybody is turned away', async () => {
    const { sent, words } = asked(judged('refused', { operation: 'query' }));
    expect(await words).toBe('401 application/json, an empty body');
    expect(sent).toMatchObject([['query', body, { origin: { caseName: 'still there' } }]]);
  });

  test.each([
    ['is taken again', judged('accepted', { operation: 'query' })],
    [
      'finds nothing now',
      judged('refused', { operation: 'query', text: '{"return_status":"4","orders_list":[]}' }),
    ],
  ])('and %s tells nothing', async (_what, answer) => {
    expect(await asked(answer).words).toBeUndefined();
  });
});
