import { describe, expect, test } from 'vitest';
import type { Change } from '../../mock/behaviour.ts';
import { onEveryList } from '../../mock/behaviour.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { opened } from './opened.ts';

/** A service that answers a refund in its own way, and lists it as done the first time that it is searched. */
function answeringRefunds(change: (entry: JsonObject) => JsonObject): Change {
  return onEveryList((entries, { operation }) => (operation === 'refund' ? entries.map(change) : entries));
}

async function settlingOf(change: Change) {
  const { report } = await opened({ change }, {}, 'refund,refund-search');
  return report.steps.find(({ operation }) => operation === 'refund')?.settles;
}

describe('a refund that is pending when it is answered', () => {
  test('has settled where the first search lists it as done', async () => {
    const settles = await settlingOf(answeringRefunds((entry) => ({ ...entry, refund_status: '2' })));
    expect(settles).toMatchObject({ entry: '2', from: '2', to: '1' });
  });

  test('is found by its payment where it has no reference yet', async () => {
    const settles = await settlingOf(
      answeringRefunds((entry) => ({ ...entry, refund_status: '2', refund_reference_id: '' })),
    );
    expect(settles).toMatchObject({ entry: '2', to: '1' });
  });
});

test('a refund that is listed as it was answered has not settled', async () => {
  const change = onEveryList((entries, { operation }) =>
    operation === 'refund' || operation === 'refund-search'
      ? entries.map((entry) => ({ ...entry, refund_status: '0' }))
      : entries,
  );
  const { report } = await opened({ change }, { settle: { longestMs: 1 } }, 'refund,refund-search');
  expect(report.steps.find(({ operation }) => operation === 'refund')).not.toHaveProperty('settles');
});

describe('a capture that is pending when it is answered', () => {
  /** Answers captures as pending; a query lists what was asked for already, or for ever, as it was before. */
  const pendingFor = (shown: (captured: boolean) => string): Change => {
    const captured = new Set<string>();
    return onEveryList((entries, { operation }) => {
      if (operation === 'query')
        return entries.map((entry) => ({
          ...entry,
          payment_status: shown(captured.has(String(entry.transaction_id))),
        }));
      if (operation !== 'capture') return entries;
      for (const { transaction_id } of entries) captured.add(String(transaction_id));
      return entries.map((entry) => ({ ...entry, capture_status: '2' }));
    });
  };
  const settlesWith = async (shown: (captured: boolean) => string) => {
    const { report } = await opened(
      { change: pendingFor(shown) },
      { settle: { longestMs: 60 } },
      'direct-payment,capture,query,cancel',
    );
    return report.steps.find(({ operation }) => operation === 'capture');
  };

  test('has settled where the first query lists it unlike another payment', async () => {
    const step = await settlesWith((captured) => (captured ? 'captured' : 'authorised'));
    expect(step?.settles).toMatchObject({ entry: '2', from: 'authorised', to: 'captured' });
  });

  test('has not where all payments are listed alike', async () => {
    const step = await settlesWith(() => 'authorised');
    expect(step).not.toHaveProperty('settles');
  });
});

test('a capture that is refused while its payment is booked by itself is not pending', async () => {
  let queries = 0;
  const change = onEveryList((entries, { operation }) => {
    if (operation === 'capture') return entries.map((entry) => ({ ...entry, capture_status: '0' }));
    if (operation !== 'query') return entries;
    queries += entries.length === 0 ? 0 : 1;
    return entries.map((entry) => ({ ...entry, payment_status: queries > 1 ? '3000' : '2000' }));
  });
  const { report } = await opened(
    { change },
    { settle: { longestMs: 60 } },
    'direct-payment,capture,query,cancel',
  );
  expect(report.steps.find(({ operation }) => operation === 'capture')).not.toHaveProperty('settles');
});
