import { practiceKey } from '../../dist/modules/cli/embedded.js';
import { defaultContext } from '../../dist/modules/generators/context.js';
import { batchOf, unknownOrders } from '../../dist/modules/generators/orders.js';
import { sample } from '../../dist/modules/generators/seed.js';
import { validRequest } from '../../dist/modules/generators/valid.js';
import { createSigner } from '../../dist/modules/targets/sending/signing.js';
import { readSettings } from '../../dist/modules/targets/settings.js';
import { openBareHttp } from './bare-client.mjs';
import { withEndpoint } from './endpoint.mjs';
import { figure, inParallel, wallOf } from './measure.mjs';

const width = 8;

async function signedBodies() {
  process.env.CONFORMANCE_MOCK_KEY = practiceKey;
  const { target } = readSettings({
    CONFORMANCE_MOCK_KEY: practiceKey,
    CONFORMANCE_EMBEDDED_URL: 'http://127.0.0.1',
  });
  const signer = await createSigner(target);
  const sign = (body, operation) =>
    JSON.stringify({ ...body, encryption_data: signer.sign(body, operation) });
  const [payment] = sample(validRequest('direct-payment', defaultContext, 'minimal'), 1, 1);
  return {
    payment: (number) => sign({ ...payment.body, order_no: `load-${number}` }, 'direct-payment'),
    batch: (number) =>
      sign(batchOf('refund', unknownOrders(50, number), defaultContext, number).body, 'refund'),
  };
}

function sender(url, { send }) {
  return (path, body) =>
    send({ method: 'POST', url: url + path, headers: { 'content-type': 'application/json' }, body });
}

async function throughput(bodies, bare) {
  const batches = Array.from({ length: 300 }, (_, number) => bodies.batch(number));
  return withEndpoint(async (endpoint) => {
    const send = sender(endpoint.url, bare);
    await inParallel(batches.slice(0, 50), width, (body) => send('/v1/refund', body));
    const before = await endpoint.look();
    const timed = batches.slice(50);
    const ms = await wallOf(() => inParallel(timed, width, (body) => send('/v1/refund', body)));
    const after = await endpoint.look();
    return { perSecond: (timed.length / ms) * 1000, cpuMs: (after.cpuMs - before.cpuMs) / timed.length };
  });
}

// Mainly payments, because the endpoint stores them; every tenth request is a batch, for refunds.
async function memory(requests, bodies, bare) {
  const numbers = Array.from({ length: requests }, (_, number) => number);
  const quarter = Math.floor(requests / 4);
  return withEndpoint(async (endpoint) => {
    const send = sender(endpoint.url, bare);
    const heaps = [];
    for (let part = 0; part < 4; part += 1) {
      await inParallel(numbers.slice(part * quarter, (part + 1) * quarter), width, (number) =>
        number % 10 === 0
          ? send('/v1/refund', bodies.batch(number))
          : send('/v1/authorise', bodies.payment(number)),
      );
      heaps.push((await endpoint.look()).heapUsed / 1e6);
    }
    return heaps;
  });
}

/** Throughput of 50-entry refunds, and whether the memory of the endpoint stays constant over many requests. */
export async function measureEndpoint({ requests }) {
  const bodies = await signedBodies();
  const bare = openBareHttp(width);
  try {
    const { perSecond, cpuMs } = await throughput(bodies, bare);
    const heaps = await memory(requests, bodies, bare);
    return [
      figure('endpoint: 50-entry refunds per second', perSecond, {
        unit: '/s',
        note: `${cpuMs.toFixed(2)} ms of its CPU each`,
      }),
      figure(`endpoint: heap after ${requests} requests / after half of them`, heaps[3] / heaps[1], {
        unit: 'x',
        atMost: 1.1,
        note: `${heaps.map((heap) => heap.toFixed(0)).join(', ')} MB after each quarter`,
      }),
    ];
  } finally {
    bare.close();
  }
}
