import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, Encoding } from '../../schemas/types.ts';
import type { Change } from '../manner.ts';
import { type Fault, plant } from './fault.ts';

/** Refuses bodies of some encodings with 415, whatever their header says. */
function notTaking(operation: DocumentedOperationId, ...encodings: readonly Encoding[]): Change {
  return (manner) => ({
    ...manner,
    turnAway(about) {
      if (about.operation !== operation || !encodings.includes(about.encoding)) return manner.turnAway(about);
      return {
        form: 'text',
        status: 415,
        accepted: false,
        contentType: 'text/plain',
        text: 'unsupported media type\n',
      };
    },
  });
}

/** Body types that section 4 names and that are not understood. */
export const bodyTypeFaults: readonly Fault[] = [
  ...(['query', 'refund-search'] as const).map((operation) =>
    plant({
      id: `${operation}-takes-no-form`,
      clause: `${operationOf(operation).section}/body-type/form`,
      description: 'a form body is answered with 415',
      change: notTaking(operation, 'form'),
    }),
  ),
  ...(['capture', 'refund', 'payout'] as const).map((operation) =>
    plant({
      id: `${operation}-takes-no-body-type`,
      clause: '4/body-type/usable',
      rare: true,
      description: 'a body is understood neither under the declared type nor under the header of the samples',
      change: notTaking(operation, 'json', 'form', 'xml'),
    }),
  ),
  ...(['redirect-payment', 'cancel-subscription'] as const).map((operation) =>
    plant({
      id: `${operation}-takes-no-layout`,
      clause: `${operationOf(operation).section}/body-layout`,
      rare: true,
      description: 'a body is understood neither as an object nor as an XML document',
      change: notTaking(operation, 'json', 'form', 'xml'),
    }),
  ),
];
