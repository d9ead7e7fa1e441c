import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type { Finding, JudgedExchange } from '../../schemas/types.ts';
import type { Variant } from './variants.ts';

/** What a test met of a variant so far. */
export interface Met {
  readonly exchanges: readonly JudgedExchange[];
  readonly findings: readonly Finding[];
}

/** Where all workers of a proof see which variants are caught. */
function markOf(out: string, { name }: Variant): string {
  return join(out, 'caught', name.replaceAll('/', '~'));
}

/** Tells whether a finding of another test has already caught this variant. */
export function isCaught(out: string, variant: Variant): boolean {
  return variant.clause !== undefined && existsSync(markOf(out, variant));
}

// A milder verdict than the fault deserves does not catch it, and one about a value has to name field and class.
function catching({ clause, verdict, carries }: Variant, { exchanges, findings }: Met): readonly Finding[] {
  const cited = findings.filter(
    (one) =>
      one.clause === clause && (verdict === 'fail' ? one.verdict === 'fail' : one.verdict !== 'inconclusive'),
  );
  if (carries === undefined || cited.length === 0) return cited;
  const { field, class: kind } = carries;
  const named = exchanges.filter(({ exchange: { origin } }) => {
    const { carries: one } = origin;
    return one !== undefined && one.field === field && one.class === kind;
  });
  const ids = new Set(named.map(({ exchange }) => exchange.id));
  return cited.filter(({ exchange }) => ids.has(exchange));
}

/** Remembers a variant as caught when one of the findings cites the clause that it breaks. */
export function rememberCaught(out: string, variant: Variant, met: Met): void {
  if (catching(variant, met).length === 0) return;
  mkdirSync(join(out, 'caught'), { recursive: true });
  writeFileSync(markOf(out, variant), '');
}

/** Tells whether nothing that a test may still send can tell more of a variant: what the run finds of a search it may take back. */
export function isCaughtForGood(variant: Variant, met: Met): boolean {
  if (variant.clause === undefined) return false;
  return catching(variant, met).some(
    ({ operation }) => !isDocumented(operation) || operationOf(operation).lists === undefined,
  );
}
