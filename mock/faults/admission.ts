import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import type { Change, Decisions } from '../manner.ts';
import { unknownParty } from '../merchants.ts';
import { textOf } from '../operations/desk.ts';
import { type Fault, plant } from './fault.ts';

/** Switches a check off for one operation. */
function unchecked(
  operation: DocumentedOperationId,
  ...names: readonly ('checksSignature' | 'checksParty')[]
): Change {
  return (manner) => {
    const off = Object.fromEntries(
      names.map((name) => [
        name,
        (one: DocumentedOperationId, request: JsonObject) =>
          one !== operation && manner.decide[name](one, request),
      ]),
    ) as Partial<Decisions>;
    return { ...manner, decide: { ...manner.decide, ...off } };
  };
}

/** Lets requests without `encryption_data` through by filling it in before they are checked. */
function unsigned(operation: DocumentedOperationId): Change {
  return (manner) => ({
    ...manner,
    readAs(one, request) {
      const read = manner.readAs(one, request);
      return one === operation && !('encryption_data' in read)
        ? { ...read, encryption_data: '0'.repeat(64) }
        : read;
    },
    decide: {
      ...manner.decide,
      checksSignature: (one, request) =>
        !(one === operation && request.encryption_data === '0'.repeat(64)) &&
        manner.decide.checksSignature(one, request),
    },
  });
}

/** Refuses unknown merchants, but takes unknown accounts of known ones. */
function anyAccount(operation: DocumentedOperationId): Change {
  return (manner) => ({
    ...manner,
    decide: {
      ...manner.decide,
      checksParty: (one, request) =>
        !(
          one === operation &&
          unknownParty(textOf(request, 'merchant_id'), textOf(request, 'account_id'))?.startsWith(
            'account_id',
          )
        ) && manner.decide.checksParty(one, request),
    },
  });
}

/** Requests that ought to be refused as a whole and are taken: altered or missing signatures, unknown merchants and accounts (5.1, 5.3). */
export const admissionFaults: readonly Fault[] = documentedOperations.flatMap(({ id: operation }) => [
  plant({
    id: `${operation}-signature-unchecked`,
    clause: '5.1/signature-checked',
    operation,
    description: 'an altered signature is taken',
    needs: 'twin',
    change: unchecked(operation, 'checksSignature'),
  }),
  plant({
    id: `${operation}-signature-not-required`,
    clause: '5.1/signature-required',
    operation,
    description: 'a request without encryption_data is taken',
    needs: 'twin',
    change: unsigned(operation),
  }),
  plant({
    id: `${operation}-any-merchant`,
    clause: '5.3/unknown-merchant',
    operation,
    description: 'a request of an unknown merchant is taken',
    needs: 'twin',
    change: unchecked(operation, 'checksParty'),
  }),
  plant({
    id: `${operation}-any-account`,
    clause: '5.3/unknown-account',
    operation,
    description: 'a request for an unknown account of a known merchant is taken',
    needs: 'twin',
    change: anyAccount(operation),
  }),
]);
