import type { EvidenceExchange } from '../evidence/lines.ts';
import { showsMask } from './masked-places.ts';

/** The last name of a path: `amount` of `capture_orders[1].amount`. */
export function lastName(path: string): string {
  return (
    path
      .split(/[.[\]]+/)
      .filter((step) => step !== '')
      .at(-1) ?? ''
  );
}

/** Tells whether a finding at a path rests on something that was masked. */
export function restsOnMask(path: string, masked: readonly string[]): boolean {
  const pattern = path.replaceAll(/\[\d+\]/g, '[]');
  return masked.some((place) => {
    if (place.startsWith('received.headers.')) return place === `received.${path}`;
    const inside = /^(?:sent|received|page)\.(?:body|posted)\.(.+)$/.exec(place)?.[1];
    if (inside === undefined) return place.endsWith('.body');
    if (pattern === '') return false;
    return (
      lastName(inside) === lastName(pattern) ||
      inside.startsWith(`${pattern}.`) ||
      pattern.startsWith(`${inside}.`)
    );
  });
}

/** The places of an exchange where a mask is seen; one that was only added to the list must not hide a deviation. */
export function shownMasks(evidence: EvidenceExchange): readonly string[] {
  return evidence.masked.filter((place) => showsMask(place, evidence));
}
