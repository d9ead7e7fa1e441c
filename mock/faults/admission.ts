import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { allOf, type Change, type Decisions, deciding } from '../manner.ts';
import { unknownParty } from '../merchants.ts';
import { textOf } from '../operations/request-member.ts';
import { plainManner } from '../plain.ts';
import type { SignaturePart } from '../signature.ts';
import { type Fault, plant } from './fault.ts';

type Check = 'checksSignature' | 'checksParty';

/** Skips a check for the requests of one operation that meet a condition. */
function skipping(
  operation: DocumentedOperationId,
  check: Check,
  when: (request: JsonObject) => boolean,
): Change {
  return (manner) => {
    const before: Decisions[Check] = manner.decide[check];
    return deciding({
      [check]: (one: DocumentedOperationId, request: JsonObject) =>
        !(one === operation && when(request)) && before(one, request),
    })(manner);
  };
}

const stand = '0'.repeat(64);

/** Lets requests without `encryption_data` pass every check by filling it in first. */
function unsigned(operation: DocumentedOperationId): Change {
  return allOf(
    (manner) => ({
      ...manner,
      readAs: (one, request) =>
        one === operation && !('encryption_data' in request)
          ? { ...request, encryption_data: stand }
          : manner.readAs(one, request),
    }),
    skipping(operation, 'checksSignature', ({ encryption_data }) => encryption_data === stand),
  );
}

const plainKey = plainManner.decide.accountKey;
const unknown = (request: JsonObject) =>
  unknownParty(textOf(request, 'merchant_id'), textOf(request, 'account_id'));

/** Serves any caller that is unknown in this respect as if it were the first merchant's first account. */
function servingUnknown(operation: DocumentedOperationId, what: 'merchant_id' | 'account_id'): Change {
  return allOf(
    skipping(operation, 'checksParty', (request) => unknown(request)?.startsWith(what) === true),
    deciding({
      accountKey: (merchantId, accountId) =>
        unknownParty(merchantId, accountId) === undefined
          ? plainKey(merchantId, accountId)
          : plainKey('100001', '100001001'),
    }),
  );
}

/** Compares a part of the signature only. */
function comparing(operation: DocumentedOperationId, part: SignaturePart): Change {
  return (manner) => {
    const before = manner.decide.signaturePart;
    return deciding({ signaturePart: (one) => (one === operation ? part : before(one)) })(manner);
  };
}

// What the tests send that can tell.
const kinds: readonly (readonly [
  id: string,
  clause: string,
  description: string,
  (operation: DocumentedOperationId) => Change,
])[] = [
  [
    'signature-unchecked',
    '5.1/signature-checked',
    'an altered signature is accepted',
    (operation) => skipping(operation, 'checksSignature', () => true),
  ],
  [
    'signature-not-required',
    '5.1/signature-required',
    'a request without encryption_data is accepted',
    unsigned,
  ],
  [
    'any-merchant',
    '5.3/unknown-merchant',
    'a request of an unknown merchant is accepted',
    (operation) => servingUnknown(operation, 'merchant_id'),
  ],
  [
    'any-account',
    '5.3/unknown-account',
    'a request for an unknown account of a known merchant is accepted',
    (operation) => servingUnknown(operation, 'account_id'),
  ],
];

// An operation of each kind: each request of theirs has its own signature.
const halfChecking = ['direct-payment', 'redirect-payment', 'refund', 'payout'] as const;
const halves: readonly (readonly [which: string, part: SignaturePart])[] = [
  ['first', [0, 32]],
  ['second', [32]],
];

/** Requests that ought to be refused as a whole and are taken: altered or missing signatures, unknown merchants and accounts (5.1, 5.3). */
export const admissionFaults: readonly Fault[] = [
  ...documentedOperations.flatMap(({ id: operation }) =>
    kinds.map(([id, clause, description, change]) =>
      plant({
        id: `${operation}-${id}`,
        clause,
        rare: true,
        description,
        change: change(operation),
      }),
    ),
  ),
  ...halfChecking.flatMap((operation) =>
    halves.map(([which, part]) =>
      plant({
        id: `${operation}-signature-${which}-half`,
        clause: '5.1/signature-checked',
        rare: true,
        description: `only the ${which} half of a signature is compared`,
        change: comparing(operation, part),
      }),
    ),
  ),
];
