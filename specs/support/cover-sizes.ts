import { batchOf, unknownOrders } from '../../generators/orders.ts';
import type { RequestCase } from '../../generators/request.ts';
import { operationOf } from '../../schemas/operations.ts';
import { classOfSize } from '../../schemas/sent.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../schemas/types.ts';
import { anew, cameTooSoon } from './anew.ts';
import { startCoverage } from './coverage.ts';
import type { Harness } from './harness.ts';
import type { Service } from './service.ts';
import { troublesOf } from './trouble.ts';

/** Batches that are sent before what came of them is noted. */
const atOnce = 10;

/** Most sizes that are sent once more, so that what they meet is told with the size. */
const mostNamed = 3;

interface Sized {
  readonly pair: { readonly field: string; readonly class: string };
  readonly made: RequestCase;
}

/** Sends a batch of each size from one entry to the limit, over orders that nobody has, and notes what became of it. */
export async function coverSizes(
  service: Service,
  { evidence, settings }: Harness,
  operation: DocumentedOperationId,
): Promise<void> {
  const { batch } = operationOf(operation);
  if (batch === undefined) return;
  const orders = unknownOrders(batch.limit, service.seed, service.context);
  const sizes = orders.map(
    (_order, at): Sized => ({
      pair: { field: batch.field, class: classOfSize(at + 1) },
      made: batchOf(operation, orders.slice(0, at + 1), service.context, service.seed),
    }),
  );
  const coverage = startCoverage(
    operation,
    sizes.map(({ pair }) => pair),
  );
  let control: JudgedExchange | undefined;
  let named = 0;
  const note = async ({ pair, made }: Sized, judged: JudgedExchange, plain: JudgedExchange) => {
    const [trouble] = troublesOf(judged, plain);
    const isAlike = judged.judgement.outcome === plain.judgement.outcome;
    coverage.note([pair], trouble?.outcome ?? (isAlike ? 'accepted' : 'unclear'));
    if (trouble !== undefined && named++ < mostNamed)
      await service.send(operation, made, { caseName: pair.class, carries: pair });
  };
  try {
    for (let start = 0; start < sizes.length; start += atOnce) {
      const some = sizes.slice(start, start + atOnce);
      const first = await service.sendAll(
        operation,
        some.map(({ made }) => made),
      );
      const judged: JudgedExchange[] = [];
      for (const [at, one] of first.entries()) {
        const made = some[at]?.made;
        // Orders that nobody has can be named again.
        const again = made !== undefined && cameTooSoon(one);
        judged.push(again ? await anew(() => service.send(operation, made)) : one);
      }
      control ??= judged[0];
      for (const [at, one] of judged.entries()) {
        const sized = some[at];
        if (sized !== undefined) await note(sized, one, control ?? one);
      }
    }
    const [smallest] = sizes;
    if (smallest !== undefined && settings.variants === undefined)
      await coverage.settle(() => anew(() => service.send(operation, smallest.made)));
  } finally {
    if (control !== undefined && settings.variants === undefined) {
      const { origin } = control.exchange;
      evidence.note({ kind: 'sent', origin, ...coverage.row('the test ended before') });
    }
  }
}
