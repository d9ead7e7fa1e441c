import { createHash } from 'node:crypto';
import { clauses } from '../schemas/clauses.ts';
import { rawSchemas } from '../schemas/contract.ts';

let digest: string | undefined;

/** SHA-256 over the register and every message schema, hexadecimal: two suites with the same one judge by the same contract. */
export function contractSha256(): string {
  const files = Object.entries(rawSchemas()).sort(([a], [b]) => (a < b ? -1 : 1));
  digest ??= createHash('sha256')
    .update(JSON.stringify([clauses, files]))
    .digest('hex');
  return digest;
}
