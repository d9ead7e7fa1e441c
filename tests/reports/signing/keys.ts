import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';

/** A new Ed25519 pair. */
export function keyPair(): { readonly secret: KeyObject; readonly open: KeyObject } {
  const { privateKey: secret, publicKey: open } = generateKeyPairSync('ed25519');
  return { secret, open };
}

/** A private key as PEM. */
export function pemOf(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

/** Writes a new pair as `NAME.key.pem`, for its owner alone, and `NAME.pub.pem`. */
export function writeKeys(name: string): void {
  const { secret, open } = keyPair();
  writeFileSync(`${name}.key.pem`, pemOf(secret), { mode: 0o600 });
  writeFileSync(`${name}.pub.pem`, open.export({ type: 'spki', format: 'pem' }));
}
