import { expect, test } from 'vitest';
import type { TwinNote } from '../../reports/evidence/lines.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { BudgetExhausted } from '../../targets/refused-send.ts';
import { serviceOver, settings } from './service-over.ts';

type Answer = 'accepted' | 'refused' | 'empty' | 'page' | 'none';

/** Bodies of answers that are refusals in any form; of some nobody knows what they are an answer to. */
const bodies = {
  refused: '{"return_status":"0","return_message":"declined"}',
  empty: '',
  page: '<html>Try again</html>',
} as const;

const body = { merchant_id: '1', account_id: '2' };
const clause = '5.1/signature-checked';
const limits = { ...settings.target.limits, requests: 2, parts: 1 };

/** A test over a client that gives these answers one after the other, and no other. */
function testOver(...answers: readonly Answer[]) {
  const notes: TwinNote[] = [];
  let sent = 0;
  const client = {
    async send(operation: string, value: object, { intent = 'valid' }: { intent?: string }) {
      const answer = answers[sent];
      if (answer === undefined) throw new BudgetExhausted('payout', 'requests', limits, 1);
      const outcome = answer in bodies ? 'refused' : answer;
      const text = Object.entries(bodies).find(([name]) => name === answer)?.[1] ?? '';
      const kind = outcome === 'none' ? 'none' : 'answer';
      const received = { kind, status: 200, headers: {}, body: Buffer.from(text) };
      const exchange = { id: `e${sent++}`, operation, received, sent: { intent, value }, origin: {} };
      const read = answer === 'refused' ? { answer: JSON.parse(bodies.refused) } : {};
      return {
        exchange,
        judgement: { operation, outcome, findings: [], ...read },
      } as unknown as JudgedExchange;
    },
  };
  const evidence = { note: (note: TwinNote) => notes.push(note) };
  const service = serviceOver(client, { evidence });
  const send = () => service.send('payout', body);
  const probe = () => service.send('payout', body, { intent: 'odd' });
  const verdicts = () => notes.map(({ after, findings }) => [after, findings[0]?.verdict]);
  const found = () => notes[0]?.findings[0]?.received;
  return { service, send, probe, verdicts, found, sent: () => sent };
}

test('one control follows a group of refused probes', async () => {
  const { service, send, probe, verdicts } = testOver('accepted', 'refused', 'refused', 'accepted');
  const control = await send();
  const probes = [await probe(), await probe()].map((one) => ({
    clause,
    probe: one,
    wants: 'refusal' as const,
  }));
  await service.twins({ control, probes, again: send });
  expect(verdicts()).toEqual([
    ['e3', undefined],
    ['e3', undefined],
  ]);
});

test('a request sent after all probes anyway is the control', async () => {
  for (const [order, again] of [
    [['accepted', 'refused', 'accepted'], 0],
    [['accepted', 'accepted', 'refused', 'accepted'], 1],
  ] as const) {
    const { service, send, probe, verdicts, sent } = testOver(...order);
    const control = await send();
    const first = again === 1 ? await send() : undefined;
    const one = await probe();
    if (first === undefined) await send();
    const before = sent();
    await service.twins({ control, probes: [{ clause, probe: one, wants: 'refusal' }], again: send });
    expect(sent() - before).toBe(again);
    expect(verdicts()).toEqual([[`e${order.length - 1}`, undefined]]);
  }
});

test('a request that was under way beside a probe is no control after it', async () => {
  const { service, send, probe, verdicts } = testOver('accepted', 'refused', 'accepted', 'accepted');
  const control = await send();
  const [one] = await Promise.all([probe(), send()]);
  await service.twins({ control, probes: [{ clause, probe: one, wants: 'refusal' }], again: send });
  expect(verdicts()).toEqual([['e3', undefined]]);
});

test.each<[string, readonly Answer[], string, string | undefined]>([
  ['is sent up to three times while it is refused', ['refused', 'refused', 'accepted'], 'e4', undefined],
  [
    'leaves the probe inconclusive where it is refused',
    ['refused', 'refused', 'refused'],
    'e4',
    'inconclusive',
  ],
  ['is sent once where it gets no answer', ['none'], 'e2', 'inconclusive'],
  ['is sent once where it gets an empty one', ['empty'], 'e2', 'inconclusive'],
  ['is sent once where it gets a page', ['page'], 'e2', 'inconclusive'],
])('a control after a refusal %s', async (_what, answers, after, verdict) => {
  const { service, send, probe, verdicts } = testOver('accepted', 'refused', ...answers);
  const control = await send();
  const one = await probe();
  await service.twins({ control, probes: [{ clause, probe: one, wants: 'refusal' }], again: send });
  expect(verdicts()).toEqual([[after, verdict]]);
});

test('the finding of a probe whose control a limit keeps back names the limit', async () => {
  const { service, send, probe, verdicts, found } = testOver('accepted', 'refused');
  const control = await send();
  const one = await probe();
  const twins = { control, probes: [{ clause, probe: one, wants: 'refusal' as const }], again: send };
  await expect(service.twins(twins)).rejects.toThrow('limits.requests is 2');
  expect(verdicts()).toEqual([['none', 'inconclusive']]);
  expect(found()).toContain('after the refusal (limit of the target reached: limits.requests is 2), so');
});

test('nothing is sent after probes that were accepted', async () => {
  const { service, send, probe, verdicts, sent } = testOver('accepted', 'accepted');
  const control = await send();
  await service.twins({ control, probes: [{ clause, probe: await probe(), wants: 'refusal' }], again: send });
  expect(sent()).toBe(2);
  expect(verdicts()).toEqual([[undefined, expect.stringMatching(/warn|fail/)]]);
});
