import { beforeEach, describe, expect, test } from 'vitest';
import type { Case } from '../../opening/case.ts';
import { alikeWords } from '../../opening/causes/caller.ts';
import { notTheService } from '../../opening/causes/elsewhere.ts';
import { cards } from '../../opening/causes/request.ts';
import { followRecord } from '../../opening/settle.ts';
import { redactTextOf, startRedaction } from '../../reports/redact.ts';
import { answer, judged } from '../reports/hand-made.ts';

const key = 'a-key-that-is-longer-than-any-code-51f0c2';
const last = 'Quillfeathercanary';
const sent = { value: { merchant_id: '1', last_name: last } };
// Half of it is as bad as all of it.
const half = key.slice(0, 12);

beforeEach(() => startRedaction({ seed: 7, secrets: [key] }));

describe('what a service says is masked before it is shortened', () => {
  test('in the title of a page that is not the service', async () => {
    for (const before of [0, 40, 70]) {
      const page = `<!doctype html><html><title>Log in ${'-'.repeat(before)}${key} ${last}</title></html>`;
      const main = judged({ operation: 'query', sent, received: answer(page, 200, 'text/html') });
      const found = await notTheService({
        main,
        operation: 'query',
        accepted: new Set(),
      } as unknown as Case);
      expect(found?.says).toContain('Log in');
      expect(found?.says).not.toMatch(new RegExp(`${half}|${last.slice(0, 8)}`));
    }
  });

  test('in the states that a record goes through', async () => {
    const states = [`1-${key}`, `2-${last}`];
    const listing = () => {
      const body = { orders_list: [{ transaction_id: 'T1', payment_status: states.shift() ?? '' }] };
      return judged({
        operation: 'query',
        sent,
        received: answer(JSON.stringify(body)),
        judgement: { answer: body },
      });
    };
    const move = await followRecord(
      { search: 'query', state: 'payment_status', is: () => true, mostLooks: 2 },
      async () => listing(),
      { environment: 'embedded' },
    );
    expect(move?.from).toMatch(/^1-secret-/);
    expect(move?.to).toMatch(/^2-[A-Z]/);
    expect(JSON.stringify(move)).not.toMatch(new RegExp(`${half}|${last}`));
  });
});

describe('what we say ourselves is not taken for a secret', () => {
  const main = judged({
    operation: 'direct-payment',
    sent,
    received: answer('{"message":"card declined"}', 402, 'application/json'),
  });

  test.each([[['signing']], [['merchant']], [['account']], [['signing', 'merchant', 'account']]] as const)(
    'where twins were answered alike: %j',
    (alike) => {
      expect(redactTextOf(main, alikeWords(alike))).toBe(alikeWords(alike));
    },
  );

  test.each(['accepted', 'refused'])('where another card is %s', async (outcome) => {
    const twin = async () => ({ ...main, judgement: { ...main.judgement, outcome } });
    const found = await cards({
      main,
      operation: 'direct-payment',
      twin,
      target: { cards: [] },
    } as unknown as Case);
    expect(found?.comparedWith).toMatch(/accepted/);
    expect(redactTextOf(main, found?.comparedWith ?? '')).toBe(found?.comparedWith);
    expect(redactTextOf(main, found?.says ?? '')).toBe(found?.says);
  });
});
