import { describe, expect, test } from 'vitest';
import { allOf, type Change, onEveryList, wording } from '../../mock/behaviour.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Target } from '../../targets/target.ts';
import { opened } from './opened.ts';
import { settlingUnseen } from './settling-service.ts';
import { stopClock } from './stopped-clock.ts';

stopClock();

const overPayments = ['capture', 'review', 'cancel', 'refund'] as const;

/** Lists each payment in the state of what was done to it last; what is asked of a cancel is answered by `cancelled`. */
function showing(
  states: Partial<Record<DocumentedOperationId, string>>,
  cancelled: (isReviewed: boolean) => { readonly status: string; readonly isDone: boolean },
): Change {
  const shown = new Map<string, string>();
  const reviewed = new Set<string>();
  return onEveryList((entries, { operation }) => {
    if (operation === 'query')
      return entries.map((entry) => ({
        ...entry,
        payment_status: shown.get(String(entry.transaction_id)) ?? 'paid',
      }));
    return entries.map((entry) => {
      const id = String(entry.transaction_id);
      const { status, isDone } = cancelled(reviewed.has(id));
      const isLeft = operation === 'cancel' && !isDone;
      const state = states[operation];
      if (entry[`${operation}_status`] !== '1') return entry;
      if (operation === 'review') reviewed.add(id);
      if (state !== undefined && !isLeft) shown.set(id, state);
      return operation === 'cancel' ? { ...entry, cancel_status: status } : entry;
    });
  });
}

async function cancelOf(change: Change, operations: string, more: Partial<Target> = {}) {
  const run = await opened({ change }, { settle: { longestMs: 60 }, ...more }, operations);
  return {
    step: run.report.steps.find(({ operation }) => operation === 'cancel'),
    waits: overPayments.filter((one) => expectationsOf(run.report).waitsMs(one) > 0),
    asked: run.exchanges.map(({ exchange }) => `${exchange.operation}: ${exchange.origin.caseName}`),
  };
}

/** Calls say OK, whatever became of their entries. */
const inEntriesOnly = wording({
  call: { done: ['1', 'OK'], partly: ['1', 'OK'], none: ['1', 'OK'] },
});

const unchanged: Change = (behaviour) => behaviour;

const states = { review: 'reviewed', cancel: 'cancelled' } as const;
const all = 'direct-payment,capture,review,cancel,query';

describe('a cancel that is pending over a payment to which something was done before', () => {
  const pending = () => ({ status: '2', isDone: true });

  test('has settled where it has over a payment of its own', async () => {
    const { step, asked } = await cancelOf(showing(states, pending), all);
    expect(step?.settles).toMatchObject({ entry: '2', from: 'paid', to: 'cancelled' });
    expect(asked).toContain('cancel: over a payment of its own');
    expect(asked.filter((one) => one.endsWith('is over'))).toEqual([]);
  });

  test('needs no payment of its own where the state before is known', async () => {
    const { step, asked } = await cancelOf(showing(states, pending), 'direct-payment,capture,cancel,query');
    expect(step?.settles).toMatchObject({ entry: '2', from: 'paid', to: 'cancelled' });
    expect(asked.filter((one) => one.includes('of its own'))).toEqual([]);
  });

  test.each([
    [['cancel'], 'as a whole', unchanged],
    [['cancel'], 'in its entry', inEntriesOnly],
    [['review', 'cancel'], 'as a whole', unchanged],
  ] as const)(
    'has settled where %s came too soon at first and was refused %s',
    async (early, _how, words) => {
      const change = allOf(settlingUnseen(1000, early), showing(states, pending), words);
      const { step, waits } = await cancelOf(change, all, { settle: { longestMs: 1300 } });
      expect(step).toMatchObject({ state: 'accepted', settles: { entry: '2', to: 'cancelled' } });
      expect(waits).toEqual(early);
    },
  );
});

describe('a cancel that is refused in its entry', () => {
  test('has not settled where the state is that of the review', async () => {
    const { step, waits } = await cancelOf(
      showing({ review: 'reviewed' }, () => ({ status: '0', isDone: false })),
      all,
    );
    expect(step).not.toHaveProperty('settles');
    expect(waits).toEqual([]);
  });

  test('waits for nothing where only reviewed payments are not cancelled', async () => {
    const { step, waits } = await cancelOf(
      showing(states, (isReviewed) => ({ status: isReviewed ? '0' : '1', isDone: !isReviewed })),
      all,
    );
    expect(step).toMatchObject({ state: 'accepted' });
    expect(step).not.toHaveProperty('settles');
    expect(waits).toEqual([]);
  });
});
