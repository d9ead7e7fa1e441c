import { shellWord } from '../../schemas/command-line.ts';
import { operationOf } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { digestOfPayment, paymentId, subscriptionId } from '../operations/payment.ts';
import { type SignatureCheck, signatureOf } from '../signature.ts';
import { escapeMarkup } from '../write/xml.ts';

/** A sample call; sent in order, all of them are accepted. */
interface SampleCall {
  readonly operation: DocumentedOperationId;
  readonly title: string;
  readonly path: string;
  readonly type: string;
  readonly body: string;
  /** The fields of the body, with a signature that is not checked. */
  readonly value: JsonObject;
}

const merchant = { merchant_id: '100001', account_id: '100001001' };
const card = {
  card: '4111111111111111',
  expiration_month: '12',
  expiration_year: '2035',
  security_code: '123',
};
const signature = { encryption_data: '0'.repeat(64) };
const form = 'application/x-www-form-urlencoded';

const notify_url = 'https://shop.example/notify';
const orderNamed = (order_no: string) => ({ order_no, currency: 'EUR', amount: '12.34' });
const payment = (order_no: string) => ({ ...orderNamed(order_no), notify_url });
// Ids derive from the request, so those for later calls are known before the first one.
const digestOfOrder = (order_no: string) => digestOfPayment({ ...merchant, order_no }, 0);
const paidEntry = (order_no: string) => ({
  transaction_id: paymentId(digestOfOrder(order_no)),
  ...orderNamed(order_no),
});

function call(operation: DocumentedOperationId, value: JsonObject, title?: string): SampleCall {
  const { path, declares = 'application/json', title: named } = operationOf(operation);
  const whole = { ...merchant, ...value, ...signature };
  const body = bodyOf(declares, whole);
  return { operation, title: title ?? named, path, type: declares, body, value: whole };
}

function bodyOf(declares: string, whole: JsonObject): string {
  const texts = Object.entries(whole).map(([name, text]): [string, string] => [name, String(text)]);
  if (declares === form) return new URLSearchParams(texts).toString();
  if (declares !== 'application/xml') return JSON.stringify(whole);
  return `<request>${texts.map(([name, text]) => `<${name}>${text}</${name}>`).join('')}</request>`;
}

/** The call with a valid signature. */
export function signedCall(call: SampleCall, check: SignatureCheck): SampleCall {
  return {
    ...call,
    body: call.body.replace(signature.encryption_data, signatureOf(call.value, check)),
  };
}

/** One call per operation, and a payment that starts a subscription. */
export const sampleCalls: readonly SampleCall[] = [
  call('direct-payment', { ...payment('TRY-1'), ...card }),
  call(
    'direct-payment',
    {
      ...payment('TRY-2'),
      ...card,
      subscription: { contract_name: 'Monthly', interval: 'day', interval_count: '30' },
    },
    'Create a direct payment that starts a subscription',
  ),
  call('apm-payment', { ...payment('TRY-3'), payment_method: 'pix' }),
  call('redirect-payment', payment('TRY-4')),
  call('query', {}),
  call('capture', { capture_orders: [paidEntry('TRY-1')] }),
  call('review', { review_orders: [{ ...paidEntry('TRY-1'), review_flag: '1' }] }),
  call('refund', {
    refund_orders: [{ ...paidEntry('TRY-1'), refund_amount: '2.34', refund_reason: 'returned' }],
  }),
  call('refund-search', {}),
  call('cancel', { cancel_orders: [paidEntry('TRY-2')] }),
  call('cancel-subscription', {
    recurring_id: subscriptionId(digestOfOrder('TRY-2')),
    contract_name: 'Monthly',
  }),
  call('payout', {
    notify_url,
    request_id: '0a5c2f0e-6b1d-4a57-9f0e-2f1c1d3b4a59',
    payment_amount: '1200',
    payment_currency: 'USD',
    payment_date: '2031-05-06',
    payment_method: 'SWIFT',
    beneficiary: { entity_type: 'COMPANY', company_name: 'Example GmbH' },
  }),
];

/** The call as one curl command line. */
export function curlLine({ path, type, body }: SampleCall, address: string): string {
  return ['curl -s', address + path, '-H', `Content-Type: ${type}`, '-d', body]
    .map((word, at) => (at === 0 ? word : shellWord(word)))
    .join(' ');
}

/** Style of a page with sample calls. */
export const sampleStyle =
  '<style>body{max-width:72rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f4f4;padding:.5rem}</style>';

/** Script for the copy buttons of `sampleList`. */
// Without access to the clipboard, the button selects the line.
export const copyScript = `<script>
for (const button of document.querySelectorAll('button[data-copy]')) {
  const line = document.getElementById(button.dataset.copy);
  button.addEventListener('click', () => {
    getSelection().selectAllChildren(line);
    navigator.clipboard?.writeText(line.textContent).then(() => { button.textContent = 'Copied'; }, () => {});
  });
}
</script>`;

/** The calls as shell command lines with copy buttons; `more` is appended to each line. */
export function sampleList(calls: readonly SampleCall[], address: string, more = ''): string {
  return calls
    .map(
      (call, at) =>
        `<h3>${escapeMarkup(call.title)} <button type="button" data-copy="call-${at}">Copy</button></h3>
<pre id="call-${at}">${escapeMarkup(curlLine(call, address) + more)}</pre>`,
    )
    .join('\n');
}
