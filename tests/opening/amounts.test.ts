import { describe, expect, test } from 'vitest';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { askStep, type Step } from '../../opening/ask-step.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import type { Requester } from '../../opening/requester.ts';
import type { JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { loadTarget } from '../../targets/target.ts';

const target = loadTarget('targets/mock.json', {});

const newStep = (): Step => ({
  operation: 'direct-payment',
  state: 'pending',
  mainShape: 'full',
  others: [],
  exchanges: [],
});

/** Answers payments as a service that says why it refuses one; undefined accepts it. */
function askerOf(
  refusal: (body: JsonObject) => string | undefined,
): Requester & { readonly asked: string[] } {
  let context: MakeContext = { ...defaultContext, amounts: 'usual' };
  const asked: string[] = [];
  const testData: Requester['testData'] = (shape) => ({
    context,
    seed: 3 + asked.length,
    shape,
    orders: [],
    subscriptions: [],
  });
  return {
    asked,
    exchanges: [],
    testData,
    freshTestData: testData,
    writeAs() {},
    keepTo(amounts) {
      context = { ...context, amounts };
    },
    async send(operation, body, { caseName }) {
      asked.push(`${caseName}: ${String(body.amount).split('.')[1]}`);
      const why = refusal(body);
      const result_info = why === undefined ? '0000:Success' : `2005:${why}`;
      const text = `<respon><result_info>${result_info}</result_info></respon>`;
      return {
        judgement: {
          outcome: why === undefined ? 'accepted' : 'refused',
          answer: { respon: { result_info } },
        },
        exchange: {
          id: `${asked.length}`,
          operation,
          sent: { value: body },
          received: { kind: 'answer', status: 200, headers: {}, body: Buffer.from(text) },
        },
      } as unknown as JudgedExchange;
    },
  };
}

const hasFraction = (body: JsonObject) => !String(body.amount).endsWith('.00');

describe('amounts in an opening', () => {
  test('a service that declines by the digits of the amount is paid whole units', async () => {
    const requester = askerOf((body) => (hasFraction(body) ? 'Declined by issuer' : undefined));
    const step = newStep();
    await askStep(step, requester, target);
    expect(step).toMatchObject({ state: 'accepted', shape: 'full', amounts: 'whole' });
    expect(requester.asked).toHaveLength(3);
    expect(requester.asked[2]).toBe('full, whole amount: 00');
    expect(requester.testData('full').context.amounts).toBe('whole');
  });

  test('one that has other words for the sparse request is asked for the same', async () => {
    const requester = askerOf((body) =>
      body.shopper_email === undefined ? 'shopper_email?' : hasFraction(body) ? 'code 51' : undefined,
    );
    const step = newStep();
    await askStep(step, requester, target);
    expect(step.amounts).toBe('whole');
  });

  test('one that took other payments is asked for a whole amount, whatever its words', async () => {
    const requester = askerOf((body) => (hasFraction(body) ? 'no' : undefined));
    const paid = await requester.send('direct-payment', { amount: '5.00' }, { caseName: 'full' });
    const others = [{ ...paid, judgement: { ...paid.judgement, operation: 'direct-payment' } } as const];
    const step: Step = { ...newStep(), operation: 'apm-payment' };
    await askStep(step, { ...requester, exchanges: others }, target);
    expect(step).toMatchObject({ state: 'accepted', amounts: 'whole' });
  });

  test.each(['declined', 'unknown signature'])(
    'one that refuses whole amounts too is drawn for as before, whatever it says: %s',
    async (words) => {
      const requester = askerOf(() => words);
      const step = newStep();
      await askStep(step, requester, target);
      expect(requester.asked).toHaveLength(3);
      expect(step).toMatchObject({ state: 'not-accepted', mainShape: 'full' });
      expect(step.others.map(({ how }) => how)).toEqual(['minimal', 'full, whole amount']);
      expect(requester.testData('full').context.amounts).toBe('usual');
    },
  );

  test('the specs build on the amounts that were accepted', () => {
    const steps = [
      { operation: 'direct-payment', state: 'accepted', amounts: 'whole', exchanges: [] },
    ] as const;
    const expectations = expectationsOf({ steps, spent: { requests: 1, amount: 1 } });
    expect(expectations.amountsOf('direct-payment')).toBe('whole');
    expect(expectations.amountsOf('payout')).toBe('usual');
  });

  test.each(['usual', 'whole'] as const)('%s amounts are within what anybody takes', (amounts) => {
    const made = sample(validRequest('direct-payment', { ...defaultContext, amounts }, 'full'), 5, 200);
    for (const { body } of made) {
      const amount = Number(body.amount);
      expect(amount).toBeGreaterThanOrEqual(1);
      expect(amount).toBeLessThan(1000);
      if (amounts === 'whole') expect(String(body.amount)).toMatch(/\.00$/);
    }
  });
});
