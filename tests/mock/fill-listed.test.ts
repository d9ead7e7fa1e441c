import { describe, expect, test } from 'vitest';
import type { About, Reply } from '../../mock/reply.ts';
import { fillListed } from '../../mock/world.ts';
import { validateAnswer } from '../../schemas/contract.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { without as withoutAt } from '../schemas/corpus/edit.ts';
import { requests } from '../schemas/corpus/requests.ts';

type Decodable = keyof typeof answers;

const without = (value: JsonObject, path: Parameters<typeof withoutAt>[1]) =>
  withoutAt(value, path) as JsonObject;

function filled(
  operation: Decodable,
  value: JsonObject,
  { request = requests[operation], accepted = true }: { request?: JsonObject; accepted?: boolean } = {},
): JsonObject {
  const reply: Reply = { form: 'json', status: 200, accepted, value };
  const about: About = { operation, request, encoding: 'json', body: '', memo: new Map() };
  const made = fillListed(reply, about);
  return made.form === 'json' ? made.value : {};
}

const inEntry = (operation: 'capture' | 'review' | 'cancel' | 'refund', name: string) => [
  `${operation}_orders`,
  0,
  name,
];

describe('what a handler says nothing of', () => {
  test('is an example of the schema', () => {
    const value = filled('direct-payment', without(answers['direct-payment'], ['risk_score']));
    expect(value.risk_score).toMatch(/^[0-9]+$/);
    expect(
      filled('payout', without(answers.payout, ['beneficiary', 'bank_details', 'local_clearing_system'])),
    ).toMatchObject({ beneficiary: { bank_details: { local_clearing_system: expect.any(String) } } });
  });

  test('is made of the examples of its members when it is an object or an array', () => {
    const lacking = without(without(answers.query, ['orders_list', 1, 'delivery_information']), [
      'orders_list',
      1,
      'fraud_check_result',
    ]);
    const { orders_list: orders } = filled('query', lacking) as { orders_list: JsonObject[] };
    expect(orders[0]).toEqual((answers.query.orders_list as JsonObject[])[0]);
    expect(orders[1]?.delivery_information).toMatchObject({ delivery_city: expect.any(String) });
    expect(orders[1]?.fraud_check_result).toEqual([
      { check_items: expect.any(String), status: expect.any(String) },
    ]);
  });

  test.each(Object.keys(answers) as Decodable[])('fits the schema and lacks nothing: %s', (operation) => {
    const value = filled(operation, answers[operation]);
    expect(value).toEqual(answers[operation]);
    for (const name of Object.keys(answers[operation])) {
      const again = filled(operation, without(answers[operation], [name]));
      const { breaches } = validateAnswer(operation, again, { request: requests[operation] });
      expect([name, breaches.filter(({ keyword }) => keyword === 'listed')]).toEqual([name, []]);
    }
  });

  test.each(['capture', 'review', 'cancel', 'refund'] as const)(
    'is what was sent where a %s entry has the same member',
    (operation) => {
      const lacking = without(answers[operation], inEntry(operation, 'amount'));
      expect(filled(operation, lacking)).toEqual(answers[operation]);
    },
  );

  test('stays away when it could have been sent and was not', () => {
    const unsent = without(requests.payout, ['client_data']);
    const value = filled('payout', without(answers.payout, ['client_data']), { request: unsent });
    expect(value).not.toHaveProperty('client_data');
  });
});

describe('nothing is added', () => {
  test('to a declined payment, of which only result_info is shown', () => {
    const declined = { result_info: '2103:amount is zero' };
    expect(filled('direct-payment', declined)).toEqual(declined);
  });

  test('to a refusal', () => {
    const refused = without(answers.payout, ['fee_currency']);
    expect(filled('payout', refused, { accepted: false })).toBe(refused);
  });

  test('to a page', () => {
    const page: Reply = {
      form: 'page',
      status: 200,
      accepted: true,
      page: { form: { name: 'theForm', method: 'POST', action: '/', inputs: [] }, added: [], post: 'script' },
    };
    const operation: DocumentedOperationId = 'redirect-payment';
    expect(
      fillListed(page, {
        operation,
        request: requests[operation],
        encoding: 'json',
        body: '',
        memo: new Map(),
      }),
    ).toBe(page);
  });
});
