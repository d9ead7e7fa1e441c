import type { RequestCase } from '../../generators/request.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { test } from './test.ts';
import type { Service } from './service.ts';

/** Sends every case; the judge sees to it that none ends in a crash, and records how each is answered. */
export async function probeAll(
  service: Service,
  operation: DocumentedOperationId,
  cases: readonly RequestCase[],
): Promise<void> {
  await test.step('boundaries', () => service.sendAll(operation, cases, { asGenerated: true }));
}
