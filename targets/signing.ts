import type { JsonObject, OperationId } from '../schemas/types.ts';
import { ConfigurationError } from './configuration-error.ts';
import { fixed } from './signing/fixed.ts';
import { hmacSha256 } from './signing/hmac-sha256.ts';
import { signingModule } from './signing/module.ts';
import { none } from './signing/none.ts';
import { sha256Concat } from './signing/sha256-concat.ts';
import type { Sign } from './signing/sign.ts';
import type { ShownValue, Signing, Target } from './target.ts';

/** Makes encryption_data. */
export interface Signer {
  /** True when what it makes counts as a signature: it knows a key, or requests with it have been accepted. */
  readonly armed: boolean;
  sign(body: JsonObject, operation: OperationId): string;
}

/**
 * Makes the signer that a target names. The document shows neither the algorithm nor the fields nor the key of
 * encryption_data (5.5), so every recipe is the target's statement, not the document's. Throws `ConfigurationError`
 * when the key or the module is missing.
 */
export async function createSigner({ signing }: Pick<Target, 'signing'>): Promise<Signer> {
  const sign = await recipeOf(signing);
  const armed = signing.recipe !== 'none' && signing.recipe !== 'fixed';
  const written: Sign = signing.uppercase ? (body, operation) => sign(body, operation).toUpperCase() : sign;
  return { armed, sign: written };
}

function recipeOf(signing: Signing): Sign | Promise<Sign> {
  switch (signing.recipe) {
    case 'none':
      return none;
    case 'fixed':
      return fixed(required(signing.key, 'signing.value').reveal());
    case 'sha256-concat':
      return sha256Concat(signing.fields, required(signing.key, 'signing.key').reveal());
    case 'hmac-sha256':
      return hmacSha256(required(signing.key, 'signing.key').reveal());
    case 'module':
      return signingModule(required(signing.module, 'signing.module'));
  }
}

function required<Value extends string | ShownValue>(value: Value | undefined, key: string): Value {
  if (value === undefined) throw new ConfigurationError(`"${key}" is missing for this recipe.`);
  return value;
}
