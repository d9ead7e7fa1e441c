import { about, test } from './fixtures/index.ts';
import { inTurn } from './support/in-turn.ts';
import { bodyOf, withSharedValues } from './support/sendable.ts';
import { validBody } from './support/valid-body.ts';

const repeated = [
  { operation: 'direct-payment', clause: '2.1/order_no/reused' },
  { operation: 'apm-payment', clause: '2.1/order_no/reused' },
  { operation: 'redirect-payment', clause: '2.1/order_no/reused' },
  { operation: 'payout', clause: '2.13/request_id/reused' },
] as const;

for (const { operation, clause } of repeated) {
  test(
    `answers a repeated ${operation} in one way or another`,
    about(operation, { quick: true, clauses: [clause] }),
    async ({ service }) => {
      const body = bodyOf(await validBody(service, operation));
      await inTurn(service, [
        () => service.send(operation, body, { asGenerated: true }),
        () => service.send(operation, body, { asGenerated: true, caseName: 'the same again' }),
      ]);
    },
  );
}

const payments = ['direct-payment', 'apm-payment', 'redirect-payment'] as const;

for (const later of payments) {
  for (const earlier of payments.filter((operation) => operation !== later)) {
    test(
      `answers ${later} of an order that ${earlier} named`,
      about(later, { quick: true, needs: [earlier], clauses: ['2.1/order_no/reused'] }),
      async ({ service }) => {
        const body = bodyOf(await validBody(service, earlier));
        const again = async () => withSharedValues(bodyOf(await validBody(service, later)), body);
        const caseName = 'the same order in another way';
        await inTurn(service, [
          () => service.send(earlier, body, { asGenerated: true }),
          async () => service.send(later, await again(), { asGenerated: true, caseName }),
        ]);
      },
    );
  }
}
