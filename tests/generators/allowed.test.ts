import { describe, expect, test } from 'vitest';
import { boundaries } from '../../generators/boundaries.ts';
import { defaultContext, type MakeContext } from '../../generators/context.ts';
import { singleFaults } from '../../generators/faults.ts';
import { generatorOf } from '../../generators/registry.ts';
import type { RequestCase } from '../../generators/request.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { inspectRequest } from '../../schemas/contract.ts';
import { gradeOf } from '../../schemas/judge/grade.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { limitsOf } from '../../targets/file/limits.ts';
import type { TargetFile } from '../../targets/file/target-keys.ts';
import { BudgetExhausted } from '../../targets/refused-send.ts';
import { whyNotSend } from '../../targets/sending/budget.ts';
import { requestOf } from '../../targets/sending/wire-request.ts';
import type { Target } from '../../targets/target.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';

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
  headers: {},
  merchant: { merchant_id, account_id },
  limits: limitsOf({ environment: 'sandbox', limits } as TargetFile),
  cards,
  currencies: currencies.map((currency) => ({ currency })),
} as const;

const writings = [
  { encoding: 'json' },
  { encoding: 'json', contentType: 'application/x-www-form-urlencoded' },
  { encoding: 'form' },
  { encoding: 'form', nested: 'brackets' },
  { encoding: 'xml' },
  { encoding: 'xml', xmlEntries: 'order' },
] as const;
const signer = { armed: true, sign: () => 'ab'.repeat(32) };

const refusalsOf = (operation: DocumentedOperationId, made: readonly RequestCase[]) =>
  made.flatMap(({ kind, name, body }, at) => {
    const layout = writings[at % writings.length];
    const written = { ...target, encodings: { [operation]: layout }, baseUrl: 'https://service.invalid/v1x' };
    const { raw } = requestOf(written as unknown as Target, signer, operation, body, {});
    const refusal = whyNotSend(operation, body, target, raw);
    return refusal === undefined
      ? []
      : [{ text: `${kind} ${name} ${JSON.stringify(layout)}: ${refusal.message}`, refusal }];
  });

describe('what is generated for a careful target', () => {
  test.each(documentedOperations.map(({ id }) => id))(
    '%s keeps it in every valid request and writing',
    (operation) => {
      const made = generatorOf(operation).shapes.flatMap((shape) =>
        sample(validRequest(operation, context, shape), 3, 12),
      );
      expect(refusalsOf(operation, made).map(({ text }) => text)).toEqual([]);
      expect(made.length).toBeGreaterThanOrEqual(12);
    },
  );

  test.each(documentedOperations)('$id is graded as allowed in every shape', (operation) => {
    for (const shape of generatorOf(operation.id).shapes)
      for (const { body } of sample(validRequest(operation.id, defaultContext, shape), 3, 60)) {
        const value = { ...body, encryption_data: '0'.repeat(64) };
        const sent = { ...exchangeOf(operation.id, value, '').sent, intent: 'valid' } as const;
        const grade = gradeOf(sent, operation, inspectRequest(operation.id, value));
        if (grade === 'broken') expect.unreachable(`${shape}: ${JSON.stringify(body)}`);
      }
  });

  // Odd amounts may be beyond the limit, and specs leave those out; nothing else is beyond the target.
  test.each(documentedOperations.map(({ id }) => id))(
    '%s has boundaries and faults of its own values',
    (operation) => {
      // A class of values comes in many fields, so each fifth shows every class in every writing.
      const made = [...boundaries(operation, context, 3), ...singleFaults(operation, context, 3)].filter(
        (_, at) => at % 5 === 0,
      );
      const values = refusalsOf(operation, made).filter(
        ({ refusal }) => !(refusal instanceof BudgetExhausted),
      );
      expect(values.map(({ text }) => text)).toEqual([]);
      expect(made.length).toBeGreaterThan(5);
    },
  );
});
