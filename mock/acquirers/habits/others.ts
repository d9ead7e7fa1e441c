import type { JsonObject } from '../../../schemas/types.ts';
import { daysAfter, momentFrom, writeDigits } from '../../calendar.ts';
import { digestOf, identifierFrom } from '../../derive.ts';
import { onEveryList } from '../../dialects/members.ts';
import { textOf } from '../../operations/request-member.ts';
import type { About } from '../../reply.ts';
import { type Habit, remember } from '../habit.ts';

const mostListed = 100;

interface Foreign {
  readonly digest: string;
  readonly order_no: string;
  readonly transaction_id: string;
  readonly amount: string;
  readonly takenAt: Date;
}

/** An order of somebody else: a till that shares the account and numbers its receipts. */
function foreignOrder({ request }: About, number: number): Foreign {
  const digest = digestOf(
    'till',
    textOf(request, 'merchant_id'),
    textOf(request, 'account_id'),
    String(number),
  );
  return {
    digest,
    order_no: `TILL-${String(number).padStart(6, '0')}`,
    transaction_id: identifierFrom('T', digest),
    amount: `${(number % 90) + 10}.50`,
    takenAt: momentFrom(digest),
  };
}

function queried({ digest, order_no, transaction_id, amount, takenAt }: Foreign): JsonObject {
  return {
    amount,
    currency: 'EUR',
    order_no,
    transaction_id,
    reference_no: identifierFrom('N', digest.slice(32)),
    website: 'https://till.example',
    delivery_information: {
      delivery_address: '',
      delivery_city: '',
      delivery_country: '',
      delivery_firstname: '',
      delivery_lastname: '',
      delivery_postal_code: '',
      delivery_state: '',
    },
    antifraud_provider: 'embedded',
    fraud_check_result: [],
    is3ds: '0',
    payment_status: '4100',
    query_result: '1',
    shopper_email: '',
    shopper_phone: '',
    subscription_result: {},
    transaction_date: writeDigits(takenAt),
  };
}

function refunded({ digest, order_no, transaction_id, amount, takenAt }: Foreign): JsonObject {
  return {
    transaction_id,
    order_no,
    amount,
    refund_status: '1',
    payment_status: '7000',
    refund_amount: amount,
    refund_reference: identifierFrom('R', digest),
    currency: 'EUR',
    refund_reason: 'goods returned at the till',
    refund_reference_id: `${transaction_id}-01`,
    refund_date: writeDigits(daysAfter(takenAt, 1)),
    refund_processing_date: '',
  };
}

/** Other clients work in the same account: what they do is in every listing, and there is more of it each time. */
export const sharesTheAccount: Habit = {
  insists:
    'A till works in the same account: each listing holds a few of its orders and refunds besides those of the caller, a new one each time, and never more than 100 in all.',
  because: '4.4 and 4.10: how the orders and refunds to return are selected is not shown.',
  change: onEveryList((entries, about) => {
    if (about.operation !== 'query' && about.operation !== 'refund-search') return entries;
    const key = `till ${about.operation}`;
    const number = (about.memo.get(key) ?? 0) + 1;
    remember(about.memo, key, number);
    const write = about.operation === 'query' ? queried : refunded;
    const [newest, ...older] = [number + 2, number + 1, number].map((one) => write(foreignOrder(about, one)));
    const own = entries.slice(0, mostListed - 3);
    return newest === undefined ? own : [newest, ...own, ...older];
  }),
};
