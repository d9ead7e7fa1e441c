import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { allOf, answeringEarly, type Change, deciding, wording } from '../behaviour.ts';
import { plainBehaviour } from '../plain.ts';
import { type RefusalKind, refusal } from '../reply.ts';
import { answerWith, fewRequests, type Misfit, onPath } from './misfit.ts';

const json = (status: number, text: string, headers = {}) =>
  answerWith(status, 'application/json', text, headers);

/** Refuses every call of one operation for the same reason. */
const refusingAll = (operation: DocumentedOperationId, kind: RefusalKind, text: string): Change =>
  answeringEarly((about, { refuse }) =>
    about.operation === operation ? refuse(refusal(kind, text, about.request), about) : undefined,
  );

/** Answers each call of one batch with success, and refuses every order in it. */
const refusingOrders = (operation: DocumentedOperationId, code: string, text: string): Change =>
  allOf(
    deciding({
      entryProblem: (asked, found) => (asked === operation ? { code, text } : found),
    }),
    wording({
      call: { ...plainBehaviour.words.call, partly: ['1', 'OK'], none: ['1', 'OK'] },
    }),
  );

/** Services in which one operation does not work, or lacks one condition. */
export const operationMisfits: readonly Misfit[] = [
  {
    name: 'refund-404',
    description: 'refund answers 404',
    operation: 'refund',
    endpoint: { treat: onPath(operationOf('refund').path, json(404, '{"message":"Not Found"}')) },
    expects: { exit: 3, kind: 'refused', key: 'capabilities.refund', most: fewRequests },
  },
  // The service accepts neither the declared type nor that of the sample commands; the document requires one of them.
  {
    name: 'capture-415',
    description: 'capture answers 415',
    operation: 'capture',
    endpoint: {
      treat: onPath(operationOf('capture').path, json(415, '{"message":"Unsupported Media Type"}')),
    },
    expects: { exit: 1, kind: 'encodings', key: 'encodings.capture', most: fewRequests },
  },
  {
    name: 'reads-only',
    description: 'everything but reads is refused in the same words',
    endpoint: {
      treat: ({ path }) =>
        path.startsWith('/v1/retrieval')
          ? 'pass'
          : json(403, '{"return_status":"0","return_message":"read only"}'),
    },
    expects: { exit: 3, kind: 'refused', key: 'allow', most: 2_000 },
  },
  {
    name: 'other-backend',
    description: 'captures reach another machine, which knows none of the payments',
    operation: 'capture',
    endpoint: { change: refusingAll('capture', 'unknown', 'there is no such transaction') },
    expects: { exit: 3, kind: 'order', most: fewRequests },
  },
  {
    name: 'refund-after-settlement',
    description: 'refunds are answered with success, and each order in them is refused before it has settled',
    operation: 'refund',
    endpoint: {
      change: refusingOrders('refund', '0010', 'the transaction is not settled yet, cancel it instead'),
    },
    expects: { exit: 3, kind: 'refused', key: 'settle.longestMs', most: 1_000 },
  },
  {
    name: 'unregistered-address',
    description: 'the address of the caller is not registered for the query (4.4)',
    operation: 'query',
    endpoint: { addresses: ['198.51.100.7'] },
    expects: { exit: 3, kind: 'registered-address', key: 'capabilities.query', most: fewRequests },
  },
  {
    name: 'card-not-taken',
    description: 'no card of the target is accepted',
    endpoint: {
      change: deciding({ decline: () => ({ code: '2005', text: 'card not supported by this account' }) }),
    },
    operation: 'direct-payment',
    expects: { exit: 3, kind: 'cards', key: 'cards', most: fewRequests },
  },
  {
    name: 'currency-not-taken',
    description: 'the account takes other currencies than the target names',
    operation: 'direct-payment',
    target: (target: JsonObject) => ({ ...target, currencies: ['NOK'] }),
    endpoint: {
      change: deciding({
        decline: ({ currency }, found) =>
          currency === 'NOK' ? { code: '2007', text: 'currency not supported by this account' } : found,
      }),
    },
    expects: { exit: 3, kind: 'currencies', key: 'currencies', most: fewRequests },
  },
];
