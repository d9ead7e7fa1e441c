import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../../cli/run/run-options.ts';
import type { DeclaredLife } from '../../mock/acquirers/acquirer.ts';
import { acquirers } from '../../mock/acquirers/registry.ts';
import { type Change, onEveryList } from '../../mock/behaviour.ts';
import { type MockOptions, startMock } from '../../mock/server.ts';
import { expectationsOf } from '../../opening/expectations.ts';
import { createLearner, LearningEnded } from '../../opening/learn/learner.ts';
import { learnLife } from '../../opening/learn/life.ts';
import { openTarget } from '../../opening/opening.ts';
import { createRequester } from '../../opening/requester.ts';
import { defined } from '../../schemas/defined.ts';
import { type Life, lifeLines } from '../../schemas/history/life.ts';
import { createBudget } from '../../targets/sending/budget.ts';
import { openSender } from '../../targets/sending/sender.ts';
import { acquirerTargetFile, embeddedTargetFile, readSettings } from '../../targets/settings.ts';
import { emptyFolder } from '../cli/command.ts';

// The one that the module of an acquirer signs with.
const key = 'practice-key-of-the-embedded-endpoint';

/** The life of an order that is learned of a service, the exchanges that it took, and why it ended early. */
async function lifeOf({ acquirer, change }: Pick<MockOptions, 'acquirer' | 'change'>) {
  const mock = await startMock({ ...defined({ acquirer, change }), signing: { recipe: 'hmac-sha256', key } });
  onTestFinished(() => mock.close());
  const read = readSettings(
    environmentOf({
      target: acquirer === undefined ? embeddedTargetFile() : acquirerTargetFile(acquirer),
      seed: '3',
      operation: 'capture,review,cancel,refund,query,refund-search',
      out: join(emptyFolder(), 'out'),
      variables: { CONFORMANCE_EMBEDDED_URL: mock.url, CONFORMANCE_MOCK_KEY: key },
    }),
  );
  // What is refused for good is not waited for as long as the merchant would.
  const settle = read.target.settle && { settle: { longestMs: 1000 } };
  const settings = { ...read, target: { ...read.target, ...settle } };
  const sender = await openSender(settings, {
    keeps: { part: 'opening' },
    budget: createBudget(settings.target),
  });
  onTestFinished(() => sender.close());
  const requester = createRequester(sender, settings, 'life');
  const report = await openTarget(requester, settings);
  const learner = createLearner(requester, settings, expectationsOf(report, settings.target));
  const before = requester.exchanges.length;
  const ended = await learnLife(learner).catch((error: Error) => error);
  return { life: learner.life as Life, exchanges: requester.exchanges.slice(before), ended };
}

/** A learned life as acquirers declare theirs. */
function asDeclared({ states, arrows }: Life): DeclaredLife {
  const taken = arrows.filter(({ outcome }) => outcome !== 'refused');
  return Object.fromEntries(
    states.map(({ name }) => [
      name,
      Object.fromEntries(
        taken
          .filter(({ from }) => from === name)
          .map(({ call, to, outcome }) => [call, outcome === 'pending' ? `${to} (pending)` : to]),
      ),
    ]),
  );
}

describe('the life of an order', () => {
  test.each(acquirers.map(({ name, life }) => [name, life] as const))(
    'at the acquirer %s is the one that it declares',
    async (name, declared) => {
      const { life, exchanges, ended } = await lifeOf({ acquirer: name });
      expect(ended).toBeUndefined();
      expect(asDeclared(life)).toEqual(declared);
      // Every call was asked for in every state.
      expect(life.arrows).toHaveLength(
        life.states.length * new Set(life.arrows.map(({ call }) => call)).size,
      );
      expect(exchanges.length).toBeLessThanOrEqual(400);
    },
    60_000,
  );

  test('shows a refund of what was cancelled, where a service takes one', async () => {
    const change: Change = (behaviour) => {
      const { entryProblem } = behaviour.decide;
      const taken: typeof entryProblem = (operation, found, subject) =>
        entryProblem(
          operation,
          operation === 'refund' && found?.code === '3006' ? undefined : found,
          subject,
        );
      return { ...behaviour, decide: { ...behaviour.decide, entryProblem: taken } };
    };
    const { life } = await lifeOf({ change });
    const lines = lifeLines(life);
    expect(lines).toContain('cancelled: refund part is accepted, then cancelled, refunded in part');
    expect(lines).toContain('cancelled, refunded in part: cancel is refused');
    expect(lines).toContain('cancelled: capture is refused');
  });

  /** What is said of the fifth and later cancellations: that the service broke down, or nothing that anybody can read. */
  const unclear: readonly (readonly [string, (isLate: () => boolean) => Change])[] = [
    [
      'a status of 500',
      (isLate) => (behaviour) => ({
        ...behaviour,
        answerEarly: (about) =>
          about.operation === 'cancel' && isLate()
            ? { form: 'text', status: 500, accepted: false, contentType: 'text/plain', text: 'out of order' }
            : behaviour.answerEarly(about),
      }),
    ],
    [
      'an entry of a status that nobody knows',
      (isLate) =>
        onEveryList((entries, { operation }) =>
          operation === 'cancel' && isLate()
            ? entries.map((entry) =>
                entry.cancel_status === '1'
                  ? { ...entry, cancel_status: '5', error_message: 'received' }
                  : entry,
              )
            : entries,
        ),
    ],
  ];

  test('ends where a call that was done is refused another time', async () => {
    let cancels = 0;
    const { life, ended } = await lifeOf({
      change: (behaviour) => ({
        ...behaviour,
        answerEarly(about) {
          cancels += about.operation === 'cancel' ? 1 : 0;
          return about.operation === 'cancel' && cancels > 4
            ? { form: 'text', status: 400, accepted: false, contentType: 'text/plain', text: 'no more' }
            : behaviour.answerEarly(about);
        },
      }),
    });
    expect(ended).toEqual(new LearningEnded('where the same calls had another outcome before (cancel)'));
    expect(life.arrows.length).toBeGreaterThan(2);
  });

  test.each(unclear)(
    'ends at %s, asks nothing more, and keeps what is known',
    async (_, changeOf) => {
      let cancels = 0;
      const change = changeOf(() => {
        cancels += 1;
        return cancels > 4;
      });
      const { life, exchanges, ended } = await lifeOf({ change });
      expect(ended).toBeInstanceOf(LearningEnded);
      // An order that nobody has may be cancelled after it, to see how a refusal looks.
      const last = exchanges.filter(({ exchange }) => !exchange.origin.caseName?.startsWith('twin')).at(-1);
      expect(last?.exchange.operation).toBe('cancel');
      expect(life.arrows.length).toBeGreaterThan(2);
    },
    60_000,
  );
});
