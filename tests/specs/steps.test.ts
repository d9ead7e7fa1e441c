import { expect, test } from 'vitest';
import type { JudgedExchange } from '../../schemas/types.ts';
import { type Step, serviceOver } from './service-over.ts';

const answered = {
  exchange: { operation: 'refund', sent: {}, origin: {}, received: { kind: 'none' } },
  judgement: { operation: 'refund', outcome: 'none', findings: [] },
} as unknown as JudgedExchange;

/** A service whose steps are written down, with what is sent between them. */
function watched(answer: () => Promise<JudgedExchange>) {
  const seen: unknown[] = [];
  const send = async () => {
    seen.push('sent');
    return answer();
  };
  const step = async (title: string, body: () => Promise<void>, options: object) => {
    seen.push([title, options]);
    await body();
    seen.push('over');
  };
  return { seen, service: serviceOver({ send }, { step: step as Step }) };
}

test('a request is a step with its operation, its case and its path', async () => {
  const { seen, service } = watched(async () => answered);
  await service.send('refund', {}, { caseName: 'the same again' });
  const subtitle = 'POST /v1/refund';
  expect(seen).toEqual(['sent', ['refund: the same again', { box: true, subtitle }], 'over']);
});

test('a step shows no values of a request', async () => {
  const { seen, service } = watched(async () => answered);
  await service.send('direct-payment', { card: '4111111111111111', security_code: '737' }, { intent: 'odd' });
  expect(JSON.stringify(seen)).not.toMatch(/4111|737/);
});

test('what a request throws fails its test, and no step', async () => {
  const { seen, service } = watched(async () => Promise.reject(new Error('card 4111111111111111')));
  await expect(service.send('refund', {})).rejects.toThrow('card');
  expect(seen.at(-1)).toBe('over');
});
