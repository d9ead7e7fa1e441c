import { operationOf } from '../../schemas/operations.ts';
import { rewiring } from '../manner.ts';
import type { About, Wire } from '../reply.ts';
import { onWire } from './alter.ts';
import { status200 } from './crashes.ts';
import { type Fault, plant } from './fault.ts';

const refused = (about: About, wire: Wire): boolean => {
  const { batch } = operationOf(about.operation);
  return typeof wire.body === 'string' && batch !== undefined && wire.body.includes(`"${batch.status}":"0"`);
};

const isSecond = ({ memo, operation }: About): boolean => {
  const met = (memo.get(`success ${operation}`) ?? 0) + 1;
  memo.set(`success ${operation}`, met);
  return met % 2 === 0;
};

/** Failed entries answered with an error status, by operation. */
const codes = { refund: 404, capture: 422, review: 400, cancel: 409 } as const;

/** Deviations of the status line and the connection (4, 7.1, 7.8). */
export const statusFaults: readonly Fault[] = [
  ...Object.entries(codes).map(([name, status]) => {
    const operation = name as keyof typeof codes;
    return plant({
      id: `${operation}-failed-entry-as-${status}`,
      clause: '7.1/http-200',
      ...(operation === 'refund' ? {} : { rare: true }),
      description: `a batch with an order that cannot be done is answered with ${status}`,
      change: onWire(operation, (wire, about) => (refused(about, wire) ? { ...wire, status } : wire)),
    });
  }),
  ...(['query', 'refund-search'] as const).map((operation) =>
    plant({
      id: `${operation}-answers-404`,
      clause: '7.1/http-200',
      description: 'the search is answered with 404',
      change: onWire(operation, (wire) => ({ ...wire, status: 404 })),
    }),
  ),
  plant({
    id: 'payout-answers-202',
    clause: '4.11/status-200',
    description: 'the result comes with status 202',
    change: onWire('payout', (wire) => ({ ...wire, status: 202 })),
  }),
  plant({
    id: 'direct-payment-answers-201',
    clause: '4.1/status-200',
    description: 'the result comes with status 201',
    change: onWire('direct-payment', (wire) => ({ ...wire, status: 201 })),
  }),
  ...(['direct-payment', 'apm-payment', 'redirect-payment', 'cancel-subscription', 'payout'] as const).map(
    (operation) =>
      plant({
        id: `${operation}-success-as-422`,
        clause: status200(operation),
        description: 'every second success comes with status 422',
        change: rewiring((wire, about, reply) =>
          about.operation === operation && reply.accepted && isSecond(about)
            ? { ...wire, status: 422 }
            : wire,
        ),
      }),
  ),
  ...(['direct-payment', 'query', 'refund', 'redirect-payment'] as const).map((operation) =>
    plant({
      id: `${operation}-body-truncated`,
      clause: status200(operation),
      description: 'the connection dies in the middle of the body',
      needs: 'wire',
      change: onWire(operation, (wire) => ({ ...wire, cut: 'half' })),
    }),
  ),
  plant({
    id: 'capture-connection-dies',
    clause: '4.5/status-200',
    description: 'the connection dies instead of an answer',
    needs: 'wire',
    change: onWire('capture', (wire) => ({ ...wire, cut: 'nothing' })),
  }),
  plant({
    id: 'review-connection-dies-on-odd-input',
    clause: '7.8/robustness',
    description: 'the connection dies when a call breaks a rule',
    needs: 'wire',
    change: rewiring((wire, about, reply) =>
      about.operation === 'review' && !reply.accepted ? { ...wire, cut: 'nothing' } : wire,
    ),
  }),
];
