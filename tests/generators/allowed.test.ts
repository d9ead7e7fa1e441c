import { describe, expect, test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { generatorOf } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { whyNotSend } from '../../targets/budget.ts';
import { limitsOf } from '../../targets/limits.ts';
import { BudgetExhausted } from '../../targets/refused-send.ts';
import type { TargetFile } from '../../targets/target-file.ts';

const context: MakeContext = {
  ...defaultContext,
  cards: defaultContext.cards.slice(0, 1),
  amountLimit: '10.00',
  currencies: ['EUR'],
};
const { merchant_id, account_id, cards, currencies = [] } = context;
const limits = { requests: 1_000_000, amountPerRequest: '10.00', amountTotal: '100000000' };
const target = {
  allow: ['reads', 'creates', 'moves-money', 'irreversible'],
  environment: 'sandbox',
  merchant: { merchant_id, account_id },
  limits: limitsOf({ environment: 'sandbox', limits } as TargetFile),
  cards,
  currencies: currencies.map((currency) => ({ currency })),
} as const;

const refusalsOf = (operation: DocumentedOperationId, made: readonly RequestCase[]) =>
  made.flatMap(({ kind, name, body }) => {
    const refusal = whyNotSend(operation, body, target);
    return refusal === undefined ? [] : [{ text: `${kind} ${name}: ${refusal.message}`, refusal }];
  });

describe('what is generated for a careful target', () => {
  test.each(documentedOperations.map(({ id }) => id))(
    '%s keeps it to the last valid request',
    (operation) => {
      const made = generatorOf(operation).shapes.flatMap((shape) =>
        sample(validRequest(operation, context, shape), 3, 60),
      );
      expect(refusalsOf(operation, made).map(({ text }) => text)).toEqual([]);
      expect(made.length).toBeGreaterThanOrEqual(60);
    },
  );

  // Odd amounts may be beyond the limit, and specs leave those out; nothing else of a boundary is beyond the target.
  test.each(documentedOperations.map(({ id }) => id))('%s has boundaries of its own values', (operation) => {
    const made = boundaries(operation, context, 3);
    const values = refusalsOf(operation, made).filter(({ refusal }) => !(refusal instanceof BudgetExhausted));
    expect(values.map(({ text }) => text)).toEqual([]);
    expect(made.length).toBeGreaterThan(10);
  });
});
