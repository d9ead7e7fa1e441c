import { describe, expect, test } from 'vitest';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { inStoredWords } from '../../reports/evidence/rebuild.ts';
import { redactExchange } from '../../reports/redact.ts';
import { dependsOnMask } from '../../reports/verify/masked-places.ts';
import { compareFindings, findingsAgain, rejudge } from '../../reports/verify/rejudge.ts';
import { say, sayValue } from '../../schemas/findings/say.ts';
import { judge } from '../../schemas/judge.ts';
import { encodeXml } from '../../schemas/media/xml-write.ts';
import { answers } from '../schemas/corpus/answers.ts';
import { requests } from '../schemas/corpus/requests.ts';
import { exchangeOf } from '../schemas/exchange-of.ts';
import { finding } from './hand-made.ts';

const [amount, other] = [finding(), finding({ path: 'refund_orders[1].amount' })];
const bare = finding({ expected: say('as-control'), received: say('refusal') });
const reworded = { ...amount, message: 'An amount is whatever it is' };
const masked = finding({ path: 'refund_orders[0].note', received: sayValue('for xxxxxxx') });
const compare = (
  stored: readonly (typeof amount)[],
  again: readonly (typeof amount)[],
  places: readonly string[] = [],
) => compareFindings('exchange a', stored, again, places);

describe('findings that were judged again', () => {
  test('agree where they are the same, in whatever order', () => {
    expect(compare([amount, other], [other, amount])).toEqual({ problems: [], attested: 0 });
  });

  test.each([
    [
      'one is gone',
      [amount, other],
      [other],
      'judged again it has no 2.9/amount/decimal fail at refund_orders[0].amount',
    ],
    [
      'one is new',
      [other],
      [other, amount],
      'judged again it has 2.9/amount/decimal fail at refund_orders[0].amount',
    ],
    [
      'one has other words',
      [reworded],
      [amount],
      'judged again it has other words for 2.9/amount/decimal fail at refund_orders[0].amount',
    ],
    [
      'one of no value has other words',
      [{ ...bare, message: 'A refusal is whatever it is' }],
      [bare],
      'judged again it has other words for 2.9/amount/decimal fail at refund_orders[0].amount',
    ],
    [
      'one is about the whole',
      [finding({ path: '' })],
      [],
      'judged again it has no 2.9/amount/decimal fail at the whole answer',
    ],
  ] as const)('differ where %s', (_what, stored, again, detail) => {
    const { problems, attested } = compare(stored, again);
    expect(problems).toEqual([{ kind: 'verdict', at: 'exchange a', detail }]);
    expect(attested).toBe(0);
  });

  test('that rest on a mask are attested, and others beside them are not', () => {
    const places = ['received.body.refund_orders[].amount'];
    expect(compare([amount], [], places)).toEqual({ problems: [], attested: 1 });
    expect(compare([amount, masked], [], places)).toMatchObject({
      problems: [{ kind: 'verdict' }],
      attested: 1,
    });
  });

  test('may have other words where these show a mask, and may not be gone for it', () => {
    const without = { ...masked, received: '"for nobody"' };
    expect(compare([masked], [without])).toEqual({ problems: [], attested: 0 });
    expect(compare([masked], []).problems).toHaveLength(1);
    expect(compare([], [masked]).problems).toHaveLength(1);
  });

  test('that only masks made are left out, unless the run had them', () => {
    const evidence = (findings: readonly (typeof amount)[]) =>
      ({
        operation: 'refund',
        masked: ['received.body.refund_orders[].first_name'],
        judgement: { findings },
      }) as unknown as EvidenceExchange;
    const made = finding({ path: 'refund_orders[0].first_name' });
    expect(findingsAgain(evidence([]), [made, amount])).toEqual([amount]);
    expect(findingsAgain(evidence([made]), [made])).toEqual([made]);
  });
});

test.each([
  ['its card', '4111111111111111.00'],
  ['a card of someone else', '5555555555554444'],
])('an exchange is judged again alike if an amount of it looks like %s', (_what, shipping_discount) => {
  const request = { ...requests['direct-payment'], shipping_discount };
  const body = encodeXml({ ...answers['direct-payment'], amount: '48.21' }, { root: 'respon' });
  const exchange = exchangeOf('direct-payment', request, body);
  const judgement = judge(exchange);
  expect(judgement.findings.map(({ clause }) => clause)).toContain('2.6/amount/echo');
  const exchanges = [inStoredWords(redactExchange({ exchange, judgement }))];
  expect(exchanges[0]?.sent.body).not.toContain(shipping_discount);
  expect(rejudge({ exchanges, notes: [], problems: [] }).problems).toEqual([]);
});

describe('a finding rests on a mask', () => {
  test.each([
    ['amount', 'sent.body.amount'],
    ['refund_orders[3].amount', 'received.body.refund_orders[].amount'],
    ['beneficiary', 'sent.body.beneficiary.first_name'],
    ['beneficiary.address.city', 'sent.body.beneficiary'],
    ['theForm.card', 'page.posted.card'],
    ['anything', 'received.body'],
    ['', 'received.body'],
  ])('at %j where %s was masked', (path, place) => expect(dependsOnMask(path, [place])).toBe(true));

  test.each([
    ['amount', 'sent.body.amounts'],
    ['beneficiary', 'sent.body.beneficiary_id'],
    ['beneficiary_id', 'sent.body.beneficiary'],
    ['amount', 'received.headers.amount'],
    ['', 'received.body.amount'],
    ['amount', 'sent.url'],
  ])('not at %j where %s was', (path, place) => expect(dependsOnMask(path, [place])).toBe(false));
});
