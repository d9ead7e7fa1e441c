import { given } from '../../schemas/given.ts';
import type { BodyStyle } from '../../schemas/media/body-style.ts';
import { encodeForm } from '../../schemas/media/form.ts';
import { encodeJson } from '../../schemas/media/json.ts';
import { encodeXml } from '../../schemas/media/xml.ts';
import { isDocumented, operationOf, typeOfEncoding } from '../../schemas/operations.ts';
import type { Encoding, JsonObject, OperationId } from '../../schemas/types.ts';
import type { RequestLayout } from '../file/target-file.ts';
import type { Target } from '../target.ts';

/** A request body on the wire. */
export interface EncodedBody {
  readonly body: string;
  readonly encoding: Encoding;
  readonly contentType: string;
}

interface Chosen {
  readonly encoding?: Encoding | undefined;
  readonly contentType?: string | undefined;
  readonly style?: BodyStyle | undefined;
}

/** Writes a request body as the target says, else as the suite does; a choice for one request goes before both. */
export function encodeRequest(
  operation: OperationId,
  value: JsonObject,
  { encodings }: Pick<Target, 'encodings'>,
  chosen: Chosen = {},
): EncodedBody {
  const wanted: RequestLayout = encodings[operation] ?? {
    encoding: isDocumented(operation) ? operationOf(operation).encoding : 'json',
  };
  const encoding = chosen.encoding ?? wanted.encoding;
  // The target's Content-Type belongs to the target's encoding.
  const usual =
    encoding === wanted.encoding
      ? (wanted.contentType ?? typeOfEncoding[encoding])
      : typeOfEncoding[encoding];
  return {
    body: bodyOf(value, encoding, wanted, chosen.style),
    encoding,
    contentType: chosen.contentType ?? usual,
  };
}

function bodyOf(value: JsonObject, encoding: Encoding, layout: RequestLayout, style: BodyStyle = {}): string {
  switch (encoding) {
    case 'json':
      return encodeJson(value, style.json);
    case 'form':
      return encodeForm(value, layout.nested ?? 'json', style.form);
    case 'xml':
      // Neither root nor layout of an XML request is shown (4.3, 4.8); "request" is as good as any until the target names one.
      return encodeXml(value, {
        ...style.xml,
        root: layout.xmlRoot ?? 'request',
        ...given({ entries: layout.xmlEntries }),
      });
  }
}
