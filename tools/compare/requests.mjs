import { request } from 'node:http';

const seed = 7;
const types = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

/** Sends one request; status 0 if no complete answer arrives. */
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

const unsigned = ({ encryption_data: _signature, ...body }) => body;
const elementOf = (text, name) => new RegExp(`<${name}>([^<]+)<`).exec(text)?.[1];

/** A sender of signed requests of the suite; `heard` receives the name of each step and the answer. */
export function openSender(suite, base, heard = () => {}) {
  const { operationOf, validRequest, sample, sampleOne, batchOf, defaultContext } = suite;
  const party = { merchant_id: defaultContext.merchant_id, account_id: defaultContext.account_id };
  const made = (operation, shape) =>
    unsigned(sampleOne(validRequest(operation, defaultContext, shape), seed).body);

  function written(operation, body) {
    const { path, encoding } = operationOf(operation);
    const value = { ...body, encryption_data: suite.signatureOf(body, suite.signing) };
    const text = encoding === 'form' ? suite.encodeForm(value, 'json') : JSON.stringify(value);
    return { path, contentType: types[encoding], value, text };
  }

  async function send(operation, body, step) {
    const { path, contentType, text } = written(operation, body);
    const answer = await post(base + path, { 'content-type': contentType }, text);
    heard(`${operation} ${step}`, answer);
    return answer;
  }

  async function pay(count, tag) {
    const paid = [];
    const drawn = sample(validRequest('direct-payment', defaultContext, 'minimal'), seed, count);
    for (const [at, { body }] of drawn.entries()) {
      const order = { ...unsigned(body), order_no: `${tag}-${at}`, amount: `${at + 10}.25` };
      const { text } = await send('direct-payment', order, `paid ${at}`);
      // If a proxy withheld the answer, there is no transaction for a batch.
      const transaction_id = elementOf(text, 'transaction_id');
      const { order_no, currency, amount } = order;
      if (transaction_id !== undefined) paid.push({ transaction_id, order_no, currency, amount });
    }
    return paid;
  }

  const batch = (operation, orders) =>
    unsigned(batchOf(operation, orders, defaultContext, seed, { part: 0.1 }).body);

  /** Prepares what an operation needs, and returns its valid requests as `[step, body]`. */
  async function rightRequests(operation) {
    const { batch: entries, lists } = operationOf(operation);
    if (entries !== undefined) {
      const orders = await pay(entries.limit, `${operation}-order`);
      return [3, 1, 37, entries.limit].map((count) => [
        `${count} entries`,
        batch(operation, orders.slice(0, count)),
      ]);
    }
    if (lists !== undefined) {
      const orders = await pay(3, `${operation}-found`);
      const featured = { ...made('direct-payment', 'full'), order_no: `${operation}-featured` };
      await send('direct-payment', featured, 'featured');
      await send('refund', batch('refund', orders), 'before search');
      return [['search', party]];
    }
    if (operation === 'cancel-subscription') {
      const { text } = await send(
        'direct-payment',
        { ...made('direct-payment', 'full'), order_no: 'subscribed' },
        'subscribe',
      );
      const recurring_id = elementOf(text, 'recurring_id') ?? 'S00000000';
      const contract_name = elementOf(text, 'contract_name') ?? 'none';
      return [['cancel', { ...party, recurring_id, contract_name }]];
    }
    return ['full', 'minimal', 'unicode', 'long'].map((shape) => [shape, made(operation, shape)]);
  }

  return {
    /** Sends every valid request of an operation: all shapes, batches of 1, 3, 37 and the limit, searches. */
    async sendAll(operation) {
      for (const [step, body] of await rightRequests(operation)) await send(operation, body, step);
    },
    /** Prepares what an operation needs, and returns its first valid request without sending it. */
    async writeOne(operation) {
      const [[, body]] = await rightRequests(operation);
      return written(operation, body);
    },
  };
}
