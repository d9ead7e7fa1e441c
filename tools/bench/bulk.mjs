import { openTransport } from '../../dist/modules/targets/transport/client.js';
import { openBareHttp } from './bare-client.mjs';
import { withEndpoint } from './endpoint.mjs';
import { collectGarbage, cpuOf, figure, inParallel, inTurn, median } from './measure.mjs';
import { measureParts } from './parts.mjs';
import { openWholeClient } from './whole-client.mjs';

const width = 8;
const warming = 20;
const route = { tls: { verify: true } };

const openings = {
  http: () => openBareHttp(width),
  bulk: () => openTransport(route),
};

/** CPU milliseconds per exchange of a transport that only sends the requests of the full client. */
async function plain(kind, numbers, open) {
  return withEndpoint(async ({ url }) => {
    const { send, close } = await open();
    const client = await openWholeClient(url, send, kind);
    const wires = numbers.map(client.wireOf);
    await inParallel(wires.slice(0, warming), width, send);
    collectGarbage();
    const ms = await cpuOf(() => inParallel(wires.slice(warming), width, send));
    client.close();
    await close();
    return ms / (numbers.length - warming);
  });
}

/** CPU milliseconds per exchange to generate, sign, send, judge, mask and record it. */
async function whole(kind, numbers, open) {
  return withEndpoint(async ({ url }) => {
    const { send, close } = await open();
    const client = await openWholeClient(url, send, kind);
    await inParallel(numbers.slice(0, warming), width, client.exchange);
    collectGarbage();
    const ms = await cpuOf(() => inParallel(numbers.slice(warming), width, client.exchange));
    client.endEvidence();
    client.close();
    await close();
    return ms / (numbers.length - warming);
  });
}

/** The variants measured in every round, each with a new endpoint. */
const variants = {
  http: (kind, numbers) => plain(kind, numbers, openings.http),
  bulk: (kind, numbers) => plain(kind, numbers, openings.bulk),
  overBulk: (kind, numbers) => whole(kind, numbers, openings.bulk),
};

/** The cost of every variant in every round; the first round is a warm-up. */
async function costsOf(kind, exchanges, rounds) {
  const costs = [];
  for (let round = 0; round <= rounds; round += 1) {
    const numbers = Array.from({ length: exchanges + warming }, (_, at) => round * 100_000 + at);
    const cost = {};
    for (const name of inTurn(Object.keys(variants), round)) cost[name] = await variants[name](kind, numbers);
    if (round > 0) costs.push(cost);
  }
  return costs;
}

async function figuresOf(kind, exchanges, rounds) {
  const costs = await costsOf(kind, exchanges, rounds);
  const ratios = (of, to) => costs.map((cost) => cost[of] / cost[to]);
  const of = (name) => median(costs.map((cost) => cost[name]));
  const both = (one, other) => ({ unit: 'x', note: `${of(one).toFixed(3)} and ${of(other).toFixed(3)} ms` });
  const { parts, ms } = await measureParts((act) =>
    withEndpoint(async ({ url }) => {
      const { send, close } = openings.bulk();
      const client = await openWholeClient(url, send, kind);
      const numbers = Array.from({ length: exchanges }, (_, at) => 9_000_000 + at);
      await inParallel(numbers.slice(0, warming), width, client.exchange);
      const measured = numbers.slice(warming);
      await act(() => inParallel(measured, width, client.exchange));
      client.endEvidence();
      client.close();
      await close();
      return measured.length;
    }),
  );
  const named = parts
    .filter(({ name }) => name !== 'not told apart')
    .reduce((sum, { share }) => sum + share, 0);
  return [
    figure(`${kind}: whole client in bulk / bare node:http`, ratios('overBulk', 'http'), {
      ...both('overBulk', 'http'),
      atMost: 4,
    }),
    figure(`${kind}: transport for bulk / bare node:http`, ratios('bulk', 'http'), both('bulk', 'http')),
    ...parts.map(({ name, share }) =>
      figure(`${kind}: ${name}`, share * 100, { unit: '%', note: `${(share * ms * 1000).toFixed(0)} us` }),
    ),
    figure(`${kind}: parts that have a name, of all`, named * 100, { unit: '%', atLeast: 80 }),
    figure(`${kind}: the whole while its parts are told apart / by itself`, ms / of('overBulk'), {
      unit: 'x',
      atLeast: 0.7,
      atMost: 1.4,
    }),
  ];
}

/** CPU per exchange of the full client, as ratios to bare clients that send the same bodies, and its parts. */
export async function measureBulk({ exchanges = 300, rounds = 3 } = {}) {
  return [
    ...(await figuresOf('payment', exchanges, rounds)),
    ...(await figuresOf('batch of 50', Math.ceil(exchanges / 2), rounds)),
  ];
}
