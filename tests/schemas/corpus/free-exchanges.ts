import { encodeXml } from '../../../schemas/media/xml-write.ts';
import type { DocumentedOperationId, Exchange, JsonObject, Outcome } from '../../../schemas/types.ts';
import { exchangeOf, type Told } from '../exchange-of.ts';
import { answers } from './answers.ts';
import { pageOf, visitOf } from './page.ts';
import { requests, signature } from './requests.ts';

interface Free {
  readonly title: string;
  readonly exchange: Exchange;
  readonly outcome: Outcome;
}

const odd = { intent: 'odd' } as const;

function json(
  title: string,
  operation: DocumentedOperationId,
  outcome: Outcome,
  changes: JsonObject,
  told: Told = {},
): Free {
  const base = operation === 'redirect-payment' ? {} : answers[operation];
  return {
    title,
    outcome,
    exchange: exchangeOf(operation, requests[operation], { ...base, ...changes }, told),
  };
}

function xml(
  title: string,
  operation: DocumentedOperationId,
  outcome: Outcome,
  answer: JsonObject,
  request: JsonObject = requests[operation],
): Free {
  return { title, outcome, exchange: exchangeOf(operation, request, encodeXml(answer, { root: 'respon' })) };
}

function shownOf(shown: readonly string[]) {
  const { posted } = visitOf({ orderAmount: '48.2', amount: '48.200' });
  return posted === undefined ? {} : { posted: { ...posted, shown } };
}

function withEntries(
  operation: 'capture' | 'review' | 'cancel' | 'refund',
  change: (entry: JsonObject, index: number) => JsonObject,
): JsonObject {
  const field = `${operation}_orders`;
  return { [field]: (answers[operation][field] as JsonObject[]).map(change) };
}

const refusals: readonly (readonly [string, string, Told])[] = [
  ['an empty 422', '', { status: 422 }],
  ['a 400 in JSON', '{"error":"bad"}', { status: 400 }],
  ['a 404 in HTML', '<html><body>no</body></html>', { status: 404 }],
  ['a 200 in HTML', '<html><body>no</body></html>', {}],
  ['an empty 200', '', {}],
  ['a 200 envelope', '{"return_status":"0","return_message":"signature"}', {}],
  ['a 302 to a login', '', { status: 302 }],
];

/** Exchanges that use what the document leaves open: outcomes, refusals, listed data of features that were not used. */
export const freeExchanges: readonly Free[] = [
  ...refusals.flatMap(([title, body, told]) =>
    (['refund', 'query', 'direct-payment', 'redirect-payment', 'payout'] as const).map(
      (operation): Free => ({
        title: `${title} to a broken ${operation}`,
        outcome: 'refused',
        exchange: exchangeOf(operation, requests[operation], body, { ...told, sent: odd }),
      }),
    ),
  ),
  ...[400, 404].map(
    (status): Free => ({
      title: `a ${status} to an APM payment with bad input`,
      outcome: 'refused',
      exchange: exchangeOf('apm-payment', { ...requests['apm-payment'], amount: 'x' }, '', {
        status,
        sent: odd,
      }),
    }),
  ),
  ...[401, 403].map(
    (status): Free => ({
      title: `a ${status} to a right capture`,
      outcome: 'refused',
      exchange: exchangeOf('capture', requests.capture, '', { status }),
    }),
  ),
  {
    title: 'a refusal of a payment that leaves core fields out',
    outcome: 'refused',
    exchange: exchangeOf(
      'direct-payment',
      Object.fromEntries(
        Object.entries(requests['direct-payment']).filter(
          ([name]) => !['order_no', 'currency', 'amount'].includes(name),
        ),
      ),
      '<html>no</html>',
    ),
  },
  json(
    'one refused entry among others',
    'capture',
    'accepted',
    withEntries('capture', (entry, index) =>
      index === 1 ? { ...entry, capture_status: '9', error_message: 'unknown' } : entry,
    ),
  ),
  json('nothing but refused entries', 'cancel', 'refused', {
    return_status: '0',
    return_message: 'see entries',
    ...withEntries('cancel', (entry) => ({ ...entry, cancel_status: '0', error_message: 'too late' })),
  }),
  json(
    'a failed refund without its id',
    'refund',
    'accepted',
    withEntries('refund', (entry, index) => {
      const { refund_reference_id: _id, ...rest } = entry;
      return index === 0 ? { ...rest, refund_status: '0', refund_message: 'E0101:not enough left' } : entry;
    }),
  ),
  ...(['capture', 'cancel', 'review', 'refund'] as const).flatMap((id) =>
    [null, '', undefined].map((nothing) =>
      json(
        `a refused entry of a ${id} with ${nothing === '' ? 'empty texts' : nothing} for what it does not repeat`,
        id,
        'accepted',
        withEntries(id, (entry, index) => (index === 0 ? bareRefusal(id, entry, nothing) : entry)),
      ),
    ),
  ),
  json('entries in another order', 'review', 'accepted', {
    review_orders: [...(answers.review.review_orders as JsonObject[])].reverse(),
  }),
  json('a search that lists nothing', 'query', 'accepted', { orders_list: [], return_message: 'no orders' }),
  json('a search that lists nothing and says so', 'refund-search', 'refused', {
    refund_orders: [],
    return_status: '0',
    return_message: 'nothing found',
  }),
  json('another signature in the answer', 'refund', 'accepted', { encryption_data: signature.toUpperCase() }),
  json('refunds that nothing could tell apart', 'refund-search', 'accepted', {
    refund_orders: alike(2),
  }),
  json('an account that stays active', 'cancel-subscription', 'accepted', {
    account_status: 'Active',
    merchant: { status: 'active' },
    subscription_status: 'inactived',
    active: false,
    is_active: 'false',
    cancelled: true,
    subscription_inactive: true,
    subscription_ended: false,
    contract_status: 'Active',
    contract_cancelled: false,
    plan_active: true,
  }),
  json('a subscription shown as Inactived', 'cancel-subscription', 'accepted', {
    subscription_status: 'Inactived',
  }),
  json('a subscription that cannot be cancelled', 'cancel-subscription', 'refused', {
    cancel_status: '0',
    error_message: 'unknown',
  }),
  {
    title: 'a refused cancellation with its status only',
    outcome: 'refused',
    exchange: exchangeOf('cancel-subscription', requests['cancel-subscription'], {
      cancel_status: '0',
      error_message: 'unknown',
    }),
  },
  ...['2024-02-29 24:00:00', '2016-12-31 23:59:60'].map((recurring_deduction_time) =>
    xml(`a payment with the time ${recurring_deduction_time}`, 'direct-payment', 'accepted', {
      ...answers['direct-payment'],
      recurring_deduction_time,
    }),
  ),
  ...['20240229240000', '20161231235960'].map((refund_date) =>
    json(`a refund at ${refund_date}`, 'refund-search', 'accepted', {
      refund_orders: (answers['refund-search'].refund_orders as JsonObject[]).map((entry) => ({
        ...entry,
        refund_date,
      })),
    }),
  ),
  ...['É0000:', 'É0000:', '中0000:好', 'r0000:'].map((refund_message) =>
    json(
      `a refund with the message ${refund_message}`,
      'refund',
      'accepted',
      withEntries('refund', (entry) => ({ ...entry, refund_message })),
    ),
  ),
  ...['ftp://shop.example/in', 'mailto:in@shop.example', 'https://shöp.example/a|b{c}'].map(
    (notify_url): Free => ({
      title: `a payout that notifies ${notify_url}`,
      outcome: 'accepted',
      exchange: exchangeOf('payout', { ...requests.payout, notify_url }, { ...answers.payout, notify_url }),
    }),
  ),
  ...[null, [], {}, '', ' '].flatMap((nothing) => [
    ...['payer', 'source_amount', 'source_currency'].map((name) =>
      json(`a payout with ${JSON.stringify(nothing)} for ${name}`, 'payout', 'accepted', { [name]: nothing }),
    ),
    json(`a payout with ${JSON.stringify(nothing)} for members of its payer`, 'payout', 'accepted', {
      payer: {
        additional_info: nothing,
        address: { city: nothing, country_code: 'DEU' },
        date_of_birth: nothing,
      },
    }),
  ]),
  json('a payout under way', 'payout', 'accepted', { status: 'PROCESSING' }),
  {
    title: 'a failed payout',
    outcome: 'refused',
    exchange: exchangeOf('payout', requests.payout, { failure_reason: 'no funds', failure_type: 'BALANCE' }),
  },
  xml('a declined payment', 'direct-payment', 'refused', {
    result_info: '1004:Declined: do not honour',
    order_status: '0',
  }),
  xml(
    'a payment without subscription and token',
    'direct-payment',
    'accepted',
    withoutFeatures(),
    plainPayment(),
  ),
  ...['N', 'YES', 'ask'].map((token_flag) =>
    xml(
      `a payment without a token whose flag is ${token_flag}`,
      'direct-payment',
      'accepted',
      withoutFeatures(),
      { ...plainPayment(), token_flag },
    ),
  ),
  ...['411112******1111', '555555******4444', '378282*****0005'].map((card) =>
    xml(
      `a payment with a token, whose card ${card} is shown`,
      'direct-payment',
      'accepted',
      { ...answers['direct-payment'], card },
      { ...requests['direct-payment'], token_id: 'tok-7' },
    ),
  ),
  ...[
    { contract_name: 'weekly', interval: ' ' },
    { contract_name: 'weekly' },
    { interval: 'day' },
    { interval_count: '7' },
  ].map((subscription) =>
    xml(
      `a subscription of ${JSON.stringify(subscription)} without what it does not say`,
      'direct-payment',
      'accepted',
      { ...answers['direct-payment'], ...termsOf(subscription) },
      { ...requests['direct-payment'], subscription },
    ),
  ),
  xml('an APM result with a signature', 'apm-payment', 'accepted', {
    ...answers['apm-payment'],
    encryption_data: signature,
  }),
  ...[
    ['a page with a long comment', 'what was said before, '.repeat(180_000)],
    ['a page with much that is commented out', '<p>an old form</p>'.repeat(20_000)],
  ].map(([title = '', comment = '']) => ({
    title,
    outcome: 'accepted' as const,
    exchange: exchangeOf(
      'redirect-payment',
      requests['redirect-payment'],
      pageOf({ head: `<!-- ${comment} -->` }),
    ),
  })),
  {
    title: 'a page whose script gives the form its action',
    outcome: 'accepted',
    exchange: exchangeOf(
      'redirect-payment',
      requests['redirect-payment'],
      pageOf({
        form: '<form name="theForm" method="POST">',
        after: '<script>document.theForm.action = "/v1/checkout/pay";</script>',
      }),
    ),
  },
  {
    title: 'a page that posts amounts as numbers and shows a choice of its own',
    outcome: 'accepted',
    exchange: exchangeOf('redirect-payment', requests['redirect-payment'], pageOf(), {
      page: visitOf({}, shownOf(['voucher'])),
    }),
  },
  {
    title: 'a page with more inputs',
    outcome: 'accepted',
    exchange: exchangeOf(
      'redirect-payment',
      requests['redirect-payment'],
      pageOf({
        after: '<input name="q">',
        form: '<form name="theForm" method="POST" action="//pay.example/v1/checkout/x"><input type="hidden" name="extra" value="1">',
      }),
    ),
  },
];

/** Records of refunds made alike, without the reference that would tell them apart (C-08). */
function alike(count: number): JsonObject[] {
  const [first = {}] = answers['refund-search'].refund_orders as JsonObject[];
  return Array.from({ length: count }, () => ({ ...first, refund_status: '0', refund_reference_id: '' }));
}

/** An entry that was refused, with what is not there in place of the members that no sentence asks for. */
function bareRefusal(id: string, entry: JsonObject, nothing: string | null | undefined): JsonObject {
  const kept = new Set(['order_no', 'transaction_id', 'error_message', 'refund_message']);
  const members = Object.entries(entry).flatMap(([name, value]) =>
    kept.has(name) ? [[name, value]] : nothing === undefined ? [] : [[name, nothing]],
  );
  return { ...Object.fromEntries(members), [`${id}_status`]: '0' };
}

/** The terms of a subscription that a payment answers: those of the request alone. */
function termsOf({ contract_name = '', interval = '' }: JsonObject): JsonObject {
  return { contract_name, recurring_deduction_period: interval };
}

function plainPayment(): JsonObject {
  const { subscription: _subscription, token_flag: _flag, ...plain } = requests['direct-payment'];
  return plain;
}

function withoutFeatures(): JsonObject {
  const {
    token_id: _token,
    contract_name: _name,
    risk_reasons: _reasons,
    ...rest
  } = answers['direct-payment'];
  return { ...rest, recurring_id: '', recurring_deduction_time: '' };
}
