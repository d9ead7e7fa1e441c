import type { FindingValues } from '../../schemas/findings/said.ts';
import { anyEntry } from '../../schemas/json.ts';
import { decode } from '../../schemas/media/decode.ts';
import { isDocumented, operationOf } from '../../schemas/operations.ts';
import type { Finding } from '../../schemas/types.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { bytesOf } from '../redact/answer-text.ts';
import { classOf, isCredentialHeader } from '../redact/classes.ts';

// A masked card number keeps six and four digits; a registered secret becomes a tag, a security code `x` characters.
const mark = /x{3,}|secret-[0-9a-f]/;

/** True if the words of a finding may be masked: it is about a secret, or its text contains a mask. */
export function hasMaskedWords({ path, message, values }: Finding): boolean {
  const names = path.split(/[.[\]]+/);
  return (
    names.some((name) => classOf(name) !== undefined) ||
    mark.test(message) ||
    textsIn(values).some((text) => mark.test(text))
  );
}

function textsIn({ expected, received }: FindingValues): readonly string[] {
  return [...(expected.values ?? []), ...(received.values ?? [])].flatMap((seen) => {
    if (seen.type === 'object') return seen.names;
    return 'value' in seen ? [String(seen.value)] : [];
  });
}

function bodyAt(place: string, { sent, received, page }: EvidenceExchange): string {
  if (place.startsWith('sent.')) return sent.body;
  if (place.startsWith('page.')) return JSON.stringify(page?.posted?.fields ?? []);
  return received.kind === 'answer' ? received.body : '';
}

function isReadable({ operation, received }: EvidenceExchange): boolean {
  if (received.kind !== 'answer' || !isDocumented(operation)) return false;
  const bytes = bytesOf({ text: received.body, ...(received.charset && { charset: received.charset }) });
  return decode(operationOf(operation).answers, bytes, received.headers['content-type']).ok;
}

function showsInHeader(name: string, { received }: EvidenceExchange): boolean {
  const value = received.kind === 'answer' ? received.headers[name] : undefined;
  return value !== undefined && (isCredentialHeader(name) || mark.test(value));
}

/**
 * True if a place that is listed as masked may have been masked: it has the name of a secret, its body contains a mask,
 * or the body has no readable structure with names.
 */
function showsMask(place: string, evidence: EvidenceExchange): boolean {
  const header = /^received\.headers\.(.+)$/.exec(place)?.[1];
  if (header !== undefined) return showsInHeader(header, evidence);
  const names = place
    .split(/[.[\]]+/)
    .slice(2)
    .filter((name) => name !== '');
  if (names.some((name) => classOf(name) !== undefined)) return true;
  if (mark.test(bodyAt(place, evidence))) return true;
  return names.length === 0 && !isReadable(evidence);
}

/** The last name of a path: `amount` for `capture_orders[1].amount`. */
export function lastName(path: string): string {
  return (
    path
      .split(/[.[\]]+/)
      .filter((step) => step !== '')
      .at(-1) ?? ''
  );
}

/** True if a finding at a path may depend on a masked value. */
export function dependsOnMask(path: string, masked: readonly string[]): boolean {
  const pattern = anyEntry(path);
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

/** The places of an exchange with a visible mask. A place that was only added to the list must not hide a deviation. */
export function visibleMasks(evidence: EvidenceExchange): readonly string[] {
  return evidence.masked.filter((place) => showsMask(place, evidence));
}
