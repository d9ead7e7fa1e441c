import { about, test } from './fixtures/index.ts';
import { notificationClauses, observeNotification } from './support/notifications.ts';

// The tests run one after the other, because a target may name one port for all of them.
test.describe.configure({ mode: 'default' });

for (const operation of ['direct-payment', 'apm-payment', 'redirect-payment', 'payout'] as const) {
  test(
    `notifies the result of ${operation} in its own way`,
    about(operation, { clauses: notificationClauses }),
    async ({ service, harness }) => observeNotification(service, harness, operation),
  );
}
