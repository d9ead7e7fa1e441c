import { createHash } from 'node:crypto';
import { clauses } from '../schemas/clauses.ts';
import { rawSchemas } from '../schemas/contract.ts';

let digest: string | undefined;

function digestOf(files: readonly [string, object][]): string {
  return createHash('sha256')
    .update(JSON.stringify([clauses, files]))
    .digest('hex');
}

/** SHA-256 over the register and every message schema, hexadecimal: two suites with the same one judge by the same contract. */
export function contractSha256(): string {
  digest ??= digestOf(Object.entries(rawSchemas()).sort(([a], [b]) => (a < b ? -1 : 1)));
  return digest;
}
