import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { deciding, rewiring } from '../manner.ts';
import { refusal } from '../refusal.ts';
import { answerWith, fewRequests, type Misfit, onPath, type Treatment } from './misfit.ts';

function oneOperation(
  name: string,
  operation: DocumentedOperationId,
  description: string,
  treatment: Treatment,
  expects: Misfit['expects'],
): Misfit {
  const { path } = operationOf(operation);
  return { name, description, operation, endpoint: { treat: onPath(path, treatment) }, expects };
}

const absent = (operation: DocumentedOperationId): Misfit['expects'] => ({
  exit: 3,
  kind: 'refused',
  key: `capabilities.${operation}`,
  most: fewRequests,
});

const json = (status: number, text: string, headers = {}) =>
  answerWith(status, 'application/json', text, headers);

/** Services of which one operation is dead, or one condition of it is not met. */
export const operationMisfits: readonly Misfit[] = [
  oneOperation(
    'refund-404',
    'refund',
    'refund answers 404',
    json(404, '{"message":"Not Found"}'),
    absent('refund'),
  ),
  oneOperation(
    'payout-405',
    'payout',
    'payout answers 405',
    json(405, '{"message":"Method Not Allowed"}'),
    absent('payout'),
  ),
  oneOperation(
    'capture-415',
    'capture',
    'capture answers 415',
    json(415, '{"message":"Unsupported Media Type"}'),
    {
      // Neither the declared type nor that of the sample commands is understood: the document wants one of them usable.
      exit: 1,
      kind: 'encodings',
      key: 'encodings.capture',
      most: fewRequests,
    },
  ),
  oneOperation(
    'review-302',
    'review',
    'review redirects to a login',
    json(302, '', { location: '/portal/login' }),
    { exit: 3, kind: 'redirect', key: 'capabilities.review', most: fewRequests },
  ),
  oneOperation(
    'cancel-500',
    'cancel',
    'cancel answers 500',
    json(500, '{"message":"Internal Server Error"}'),
    {
      exit: 1,
      kind: 'refused',
      most: fewRequests,
    },
  ),
  oneOperation(
    'refund-search-empty',
    'refund-search',
    'refund search answers 200 with nothing',
    json(200, ''),
    {
      exit: 3,
      kind: 'refused',
      most: fewRequests,
    },
  ),
  oneOperation(
    'payout-501',
    'payout',
    'payout answers 501',
    json(501, '{"message":"Not Implemented"}'),
    // A 5xx on what the document allows is a failure, whatever its cause.
    { ...absent('payout'), exit: 1 },
  ),
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
    endpoint: {
      change: (manner) => ({
        ...manner,
        turnAway: (about) =>
          about.operation === 'capture'
            ? manner.refuse(refusal('unknown', 'there is no such transaction', about.request), about)
            : manner.turnAway(about),
      }),
    },
    expects: { exit: 3, kind: 'order', most: fewRequests },
  },
  {
    name: 'payout-refused',
    description: 'every payout is refused politely',
    operation: 'payout',
    endpoint: {
      change: (manner) => ({
        ...manner,
        turnAway: (about) =>
          about.operation === 'payout'
            ? manner.refuse(refusal('schema', 'this account may not pay out', about.request), about)
            : manner.turnAway(about),
      }),
    },
    expects: { ...absent('payout'), most: fewRequests },
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
  {
    name: 'xml-wanted',
    description: 'the cancellation of a subscription is read only as XML with another root',
    operation: 'cancel-subscription',
    endpoint: {
      change: rewiring((wire, about) =>
        about.operation === 'cancel-subscription'
          ? answerWith(
              400,
              'application/json',
              about.encoding === 'xml'
                ? '{"error_message":"unknown document"}'
                : '{"error_message":"malformed XML"}',
            )
          : wire,
      ),
    },
    expects: { exit: 3, kind: 'encodings', key: 'encodings.cancel-subscription', most: fewRequests },
  },
  {
    name: 'xml-wanted-without-a-word',
    description:
      'the cancellation of a subscription is read only as XML with another root, and anything else refused in the envelope',
    operation: 'cancel-subscription',
    endpoint: {
      change: rewiring((wire, about) =>
        about.operation === 'cancel-subscription'
          ? answerWith(
              200,
              'application/json',
              about.encoding === 'xml'
                ? '{"cancel_status":"0","error_message":"unknown document"}'
                : '{"cancel_status":"0","error_message":"unreadable body"}',
            )
          : wire,
      ),
    },
    expects: { exit: 3, kind: 'refused', key: 'capabilities.cancel-subscription', most: fewRequests },
  },
];
