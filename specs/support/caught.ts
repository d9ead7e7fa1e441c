import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClauseId, Finding } from '../../schemas/types.ts';
import { readVariants, type Variant } from './variants.ts';

const variantNamed = new Map(readVariants().map((variant) => [variant.name, variant]));

/** Where all workers of a proof see which variants are caught. */
function markOf(out: string, { name }: Variant): string {
  return join(out, 'caught', name.replaceAll('/', '~'));
}

/** Tells whether a finding has already cited the clause that this variant breaks. */
export function isCaught(out: string, name: string | undefined): boolean {
  const variant = variantNamed.get(name ?? '');
  return variant?.clause !== undefined && existsSync(markOf(out, variant));
}

/** Remembers a variant as caught when one of the findings cites the clause that it breaks. */
export function rememberCaught(
  out: string,
  name: string | undefined,
  findings: readonly Pick<Finding, 'clause'>[],
): void {
  const variant = variantNamed.get(name ?? '');
  const aimed: ClauseId | undefined = variant?.clause;
  if (variant === undefined || aimed === undefined || !findings.some(({ clause }) => clause === aimed))
    return;
  mkdirSync(join(out, 'caught'), { recursive: true });
  writeFileSync(markOf(out, variant), '');
}
