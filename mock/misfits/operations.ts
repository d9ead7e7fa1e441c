import { STATUS_CODES } from 'node:http';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { allOf, answeringEarly, type Change, deciding, rewiring, wording } from '../behaviour.ts';
import { plainBehaviour } from '../plain.ts';
import { type RefusalKind, refusal, type Wire } from '../reply.ts';
import { answerWith, fewRequests, type Misfit, onPath } from './misfit.ts';

const absent = (operation: DocumentedOperationId): Misfit['expects'] => ({
  exit: 3,
  kind: 'refused',
  key: `capabilities.${operation}`,
  most: fewRequests,
});

const json = (status: number, text: string, headers = {}) =>
  answerWith(status, 'application/json', text, headers);

/** A service in which one operation gives the same answer to every call: by default the status and its text. */
function answering(
  operation: DocumentedOperationId,
  status: number,
  expects: Misfit['expects'],
  other: { readonly name?: string; readonly description?: string; readonly wire?: Wire } = {},
): Misfit {
  const { name = `${operation}-${status}`, description = `${operation} answers ${status}` } = other;
  const { wire = json(status, JSON.stringify({ message: STATUS_CODES[status] })) } = other;
  return {
    name,
    description,
    operation,
    endpoint: { treat: onPath(operationOf(operation).path, wire) },
    expects,
  };
}

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

/** Replaces every answer to a subscription cancellation, depending on whether the request is XML. */
const wantingXml = (answer: (isXml: boolean) => Wire): Change =>
  rewiring((wire, { operation, encoding }) =>
    operation === 'cancel-subscription' ? answer(encoding === 'xml') : wire,
  );

/** Services in which one operation does not work, or lacks one condition. */
export const operationMisfits: readonly Misfit[] = [
  answering('refund', 404, absent('refund')),
  answering('payout', 405, absent('payout')),
  // The service accepts neither the declared type nor that of the sample commands; the document requires one of them.
  answering('capture', 415, { exit: 1, kind: 'encodings', key: 'encodings.capture', most: fewRequests }),
  answering(
    'review',
    302,
    { exit: 3, kind: 'redirect', key: 'capabilities.review', most: fewRequests },
    { description: 'review redirects to a login', wire: json(302, '', { location: '/portal/login' }) },
  ),
  answering('cancel', 500, { exit: 1, kind: 'refused', most: fewRequests }),
  answering(
    'refund-search',
    200,
    { exit: 3, kind: 'refused', most: fewRequests },
    {
      name: 'refund-search-empty',
      description: 'refund search answers 200 with nothing',
      wire: json(200, ''),
    },
  ),
  // A 5xx on documented input is a failure, whatever its cause.
  answering('payout', 501, { ...absent('payout'), exit: 1 }),
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
    name: 'payout-refused',
    description: 'every payout is refused politely',
    operation: 'payout',
    endpoint: { change: refusingAll('payout', 'schema', 'this account may not pay out') },
    expects: absent('payout'),
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
    name: 'cancel-not-enabled',
    description: 'cancellations are answered with success, and each order in them is refused, known or not',
    operation: 'cancel',
    endpoint: { change: refusingOrders('cancel', '0011', 'not allowed for this account') },
    expects: { ...absent('cancel'), most: 1_000 },
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
      change: wantingXml((isXml) =>
        json(400, `{"error_message":"${isXml ? 'unknown document' : 'malformed XML'}"}`),
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
      change: wantingXml((isXml) =>
        json(
          200,
          `{"cancel_status":"0","error_message":"${isXml ? 'unknown document' : 'unreadable body'}"}`,
        ),
      ),
    },
    expects: absent('cancel-subscription'),
  },
];
