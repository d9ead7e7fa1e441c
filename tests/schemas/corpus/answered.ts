import { encodeXml } from '../../../schemas/media/xml-write.ts';
import { operationOf } from '../../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../../schemas/types.ts';
import { exchangeOf } from '../exchange-of.ts';
import { answers } from './answers.ts';
import type { Deviation } from './deviation.ts';
import { type Place, withValue } from './edit.ts';
import { requests } from './requests.ts';

/** An operation whose answer is a JSON or XML value. */
export type Decodable = Exclude<DocumentedOperationId, 'redirect-payment'>;

/** A deviating answer in the medium of its operation. */
export function answered(
  clause: string,
  title: string,
  operation: Decodable,
  answer: JsonValue,
  request: JsonValue = requests[operation],
): Deviation {
  const body =
    operationOf(operation).answers === 'xml' ? encodeXml(answer, { root: 'respon' }) : (answer as JsonObject);
  return { clause, title: `${operation} ${title}`, exchange: exchangeOf(operation, request, body) };
}

/** The conforming answer with another value at one place. */
export function differing(
  clause: string,
  operation: Decodable,
  place: Place,
  value: JsonValue,
  request: JsonValue = requests[operation],
): Deviation {
  return answered(
    clause,
    `has ${place.join('.')} ${JSON.stringify(value)}`,
    operation,
    withValue(answers[operation], place, value),
    request,
  );
}
