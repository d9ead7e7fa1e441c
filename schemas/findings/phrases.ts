/**
 * Everything that a finding can say, worded once. `{}` is a value of the exchange with its type, `{=}` one written plain,
 * `<>` a name or a number that differs from finding to finding, and `<=>` words that belong to the kind of deviation. A verb in
 * parentheses at the start follows "must" in place of "be", and is not part of the words.
 */
export const phrases = {
  // Values, and phrases that replace them.
  value: '{}',
  'masked-alike': '{}, another one that is masked alike',
  plain: '{=}',
  none: 'none',
  'empty-text': 'an empty text',
  'none-but': 'none, but a member "{=}"',
  described: '<=>',
  'such-as': '<=> such as <=>',
  type: '<=>',
  'rule-of-schema': '<=>',

  // Members and entries.
  member: '(have) a member "<>"',
  'listed-member': '(have) a member "<>" (listed; presence is not stated)',
  'documented-only': '(have) documented members only',
  'documented-name': '(have) the documented name "<>"',
  'at-most': '(have) at most <> entries',
  'at-most-orders': '(list) at most <> different orders',
  calendar: '<=>',
  'absolute-address': 'an absolute http or https address that a browser can open',

  // Comparisons with values sent or seen before.
  'as-sent': '{} as sent',
  'as-sent-in': '{} as sent in <>',
  'as-sent-with-order': '{} as sent with this order_no',
  'as-paid': '{} as paid',
  'as-refunded': '{} as the refund was answered',
  'as-posted': '<> {} as posted under its name',
  'as-posted-value': '{} as a value that is posted',
  'before-hyphen': '{} before the hyphen',
  'order-sent': 'the order_no of an order that was sent',
  'order-of-transaction': 'order_no {}, which was paid with this transaction_id',
  'order-listed-beside': 'order_no {}, which was listed with this transaction_id',
  'transaction-of-order': 'transaction_id {} that the payment of this order got',
  'own-transaction': '(have) its own transaction_id',
  'given-before': '{}, which exchange <> got',
  'other-id-than-entry': '(have) another id than refund_orders[<>] has',
  'other-id-than-exchange': '(have) another id than exchange <> got',
  'own-account': '(list) orders of the account that asks',
  'own-order': 'an order of the account that asks, as the entry succeeded',
  'own-subscription': 'a subscription of the account that asks, as its cancellation succeeded',
  'other-account': '{}, paid under another account',
  'no-smaller-than': 'a moment not before created_at {}',
  'no-success-above': '(have) no success for a refund of {} out of {}',
  'no-success-of-parts': '(have) no success for refunds that are together more than {=}',
  'refunds-listed': 'refunds listed as done: <>, together {=}',
  refunded: 'success, of order_no {=}',
  'refunded-in-parts': 'success for {=}, after {=} of order_no {=}',
  'one-of-two':
    '(do) only one of the two, as the second one is refused when it is sent later (<> of <> times)',
  'both-at-once': 'both done, this one and exchange <>, which was sent at the same time, of order_no {=}',
  'both-sums-at-once':
    'both done, this one of {=} and exchange <> of {=}, which was sent at the same time, of order_no {=} of {=}',

  // One entry per order, limits, success.
  'one-per-order': '(have) one result entry per order',
  'another-for-order': 'another one for order_no {}',
  'entry-for-order': '(have) a result entry for order_no {}',
  'entries-for-orders': '<> result entries for <> orders, none for this one',
  'entry-for-orders': '1 result entry for <> orders, none for this one',
  'not-twice': '(have) no identical record twice',
  'same-record': 'the same record as <>[<>]',
  'once-per-order': '(list) each transaction of an order once',
  'one-record': '(have) one amount, currency and order_no for each refund_reference_id',
  'listed-again': 'the <=> of <>[<>] again, with other values',
  'refused-whole': 'a batch that is refused entirely',
  'refusal-above': '(be answered with) a refusal of more than <> orders',
  'acceptance-of-orders': 'acceptance of <> of <> orders',
  'all-succeeded': '"1", as everything succeeded',
  'ok-beside-one': '"OK" with return_status "1"',
  inactived: '"Inactived", as the subscription was cancelled',
  'not-running': '(show) no running subscription after its cancellation',

  // Status line and answers that did not come.
  status: '(have) status <=>',
  'one-such': '(have) <=>',
  'status-of-apm': '(have) status 400 or 404',
  'status-for-each': 'status 415 for each of them',
  'no-server-error': '(give) no server error',
  'an-answer': '(give) an answer',
  'readable-answer': '(give) an answer that a client can read',
  'judgeable-answer': '(give) an answer that can be judged',
  'no-answer': 'no answer: <=>',
  'no-answer-nor-after': 'no answer: <=>, and none to a read after it',
  'no-answer-because': 'no answer: <=>, {=}',
  form: '<=>',
  'type-understood': 'understood as <=>',
  'either-type': 'understood as <=> or as <=>',
  'either-layout': 'understood as an object or as an XML document',

  // Requests and their controls.
  refusal: '(be answered with) a refusal',
  acceptance: '(be answered with) acceptance',
  'acceptance-of': '(be answered with) acceptance of "<>"',
  'accepted-control': '(have) an accepted control request',
  'control-left-open':
    'the control request was answered, but <> of <> orders in it did not succeed: order_no {}, status {}, message {}; where that status means that it is done later, list it as pending under "statuses" of the target file; if a payment has to wait before this call, say so in settle.longestMs',
  'control-without-success': 'the control request was answered, but no order in it succeeded',
  'control-part-refused':
    'the control request was not accepted (<=>), and it asks for a part of a payment; where the service refunds whole payments only, say "refunds": "whole" in the target file',
  'control-part-left-open':
    'the control request was answered, but <> of <> orders in it did not succeed: order_no {}, status {}, message {}; it asks for a part of a payment: if the service refunds whole payments only, say "refunds": "whole" in the target file; where that status means that it is done later, list it as pending under "statuses"; if a payment has to wait before this call, say so in settle.longestMs',
  'control-not-accepted': 'the control request was not accepted (<=>)',
  'accepted-again': '(have) the control request accepted again after the refusal',
  'control-not-accepted-again':
    'the control request was not accepted again after the refusal (<=>), so what was refused may not be the reason',
  'control-not-sent-again':
    'the control request could not be sent again after the refusal, so what was refused may not be the reason',
  'control-held-back':
    'the control request could not be sent again after the refusal ({=}), so what was refused may not be the reason',
  'each-order-refused':
    'an entry for each of <> orders, none of which succeeded: the first is order_no {}; what a payment has to wait for belongs under "settle" in the target file',
  'tells-nothing': 'an answer that is neither success nor refusal (<=>)',
  'as-control': '(be answered with) acceptance, as of the control request',
  'unlike-control': '(be answered with) a refusal, unlike the control request',

  // Bodies.
  'json-object': 'a JSON object',
  'xml-document': 'an XML document',
  'html-document': 'an HTML document',
  'answer-in': 'an answer in <=>',
  'empty-body': 'an empty body',
  'not-judged': 'a body that was not judged: {=}',
  'well-formed-json': 'well-formed JSON',
  'well-formed-xml': 'well-formed XML with one root',
  'utf-8-json': 'JSON in UTF-8',
  'no-byte-order-mark': 'JSON without a byte order mark',
  'names-once': '(have) each name once',
  'no-dtd': '(have) no document type declaration',
  'own-text': 'a text that can be read without a document type declaration',
  'no-namespace': '(have) no namespace and no prefix',
  'reasonable-body': 'a body of reasonable size and depth',
  'mostly-blank': '<> bytes, most of them white space',
  'root-respon': '(have) the root element "respon"',
  'direct-result': 'the result of a direct payment (2.6)',
  'apm-result': 'the result of an APM payment (2.7)',
  'apm-like': 'issuer_url without any field of a card payment',
  'card-like': 'card payment fields without issuer_url',

  // Cards.
  'own-digits': '(show) the digits of the card that was sent',
  'other-digits': 'other digits',
  'masked-card': 'a masked card number',
  'no-whole-card': '(show) no full card number',
  'in-clear': '<> digits, not masked (shown masked here)',
  'in-clear-of-another': '<> digits, not masked (shown masked here), which another call sent',
  'masked-with': 'masked with {=} instead of asterisks',
  'digits-in-sight': '<> digits in sight at the start and <> at the end, instead of 6 and 4',
  'masked-with-and-in-sight':
    'masked with {=} instead of asterisks, <> digits in sight at the start and <> at the end, instead of 6 and 4',

  // The page of 2.8.
  'one-the-form': '(have) one form named "theForm"',
  'forms-found': '<> of them',
  'checkout-address': 'an address on the checkout path <=>',
  'checkout-post': 'a post on the checkout path <=>',
  'automatic-post': '(have) an automatic post on load',
  'automatic-post-method': '(have) an automatic POST',
  'no-post': 'no post',
  'no-post-without': 'no post, and status {=} for its script <>',
  'still-page': 'a page without a script, a handler and a refresh',
  'method-used': 'a {=} request',
  'browser-failure': '<=>: {=}',
  'hidden-input': 'a hidden input',
  'shown-input': 'an input that is shown',
  'same-signature': 'the signature that encryption_data carries',
  'one-value': '(have) one value in every input of this name',
  'another-one': 'another one',
  'posted-parameter': '(have) a parameter "<>", which is posted',
  input: '(have) an input "<>"',
  'input-for': '(have) an input "<>", as <> was sent',
  'script-dialog': 'the script alert(<>) in it ran and opened a dialog',

  // Notifications.
  notification: '(have) a notification at notify_url before the end of the run',
  'notification-unreachable':
    'nothing from the service in this run, so it may not reach the address; look at notify of the target file',
  'notification-elsewhere': 'one of this payment at another address than the one given ({=})',
  'notification-unknown':
    'none that names this payment, and {=} that name none, so it is not known whose they are',

  // Recorded requests of other clients.
  'readable-body': 'a body that can be read',
  'recipe-signature': "the signature that the target file's recipe makes",

  // The suite itself.
  judgement: 'a judgement',
  'run-judgement': 'a judgement of the run',
} as const;

/** The key of a phrase. */
export type Phrase = keyof typeof phrases;
