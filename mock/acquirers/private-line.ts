import type { Acquirer } from './acquirer.ts';
import { signsFieldsByHmac, uuidIdentifiers } from './habits/answers.ts';
import { entriesOnce } from './habits/payments.ts';
import { mutualTls, registeredAddresses } from './habits/wire.ts';
import { oneStep } from './lives.ts';

/** An acquirer that only members reach. */
export const privateLine: Acquirer = {
  name: 'private-line',
  description: 'An acquirer that only its members reach: certificates on both sides, addresses registered.',
  habits: [
    mutualTls,
    registeredAddresses('127.0.0.1', '::1'),
    signsFieldsByHmac(['merchant_id', 'account_id', 'order_no', 'request_id', 'recurring_id']),
    uuidIdentifiers,
    entriesOnce,
  ],
  life: oneStep,
  // A batch that is refused as a whole has no entry for each order (1.3).
  announces: ['1.3/one-result-per-order'],
};
