import type { JsonValue } from '../../schemas/types.ts';
import type { EvidenceRequest } from './lines.ts';

const texts = new WeakMap<object, string>();

/** Gives a request the value that a JSON text says; it is read when somebody asks for it, which few do. */
export function withValue<Request extends object>(
  request: Request,
  text: string,
): Request & { readonly value: JsonValue } {
  let known: { readonly value: JsonValue } | undefined;
  const get = () => {
    known ??= { value: JSON.parse(text) };
    return known.value;
  };
  Object.defineProperty(request, 'value', { get, enumerable: true });
  texts.set(request, text);
  return request as Request & { readonly value: JsonValue };
}

/** The JSON text of the value of a request. */
export function valueTextOf(request: EvidenceRequest): string {
  return texts.get(request) ?? JSON.stringify(request.value);
}
