import type { TestInfo } from '@playwright/test';
import type { EvidenceExchange } from './evidence/lines.ts';

/** Attaches a masked exchange to a test. */
export async function attachExchange(info: TestInfo, exchange: EvidenceExchange): Promise<void> {
  await info.attach(`exchange ${exchange.id}`, {
    body: JSON.stringify(exchange),
    contentType: 'application/json',
  });
}
