import { createHmac } from 'node:crypto';
import type { Sign } from './sign.ts';
import { signedText } from './signed-text.ts';

/** HMAC-SHA-256 over `name=value` of every field but encryption_data, in ascending order of name, joined by `&`. */
export function hmacSha256(key: string): Sign {
  return (body) => {
    const pairs = Object.keys(body)
      .filter((name) => name !== 'encryption_data')
      .sort()
      .map((name) => `${name}=${signedText(body[name])}`);
    return createHmac('sha256', key).update(pairs.join('&')).digest('hex');
  };
}
