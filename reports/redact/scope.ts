import type { SecretClass } from '../../schemas/contract.ts';
import { type SecretIndex, secretIndexOf } from './secret-index.ts';

/** The state of masking one exchange. */
export interface Scope {
  /** Every secret found so far, with its mask. */
  readonly secrets: Map<string, string>;
  /** Secrets that are found only in prose, because they are short, with their masks. */
  readonly short: Map<string, string>;
  /** Masked places, such as `sent.body.card`. */
  readonly masked: Set<string>;
  /** The secrets that other texts are searched for; updated by `indexSecrets`. */
  known: SecretIndex;
  /** Number of secrets at the last update. */
  indexed: number;
}

/** Starts the masking of one exchange, or of a single value. */
export function createScope(): Scope {
  return {
    secrets: new Map(),
    short: new Map(),
    masked: new Set(),
    known: secretIndexOf(),
    indexed: 0,
  };
}

/** From now on, the secrets found so far are masked in every text of the exchange. */
export function indexSecrets(scope: Scope): void {
  if (scope.secrets.size === scope.indexed) return;
  scope.indexed = scope.secrets.size;
  scope.known = secretIndexOf(scope.secrets, scope.short);
}

// An income looks like any amount, so it is recognised only in prose, like codes and short names.
function isShort(secret: SecretClass, value: string): boolean {
  if (secret === 'security-code') return /^\d{3,4}$/.test(value);
  return secret === 'personal' && /^(?:\p{L}{2,4}|\d+\.\d+)$/u.test(value);
}

const date = /^(?:(\d{2})([-./])(\d{2})\2(\d{4})|(\d{4})([-./])(\d{2})\6(\d{2}))$/;

// The usual forms of a date, with their masks.
function dateForms(value: string): readonly (readonly [string, string])[] {
  const found = date.exec(value);
  if (found === null) return [];
  const [, d1, , m1, y1, y2, , m2, d2] = found;
  const [d, m, y] = [d1 ?? d2, m1 ?? m2, y1 ?? y2];
  const writings = ['-', '.', '/'].flatMap((sign): (readonly [string, string])[] => [
    [[d, m, y].join(sign), `00${sign}00${sign}0000`],
    [[y, m, d].join(sign), `0000${sign}00${sign}00`],
    [[m, d, y].join(sign), `00${sign}00${sign}0000`],
  ]);
  return [...writings, [`${y}${m}${d}`, '00000000'] as const].filter(([written]) => written !== value);
}

/** Records a secret of the exchange with its mask. */
export function noteSecret(
  { secrets, short }: Scope,
  secret: SecretClass,
  value: string,
  mask: string,
): void {
  secrets.set(value, mask);
  if (isShort(secret, value)) short.set(value, mask);
  if (secret === 'personal') for (const [day, masked] of dateForms(value)) secrets.set(day, masked);
}
