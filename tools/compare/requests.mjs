import { request } from 'node:http';

const seed = 7;
const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };
const shapes = ['minimal', 'full', 'unicode', 'long'];

function post(url, headers, body) {
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, headers: {}, text: '' });
    const call = request(
      url,
      { method: 'POST', timeout: 15000, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('error', none);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    call.on('timeout', () => call.destroy());
    call.on('error', none);
    call.end(body);
  });
}

/**
 * Sends the suite's own valid requests, signed: every shape of a payment or payout, batches of 1, 3, the limit and 37
 * of paid orders, searches and the cancellation of a subscription after what they need.
 * `heard` gets each step's name and answer.
 */
export async function sendValid(suite, base, operation, heard) {
  const { operationOf, validRequest, sample, sampleOne, batchOf, defaultContext, signatureOf, encodeForm } =
    suite;
  const party = { merchant_id: defaultContext.merchant_id, account_id: defaultContext.account_id };
  const unsigned = ({ encryption_data: _signature, ...body }) => body;

  async function send(called, body, step) {
    const { path, encoding } = operationOf(called);
    const value = { ...body, encryption_data: signatureOf(body, suite.signing) };
    const text = encoding === 'form' ? encodeForm(value, 'json') : JSON.stringify(value);
    const answer = await post(base + path, { 'content-type': types[encoding] }, text);
    heard(`${called} ${step}`, answer);
    return answer;
  }

  async function pay(count, tag) {
    const paid = [];
    for (const [at, { body }] of sample(
      validRequest('direct-payment', defaultContext, 'minimal'),
      seed,
      count,
    ).entries()) {
      const order = { ...unsigned(body), order_no: `${tag}-${at}`, amount: `${at + 10}.25` };
      const answer = await send('direct-payment', order, `paid ${at}`);
      // Where the tool in between swallowed the answer there is no transaction, and nothing to batch.
      const [, transaction_id] = /<transaction_id>([^<]+)</.exec(answer.text) ?? [];
      if (transaction_id !== undefined)
        paid.push({
          transaction_id,
          order_no: order.order_no,
          currency: order.currency,
          amount: order.amount,
        });
    }
    return paid;
  }

  const made = (shape) => unsigned(sampleOne(validRequest(operation, defaultContext, shape), seed).body);
  const batch = (called, orders, part) =>
    unsigned(batchOf(called, orders, defaultContext, seed, { part }).body);

  const { batch: entries, lists } = operationOf(operation);
  if (entries !== undefined) {
    const orders = await pay(entries.limit, `${operation}-order`);
    for (const count of [1, 3, 37, entries.limit])
      await send(operation, batch(operation, orders.slice(0, count), 0.1), `${count} entries`);
  } else if (lists !== undefined) {
    const orders = await pay(3, `${operation}-found`);
    const featured = unsigned(sampleOne(validRequest('direct-payment', defaultContext, 'full'), seed).body);
    await send('direct-payment', { ...featured, order_no: `${operation}-featured` }, 'featured');
    await send('refund', batch('refund', orders, 0.1), 'before search');
    await send(operation, party, 'search');
  } else if (operation === 'cancel-subscription') {
    const featured = unsigned(sampleOne(validRequest('direct-payment', defaultContext, 'full'), seed).body);
    const { text } = await send('direct-payment', { ...featured, order_no: 'subscribed' }, 'subscribe');
    const [, recurring_id = 'S00000000'] = /<recurring_id>([^<]+)</.exec(text) ?? [];
    const [, contract_name = 'none'] = /<contract_name>([^<]+)</.exec(text) ?? [];
    await send(operation, { ...party, recurring_id, contract_name }, 'cancel');
    await send('query', party, 'search');
  } else for (const shape of shapes) await send(operation, made(shape), shape);
}
