import { test } from '@playwright/test';
import { appraise } from '../../generators/appraise.ts';
import { controlOf } from '../../generators/base.ts';
import { boundaryChanges } from '../../generators/boundaries.ts';
import { ordersNeeded, type PaidOrder } from '../../generators/orders.ts';
import { deriveSeed } from '../../generators/seed.ts';
import { selectCases } from '../../generators/select.ts';
import { certificationRuns } from '../../schemas/certification.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import type { Twins } from './note-twin.ts';
import { untilDecided, withRetries } from './retries.ts';
import type { Service } from './service.ts';

/** Greater than the attempts at one request, so that each control has its own orders and numbers. */
const roundLength = 100;

/**
 * Sends boundary values of an operation, as many as the size of the run asks for; a usual run covers every field and
 * every kind of change. The judge fails a crash and records each answer; a case that must be refused is judged against
 * its unchanged control.
 */
export async function probeBoundaries(
  service: Service,
  operation: DocumentedOperationId,
  orders: readonly PaidOrder[] = [],
): Promise<void> {
  const { seed } = service;
  const context = service.plain(operation);
  const allowed = boundaryChanges(operation, context, seed, { orders }).filter(({ body }) =>
    service.allows(operation, body),
  );
  // Only selected cases are appraised: thousands are listed, and each appraisal costs a check.
  const cases = selectCases(
    allowed,
    (enough) => Math.ceil((enough * service.runs) / certificationRuns),
    seed,
  ).map(appraise);
  // A further attempt after "too soon" uses its own orders and numbers.
  const others = async (attempt: number) => ({
    seed: deriveSeed(seed, `attempt ${attempt}`),
    orders: orders.length === 0 ? [] : await service.pay(orders.length, operation),
  });
  await test.step('boundaries', async () => {
    const sendControl = (first: number) =>
      untilDecided(async (attempt) => {
        const own = first + attempt === 0 ? { seed, orders } : await others(first + attempt);
        const body = controlOf(operation, context, own.seed, own);
        return service.send(operation, body, { asGenerated: true });
      });
    const control = await sendControl(0);
    const twins: Twins['probes'][number][] = [];
    let round = 0;
    const probes = await service.sendAll(operation, cases, { asGenerated: true });
    // Without an accepted control, a refusal shows nothing; the authentication specs make their own controls.
    if (control.judgement.outcome !== 'accepted') return;
    for (const [at, { expectation, clause, name }] of cases.entries()) {
      const sent = probes[at];
      if (sent === undefined || clause === undefined || expectation !== 'refused') continue;
      const probe = await withRetries(async (attempt) => {
        if (attempt === 0) return sent;
        const own = await others(attempt);
        const made = boundaryChanges(operation, context, own.seed, own).find((one) => one.name === name);
        return made === undefined ? sent : service.send(operation, appraise(made), { asGenerated: true });
      });
      twins.push({ clause, probe, wants: 'refusal' });
    }
    const again = () => {
      round += 1;
      return sendControl(round * roundLength);
    };
    await service.twins({ control, probes: twins, again });
  });
}

/** How many payments the boundary cases of a batch operation need. */
export function boundaryOrders(service: Service, operation: DocumentedOperationId): number {
  return ordersNeeded(controlOf(operation, service.context, service.seed));
}
