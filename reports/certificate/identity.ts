import type { Statement } from '../statement/format.ts';
import { isPartly } from '../statement/result-words.ts';
import { results } from './words.ts';

/** What stands where nothing was stated. */
export const notStated = 'not stated';

/** Some facts in one line, or the words that none was stated. */
export function stated(facts: readonly (string | undefined)[]): string {
  const known = facts.filter((fact) => fact !== undefined && fact.trim() !== '');
  return known.length === 0 ? notStated : known.join(', ');
}

/** The number of a certificate: the first sixteen digits of the digest of its evidence, in groups. */
export function certificateNumber({ evidenceSha256 }: Pick<Statement, 'evidenceSha256'>): string {
  if (evidenceSha256 === undefined) return 'none';
  return (evidenceSha256.slice(0, 16).toUpperCase().match(/.{4}/g) ?? []).join('-');
}

/** The result of a statement in words, with what makes it less than a certificate. */
export function verdictWords({ result, partial }: Pick<Statement, 'result' | 'partial'>): string {
  return `${results[result].headline}${isPartly(result, partial) ? ' (partial)' : ''}`;
}
