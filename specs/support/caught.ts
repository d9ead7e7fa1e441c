import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../schemas/types.ts';
import type { Variant } from './variants.ts';

/** Where all workers of a proof see which variants are caught. */
function markOf(out: string, { name }: Variant): string {
  return join(out, 'caught', name.replaceAll('/', '~'));
}

/** Tells whether a finding has already cited the clause that this variant breaks. */
export function isCaught(out: string, variant: Variant): boolean {
  return variant.clause !== undefined && existsSync(markOf(out, variant));
}

/** Remembers a variant as caught when one of the findings cites the clause that it breaks. */
export function rememberCaught(out: string, variant: Variant, findings: readonly Finding[]): void {
  const cites = ({ clause, verdict }: Finding) => clause === variant.clause && verdict !== 'inconclusive';
  if (!findings.some(cites)) return;
  mkdirSync(join(out, 'caught'), { recursive: true });
  writeFileSync(markOf(out, variant), '');
}
