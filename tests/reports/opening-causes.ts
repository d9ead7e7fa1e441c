import type { Cause } from '../../schemas/opening.ts';

/** A cause as the opening of a run tells it. */
export const signingCause: Cause = {
  kind: 'signing',
  key: 'signing.key',
  says: 'the signature is wrong',
  sent: 'POST /v1/refund as JSON',
  answered: '401 The signature is not valid',
  comparedWith: 'the same with a wrong signature: the same answer',
  advice: 'Ask for the key of this merchant.',
};
