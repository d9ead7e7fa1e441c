import { encodingOfType, isDocumented, operationOf, typeOfEncoding } from '../../schemas/operations.ts';
import type { Departure, Encoding, JsonObject, JsonValue, OperationId } from '../../schemas/types.ts';
import type { RequestLayout } from '../file/target-file.ts';
import type { Target } from '../target.ts';
import type { Signer } from './signing.ts';

/** A request as far as its caller and its body type go. */
interface Asked {
  readonly operation: OperationId;
  readonly value: JsonValue;
  readonly encoding: Encoding;
  /** Content-Type; undefined where nobody saw it. */
  readonly contentType: string | undefined;
  readonly signature: SignatureState;
}

/** Whether encryption_data is what the merchant would send; unknown to whoever has no key. */
export type SignatureState = 'right' | 'wrong' | 'unknown';

/** What is known of the merchant and of the service beside the document. */
interface Known {
  readonly merchant?: Target['merchant'] | undefined;
  readonly encodings?: Target['encodings'] | undefined;
}

/** What a request does that the document does not allow and that no schema can see. */
export function departuresOf(asked: Asked, { merchant, encodings }: Known): readonly Departure[] {
  const found: Departure[] = [];
  if (asked.signature === 'wrong') found.push('signature');
  if (merchant !== undefined && isStranger(asked.value, merchant)) found.push('party');
  if (!isKnownType(asked, encodings?.[asked.operation])) found.push('body-type');
  return found;
}

/** Compares encryption_data with what a merchant's signer makes of the rest of a body. */
export function signatureState(value: JsonObject, operation: OperationId, signer: Signer): SignatureState {
  const { encryption_data: sent, ...unsigned } = value;
  if (typeof sent !== 'string') return 'unknown';
  return sent === signer.sign(unsigned, operation) ? 'right' : 'wrong';
}

/** Tells a request in the name of another merchant or account than the target names. */
export function isStranger(value: JsonValue, merchant: Target['merchant']): boolean {
  const { merchant_id, account_id } = (value ?? {}) as JsonObject;
  const isOther = (name: JsonValue | undefined, own: readonly (string | undefined)[]) =>
    typeof name === 'string' && !own.includes(name);
  return (
    isOther(merchant_id, [merchant.merchant_id]) ||
    isOther(account_id, [merchant.account_id, merchant.otherAccountId])
  );
}

/**
 * Section 4: the declared type and the header of the sample commands contradict each other (C-01, C-05). A target file says
 * which one its service takes; without one either may be sent, and the body that is declared as XML may be one object.
 */
function isKnownType(
  { operation, encoding, contentType }: Asked,
  layout: RequestLayout | undefined,
): boolean {
  if (!isDocumented(operation)) return true;
  const { declares, encoding: usual } = operationOf(operation);
  const declared = declares === undefined ? undefined : encodingOfType[declares];
  const encodings = [layout?.encoding ?? usual, ...(layout === undefined ? [declared] : [])];
  if (declares !== undefined && !encodings.includes(encoding)) return false;
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  if (type === undefined || type === '') return true;
  return [
    typeOfEncoding[encoding],
    layout?.contentType?.split(';')[0]?.trim().toLowerCase(),
    // That of the samples.
    typeOfEncoding.form,
  ].includes(type);
}
