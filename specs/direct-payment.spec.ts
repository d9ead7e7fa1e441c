import { paymentsByOtherCards } from '../generators/card-payments.ts';
import { whyHeld } from '../generators/covering.ts';
import { drawRequest } from '../generators/drawn.ts';
import { operationOf } from '../schemas/operations.ts';
import { membersOf } from '../schemas/outcome.ts';
import { about } from './support/about.ts';
import { anew } from './support/anew.ts';
import { expect } from './support/expect.ts';
import { describeRequests } from './support/request-situations.ts';
import { test } from './support/test.ts';

describeRequests('direct-payment');

test('answers a payment that is not approved as documented', about('direct-payment'), async ({ service }) => {
  const context = service.plain('direct-payment');
  for (const made of paymentsByOtherCards(context, service.shapeOf('direct-payment'), service.seed))
    expect(await service.send('direct-payment', made)).toConform();
});

test(
  'answers a payment with the token that an earlier payment returned',
  about('direct-payment'),
  async ({ service }) => {
    const id = 'direct-payment';
    const context = service.plain(id);
    const held = whyHeld(id, context)('token_flag') ?? whyHeld(id, context)('token_id');
    if (held !== undefined) return service.cannot(held);
    const { body } = drawRequest(id, context, service.shapeOf(id), service.seed);
    // Samples show NO alone: a service may well not store the card.
    const stored = service.need(
      await anew(() => service.send(id, { ...body, token_flag: 'YES' }, { caseName: 'card to store' })),
    );
    const { token_id } = membersOf(operationOf(id), stored.judgement.answer ?? {});
    if (typeof token_id !== 'string' || token_id.trim() === '')
      return service.cannot('prerequisite not met: a payment with token_flag YES returned no token_id');
    const paid = await anew(() => service.send(id, { ...body, token_id }, { caseName: 'stored card' }));
    expect(paid).toConform();
  },
);
