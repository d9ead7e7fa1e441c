import { objectOf } from '../../schemas/json.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { daysAfter, digestOf, momentFrom, uuidFrom, writeDate, writeTimestamp } from '../derive.ts';
import { noticeOfPayout } from '../notify.ts';
import { type Problem, type Refusal, type Reply, refusal, textOf } from '../reply.ts';
import { echoSignature, type HandlerContext } from './handler-context.ts';

// Amounts in the result are integers; larger ones would lose precision.
const mostDigits = 15;
const fee = 250;

/** Makes a payout (4.11): returns the request fields without `bank_code`, and the fields that 2.13 adds. */
export function payout(request: JsonObject, context: HandlerContext): Reply | Refusal {
  const missing = ['payment_amount', 'payment_currency', 'request_id'].find(
    (name) => textOf(request, name) === '',
  );
  if (missing !== undefined) {
    return refusal('incomplete', `${missing} is missing, and no payout is made without it`, request);
  }
  // A second request with the same request_id gets the payout of the first one.
  const numbers = ['merchant_id', 'account_id', 'request_id'].map((name) => textOf(request, name));
  const digest = digestOf('payout', ...numbers);
  const problem = context.behaviour.decide.decline(request, problemOf(request));
  const value = resultOf(request, digest, problem, context);
  context.notices.push(...noticeOfPayout(request, value, context.behaviour));
  return { form: 'json', status: 200, accepted: true, declined: problem !== undefined, value };
}

function problemOf(request: JsonObject): Problem | undefined {
  const amount = textOf(request, 'payment_amount').replace(/^0+/, '');
  if (amount === '') return { code: '2201', text: 'payment_amount is zero' };
  return amount.length > mostDigits
    ? { code: '2202', text: `payment_amount has more than ${mostDigits} digits` }
    : undefined;
}

function resultOf(
  request: JsonObject,
  digest: string,
  problem: Problem | undefined,
  context: HandlerContext,
): JsonObject {
  const { beneficiary, encryption_data: _signature, ...rest } = request;
  const { words } = context.behaviour;
  const createdAt = momentFrom(digest);
  const paid = problem === undefined ? Number(textOf(request, 'payment_amount')) : 0;
  const charged = problem === undefined ? fee : 0;
  const byPayer = textOf(request, 'fee_paid_by') !== 'BENEFICIARY';
  return {
    ...rest,
    ...(beneficiary === undefined ? {} : { beneficiary: resultBeneficiary(request) }),
    amount_beneficiary_receives: byPayer ? paid : Math.max(0, paid - charged),
    amount_payer_pays: byPayer ? paid + charged : paid,
    created_at: writeTimestamp(createdAt),
    failure_reason: problem?.text ?? '',
    failure_type: problem?.code ?? '',
    fee_amount: charged,
    fee_currency: textOf(request, 'payment_currency'),
    last_updated_at: writeTimestamp(daysAfter(createdAt, 1)),
    payer_id: uuidFrom(digestOf('payer', textOf(request, 'merchant_id'), textOf(request, 'account_id'))),
    transaction_id: context.behaviour.decide.identifier('P', digest),
    short_reference_id: `${writeDate(createdAt).replaceAll('-', '')}-${digest.slice(40, 46).toUpperCase()}`,
    status: problem === undefined ? words.payout.done : words.payout.failed,
    encryption_data: echoSignature(request),
  };
}

function resultBeneficiary(request: JsonObject): JsonObject {
  const beneficiary = objectOf(request.beneficiary);
  if (beneficiary.bank_details === undefined) return beneficiary;
  const { bank_code: _code, ...details } = objectOf(beneficiary.bank_details);
  return { ...beneficiary, bank_details: { ...details, local_clearing_system: 'LOCAL' } };
}
