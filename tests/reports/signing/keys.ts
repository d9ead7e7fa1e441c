import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/** A new Ed25519 pair as PEM. */
export function keyPair(): { readonly secret: string; readonly open: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    open: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Writes a new pair as `NAME.key.pem`, for its owner alone, and `NAME.pub.pem`. */
export function writeKeys(name: string): void {
  const { secret, open } = keyPair();
  writeFileSync(`${name}.key.pem`, secret, { mode: 0o600 });
  writeFileSync(`${name}.pub.pem`, open);
}
