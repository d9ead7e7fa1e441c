import type { Medium } from '../types.ts';
import { squeezeBlanks } from './blanks.ts';
import type { Decoded } from './decoded.ts';
import { decodeHtml } from './html.ts';
import { decodeJson } from './json.ts';
import { decodeXmlAnswer } from './xml.ts';

const decoders = { json: decodeJson, xml: decodeXmlAnswer, html: decodeHtml } as const satisfies Record<
  Medium,
  (bytes: Uint8Array, contentType?: string) => Decoded
>;

/** Decodes an answer body in the documented format; the Content-Type only helps to find the charset. */
export function decode(medium: Medium, bytes: Uint8Array, contentType?: string): Decoded {
  return decoders[medium](squeezeBlanks(bytes).body, contentType);
}
