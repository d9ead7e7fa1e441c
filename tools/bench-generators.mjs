// Measures generated requests per second per operation, and the time for a made-up person. Needs the suite in dist/.

import { fileURLToPath } from 'node:url';

const longMs = 300;

/** Milliseconds per call, the best of three rounds of at least `minimumMs`, because other work only adds time. */
function measure(act, minimumMs) {
  const rounds = Array.from({ length: 3 }, () => {
    let calls = 0;
    const start = performance.now();
    for (; performance.now() - start < minimumMs; calls += 1) act(calls);
    return (performance.now() - start) / calls;
  });
  return Math.min(...rounds);
}

/**
 * Measures the cost of generating with the compiled generators in `dist`.
 * @returns {Promise<{ rows: { operation: string, shape: string, msPerRequest: number, perSecond: number }[],
 *   personMs: number, batchMs: number, paymentMs: number }>}
 */
export async function measureGenerators(
  dist = new URL('../dist/modules/', import.meta.url),
  minimumMs = longMs,
) {
  const load = (file) => import(new URL(`generators/${file}.js`, dist).href);
  const [
    { validRequest },
    { sample },
    { defaultContext },
    { personaOf },
    { documentedOperations },
    { batchOf, unknownOrders },
  ] = await Promise.all(
    ['valid', 'seed', 'context', 'values/persona', '../schemas/operations', 'orders'].map(load),
  );
  const drawn = 20;
  const rows = documentedOperations.flatMap(({ id: operation }) =>
    ['any', 'full'].map((shape) => {
      const arbitrary = validRequest(operation, defaultContext, shape);
      const msPerRequest = measure((seed) => sample(arbitrary, seed, drawn), minimumMs) / drawn;
      return { operation, shape, msPerRequest, perSecond: 1000 / msPerRequest };
    }),
  );
  const orders = unknownOrders(50, 1);
  return {
    rows,
    personMs: measure((number) => personaOf(number), minimumMs),
    batchMs: measure((seed) => batchOf('refund', orders, defaultContext, seed), minimumMs),
    paymentMs: rows.find(({ operation, shape }) => operation === 'direct-payment' && shape === 'full')
      .msPerRequest,
  };
}

/** Prints the measurements with the two goals: 5 ms for a 50-entry refund batch, 3 ms for a full payment. */
function printGenerators({ rows, personMs, batchMs, paymentMs }) {
  console.log('generated requests             shape   per second   ms each');
  for (const { operation, shape, msPerRequest, perSecond } of rows) {
    const figures = [perSecond.toFixed(0).padStart(10), msPerRequest.toFixed(3).padStart(9)];
    console.log(`${operation.padEnd(30)} ${shape.padEnd(6)} ${figures.join('   ')}`);
  }
  console.log(`a made-up person       ${personMs.toFixed(2)} ms`);
  console.log(`50-entry refund batch  ${batchMs.toFixed(2)} ms (goal: under 5)`);
  console.log(`payment, all fields    ${paymentMs.toFixed(2)} ms (goal: under 3)`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dist = process.argv[2] === undefined ? undefined : new URL(`file://${process.argv[2]}/`);
  printGenerators(await measureGenerators(dist));
}
