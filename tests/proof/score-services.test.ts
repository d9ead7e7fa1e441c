import { expect, onTestFinished, test, vi } from 'vitest';
import { drawServices, readUsed, shrinkService } from '../../proof/drawn-services.ts';
import type * as Registry from '../../schemas/rules/registry.ts';
import type { Rule } from '../../schemas/rules/rule.ts';

// A check that a conforming service fails: the document gives the entries of a batch no order.
const inOrder: Rule = {
  name: 'in-order',
  clauses: ['1.3/one-result-per-order'],
  operations: ['capture'],
  looksAt: 'answer',
  check({ request, answer }, recorder) {
    const orders = (list: unknown) =>
      Array.isArray(list) ? list.map((entry: { order_no?: unknown } | null) => String(entry?.order_no)) : [];
    if (orders(request.capture_orders).join() !== orders(answer.capture_orders).join())
      recorder.breaks('1.3/one-result-per-order', {
        kind: 'outcome',
        path: '',
        expected: '',
        received: '',
      } as never);
  },
};

test('a false check is found and shrunk to the one freedom that it takes away', async () => {
  vi.resetModules();
  vi.doMock('../../schemas/rules/registry.ts', async (original) => {
    const registry = await original<typeof Registry>();
    const rulesOf: typeof registry.rulesOf = (operation) =>
      operation === 'capture' ? [...registry.rulesOf(operation), inOrder] : registry.rulesOf(operation);
    return { ...registry, rulesOf };
  });
  onTestFinished(() => {
    vi.doUnmock('../../schemas/rules/registry.ts');
    vi.resetModules();
  });
  // Loaded anew, with the false check.
  const { createScorer } = await import('../../proof/score-services.ts');
  const { journeyStand } = await import('./journey-stand.ts');
  const score = createScorer(await journeyStand());
  const words = ['dates-of-records', 'asterisks', 'order-of-entries={"by":"reversed"}', 'types', 'headers'];
  const { alarms } = await score(
    words.map((word) => readUsed(word)),
    0,
  );
  expect(alarms).toEqual([
    {
      what: 'fail 1.3/one-result-per-order capture',
      weak: false,
      smallest: ['order-of-entries={"by":"reversed"}'],
    },
  ]);
});

test('a service is shrunk to what fails together, with one entry in each list', async () => {
  const [service = []] = drawServices(3, 1);
  const needed = ['headers={"names":["server","etag"]}', 'types'].map((one) => readUsed(one));
  const fails = async (some: typeof service) =>
    ['headers', 'types'].every((name) => some.some(({ freedom }) => freedom.name === name));
  const others = service.filter(({ freedom: { name } }) => !['headers', 'types'].includes(name));
  const smallest = await shrinkService([...others, ...needed], fails);
  expect(smallest.map(({ freedom: { name } }) => name)).toEqual(['headers', 'types']);
  expect(smallest[0]?.parameters).toEqual({ names: ['server'] });
});
