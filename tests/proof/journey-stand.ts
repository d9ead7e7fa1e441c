import { plainBehaviour } from '../../mock/plain.ts';
import { answerCall, openWorld } from '../../mock/world.ts';
import type { Stand } from '../../proof/judge-services.ts';
import type { RecordedTest } from '../../proof/recording.ts';
import { documentedOperations, operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../../schemas/types.ts';
import { type Caller, openCaller, signing } from '../mock/caller.ts';
import { batch, bodyOf, callAround, featuredPayment, party, pay } from '../mock/journey.ts';

const unreadable: readonly (readonly [name: string, value: string | number])[] = [
  ['a control character', 'a\u0007b'],
  ['a lone surrogate', 'a\ud800b'],
  ['a long text', 'x'.repeat(1200)],
  ['a number', 7],
];

/** Requests that services answer in ways of their own: odd values, empty ones, the same again. */
async function callOddly(caller: Caller, operation: DocumentedOperationId): Promise<void> {
  const field = operationOf(operation).batch?.field;
  const odd = { intent: 'odd' } as const;
  if (field !== undefined) {
    const orders = await pay(caller, 2, `${operation}-odd`);
    const body = batch(operation, orders);
    if (operation === 'cancel') await caller.send('capture', batch('capture', orders.slice(0, 1)));
    const [first, ...others] = body[field] as JsonObject[];
    for (const [, value] of unreadable) {
      for (const name of ['order_no', 'transaction_id', 'amount'])
        await caller.send(operation, { ...body, [field]: [{ ...first, [name]: value }, ...others] }, odd);
      await caller.send(operation, { ...body, account_id: value }, odd);
    }
    const texts = { refund_reason: ' “quoted” \u00a0 ', review_flag: ' X\u00a0 ' };
    const own = Object.entries(texts).filter(([name]) => first !== undefined && name in first);
    await caller.send(operation, { ...body, [field]: [{ ...first, ...Object.fromEntries(own) }] });
    const lacking = Object.fromEntries(own.map(([name]) => [name, '']));
    await caller.send(operation, { ...body, [field]: [{ ...first, ...lacking }] });
    await caller.send(operation, { ...body, [field]: [{ ...first, ...lacking, amount: '' }] }, odd);
    await caller.send(operation, { ...body, [field]: [{ ...first, order_no: ` ${first?.order_no} ` }] });
    for (let time = 0; time < 3; time += 1) await caller.send(operation, body);
    return;
  }
  if (operation === 'cancel-subscription') {
    const judged = await caller.send('direct-payment', featuredPayment('subscribed-oddly'));
    const { recurring_id = '', contract_name = '' } = ((judged.judgement.answer as JsonObject).respon ??
      {}) as JsonObject;
    for (const [, value] of unreadable) await caller.send(operation, { ...party, recurring_id: value }, odd);
    await caller.send(operation, { ...party, recurring_id, contract_name: ` ${contract_name} ` });
    for (let time = 0; time < 3; time += 1)
      await caller.send(operation, { ...party, recurring_id, contract_name });
    await caller.send(operation, { ...party, recurring_id });
    return;
  }
  if (operationOf(operation).lists !== undefined) {
    for (const [, value] of unreadable) await caller.send(operation, { ...party, account_id: value }, odd);
    return;
  }
  const body = bodyOf(operation, 'full', 9);
  const texts: readonly JsonObject[] = [
    { order_no: ` spaced-${operation} `, reference: ' spaced ' },
    { order_no: `odd-${operation}`, note: 'a\u00a0“b” <!-- c', reason: 'a\u00a0“b” <!-- c' },
    { order_no: `empty-${operation}`, note: '', reason: '' },
    { order_no: `digit-${operation}`, amount: '12.3' },
    { order_no: `currency-${operation}`, currency: 'QQQ' },
    { order_no: `items-${operation}`, items: 'one#,#two' },
    {
      order_no: `terms-${operation}`,
      ...(operation === 'apm-payment' ? {} : { subscription: { contract_name: 'short' } }),
    },
    { order_no: `zero-${operation}`, amount: '12.30', item_total: '99.90' },
  ];
  const isPayout = operation === 'payout';
  const ofPayout = ['reference', 'reason'];
  for (const more of texts) {
    const own = Object.entries(more).filter(([name]) => isPayout === ofPayout.includes(name));
    await caller.send(operation, { ...body, ...Object.fromEntries(own) });
  }
  for (let time = 0; time < 3; time += 1) await caller.send(operation, body);
  for (const [, value] of unreadable)
    await caller.send(operation, { ...body, [isPayout ? 'reference' : 'note']: value }, odd);
}

/** A stand over calls around every operation that the plain endpoint has answered in this process. */
export async function journeyStand(): Promise<Stand> {
  const plain: JudgedExchange[] = [];
  const tests: RecordedTest[] = [];
  for (const { id } of documentedOperations) {
    const world = openWorld('plain', () => plainBehaviour, { signing });
    const caller = openCaller('http://service.test', {
      answer(path, headers, body) {
        const contentType = headers['content-type'];
        const call = {
          path,
          contentType,
          bytes: Buffer.from(body),
          address: '127.0.0.1',
          base: 'http://service.test',
          prefix: '',
        };
        const { wire } = answerCall(world, call);
        return {
          kind: 'answer',
          status: wire.status,
          headers: wire.headers,
          body: Buffer.from(wire.body),
          durationMs: 1,
        };
      },
    });
    await callAround(caller, id);
    await callOddly(caller, id);
    const own = caller.exchanges.map(({ exchange, judgement }) => {
      const named = `${id} ${exchange.id}`;
      return { exchange: { ...exchange, id: named }, judgement: { ...judgement, exchange: named } };
    });
    plain.push(...own);
    const requests = own.map(({ exchange: { received: _, ...request } }) => request);
    tests.push({ requests, twins: [], calls: new Set([id]), isQuick: false });
  }
  return { tests, known: new Map(plain.map((one) => [one.exchange.id, one])), signing };
}
