import type { JsonValue } from '../../schemas/types.ts';
import type { EvidenceRequest } from './lines.ts';

const texts = new WeakMap<EvidenceRequest, string>();

/** The parts of a request that stand before and behind its value where evidence writes it. */
export interface AroundValue {
  readonly before: Pick<EvidenceRequest, 'method' | 'url' | 'path' | 'headers' | 'body'>;
  readonly behind: Pick<EvidenceRequest, 'shortened' | 'encoding' | 'signed' | 'intent'>;
}

/** A request whose value is known as its JSON text: it is read when somebody asks, which few do. */
export function requestOf({ before, behind }: AroundValue, text: string): EvidenceRequest {
  let known: { readonly value: JsonValue } | undefined;
  const request = {
    ...before,
    get value() {
      known ??= { value: JSON.parse(text) };
      return known.value;
    },
    ...behind,
  };
  texts.set(request, text);
  return request;
}

/** The JSON text of the value of a request. */
export function valueTextOf(request: EvidenceRequest): string {
  return texts.get(request) ?? JSON.stringify(request.value);
}
