import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { unknownParty } from '../admission.ts';
import { allOf, type Change, deciding } from '../behaviour.ts';
import { plainBehaviour } from '../plain.ts';
import { textOf } from '../reply.ts';
import type { SignaturePart } from '../signature.ts';
import { type Fault, faultFrom, planted } from './fault.ts';

type Check = 'checksSignature' | 'checksParty';

/** Skips a check for the requests of one operation that meet a condition. */
function skippingCheck(
  operation: DocumentedOperationId,
  check: Check,
  when: (request: JsonObject) => boolean,
): Change {
  return deciding((before) => ({
    [check]: (one: DocumentedOperationId, request: JsonObject) =>
      !(one === operation && when(request)) && before[check](one, request),
  }));
}

const zeroSignature = '0'.repeat(64);

/** Accepts requests without `encryption_data`: fills it in before the checks, and skips the signature check. */
function unsigned(operation: DocumentedOperationId): Change {
  return allOf(
    (behaviour) => ({
      ...behaviour,
      readAs: (one, request) =>
        one === operation && !('encryption_data' in request)
          ? { ...request, encryption_data: zeroSignature }
          : behaviour.readAs(one, request),
    }),
    skippingCheck(operation, 'checksSignature', ({ encryption_data }) => encryption_data === zeroSignature),
  );
}

const plainKey = plainBehaviour.decide.accountKey;
const unknown = (request: JsonObject) =>
  unknownParty(textOf(request, 'merchant_id'), textOf(request, 'account_id'));

/** Serves an unknown merchant or account as the first account of the first merchant. */
function servingUnknown(operation: DocumentedOperationId, what: 'merchant_id' | 'account_id'): Change {
  return allOf(
    skippingCheck(operation, 'checksParty', (request) => unknown(request)?.startsWith(what) === true),
    deciding({
      accountKey: (merchantId, accountId) =>
        unknownParty(merchantId, accountId) === undefined
          ? plainKey(merchantId, accountId)
          : plainKey('100001', '100001001'),
    }),
  );
}

/** Compares only a part of the signature. */
function comparing(operation: DocumentedOperationId, part: SignaturePart): Change {
  return deciding(({ signaturePart }) => ({
    signaturePart: (one) => (one === operation ? part : signaturePart(one)),
  }));
}

/** Faults that skip one check of the request. */
const uncheckedFaults = documentedOperations.flatMap(({ id: operation }) =>
  planted(
    {
      'signature-unchecked': {
        clause: '5.1/signature-checked',
        rare: true,
        description: 'an altered signature is accepted',
        change: skippingCheck(operation, 'checksSignature', () => true),
      },
      'signature-not-required': {
        clause: '5.1/signature-required',
        rare: true,
        description: 'a request without encryption_data is accepted',
        change: unsigned(operation),
      },
      'any-merchant': {
        clause: '5.3/unknown-merchant',
        rare: true,
        description: 'a request of an unknown merchant is accepted',
        change: servingUnknown(operation, 'merchant_id'),
      },
      'any-account': {
        clause: '5.3/unknown-account',
        rare: true,
        description: 'a request for an unknown account of a known merchant is accepted',
        change: servingUnknown(operation, 'account_id'),
      },
    },
    operation,
  ),
);

// One operation of each kind; every request of these has its own signature.
const halfChecking = ['direct-payment', 'redirect-payment', 'refund', 'payout'] as const;
const halves: readonly (readonly [which: string, part: SignaturePart])[] = [
  ['first', [0, 32]],
  ['second', [32]],
];

const ofSecondAccount = faultFrom({
  id: 'query-signature-of-second-account-unchecked',
  clause: '5.1/signature-checked',
  rare: true,
  description: 'an altered signature is accepted for the second account',
  change: skippingCheck('query', 'checksSignature', ({ account_id }) => account_id === '100001002'),
});

/** Accepts requests with an altered or missing signature or an unknown merchant or account (5.1, 5.3). */
export const admissionFaults: readonly Fault[] = [
  ...uncheckedFaults,
  ofSecondAccount,
  ...halfChecking.flatMap((operation) =>
    halves.map(([which, part]) =>
      faultFrom({
        id: `${operation}-signature-${which}-half`,
        clause: '5.1/signature-checked',
        rare: true,
        description: `only the ${which} half of a signature is compared`,
        change: comparing(operation, part),
      }),
    ),
  ),
];
