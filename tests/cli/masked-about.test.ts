import { beforeEach, expect, test } from 'vitest';
import { maskReading } from '../../cli/judge/print.ts';
import { startRedaction } from '../../reports/redact.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { undoEntry } from '../../specs/support/clean-up/undo.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import type { Caller } from '../../targets/sending/sender.ts';
import { loadTarget } from '../../targets/target.ts';
import { lastName, signature, token } from '../reports/canaries.ts';
import { answer, finding, judged } from '../reports/hand-made.ts';

const value = { merchant_id: '1', last_name: lastName, token_id: token, encryption_data: signature };
const secrets = new RegExp([lastName, token, signature].join('|'));
const echo = `${lastName}, ${token}, ${signature}`;

beforeEach(() => startRedaction({ seed: 7 }));

test('a breach of a caller repeats no secret of its request', () => {
  const one = judged({ operation: 'query', sent: { value: { ...value, other: echo } } });
  const values = { expected: say('member', [], 'x'), received: sayValue(echo) };
  const breach = finding({ clause: '4.4/request/closed', path: `other.${lastName}`, ...values });
  const { cases } = maskReading(
    { cases: [{ judged: one, from: 'entry 1', breaches: [breach] }], unjudged: [] },
    { findings: [], observations: [], exercised: [] },
  );
  expect(cases[0]?.breaches[0]?.received).toMatch(/, /);
  expect(JSON.stringify(cases[0]?.breaches)).not.toMatch(secrets);
});

test('what undid a payment is told without the signature of the request', async () => {
  const entry = {
    ...{
      operation: 'direct-payment',
      order_no: 'r-1',
      transaction_id: 'T1',
      amount: '1.00',
      currency: 'EUR',
    },
    ...{ certain: true, undo: ['cancel'], exchange: 'a' },
  } as unknown as LedgerEntry;
  const order = {
    transaction_id: 'T1',
    order_no: 'r-1',
    cancel_status: '0',
    error_message: `no: ${signature}`,
  };
  const body = { return_status: '1', cancel_orders: [order] };
  const told = judged({
    operation: 'cancel',
    sent: { value },
    received: answer(JSON.stringify(body)),
    judgement: { answer: body },
  });
  const client = { send: async () => told } as unknown as Caller;
  const target = { ...loadTarget('targets/mock.json', {}), allow: ['irreversible', 'moves-money'] } as never;
  const results = await undoEntry(entry, client, target);
  expect(results).toMatchObject([{ result: 'refused', detail: expect.stringMatching(/^no: [0-9a-f]{64}$/) }]);
  expect(results[0]?.detail).not.toContain(signature);
});
