import { createHash } from 'node:crypto';
import type { Sign } from './sign.ts';
import { signedText } from './signed-text.ts';

/** SHA-256 of the named fields, joined in the given order without a separator, followed by the key; absent fields count as nothing. */
export function sha256Concat(fields: readonly string[], key: string): Sign {
  return (body) => {
    const joined = fields
      .map((name) => signedText(Object.hasOwn(body, name) ? body[name] : undefined))
      .join('');
    return createHash('sha256')
      .update(joined + key)
      .digest('hex');
  };
}
