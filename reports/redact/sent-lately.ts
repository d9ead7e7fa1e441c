import { keptLately } from '../../schemas/lately.ts';
import { arePersonsShown } from './classes.ts';
import { registeredNumber } from './registered.ts';
import { keyNumber } from './run-key.ts';
import type { Scope } from './scope.ts';

/** What masking the first text of an exchange leaves behind: its result, and what its scope knows then. */
interface Kept<Masked> {
  readonly masked: Masked;
  readonly scope: Omit<Scope, 'swept'>;
}

// The variants of a proof are sent equal bodies, and so are the twins of a run.
const [most, longest] = [200, 20_000];

/** Copies what was noted of one text into a scope; the index of words is changed by nobody. */
function knows(scope: Scope, { secrets, short, masked, ...rest }: Kept<unknown>['scope']): void {
  for (const [secret, mask] of secrets) scope.secrets.set(secret, mask);
  for (const [secret, mask] of short) scope.short.set(secret, mask);
  for (const place of masked) scope.masked.add(place);
  Object.assign(scope, rest);
}

function copyOf({
  secrets,
  short,
  masked,
  words,
  tainted,
  shortNames,
  numbers,
}: Scope): Kept<unknown>['scope'] {
  return {
    secrets: new Map(secrets),
    short: new Map(short),
    masked: new Set(masked),
    words,
    tainted,
    shortNames,
    numbers,
  };
}

/**
 * Masks the first text of exchanges, once for those that are equal: a fresh scope knows afterwards what it would know of masking
 * it again.
 */
export function maskingLately<Masked>(): (text: string, scope: Scope, mask: () => Masked) => Masked {
  const lately = keptLately<Kept<Masked>>(most);
  return (text, scope, mask) => {
    if (text.length > longest || scope.secrets.size > 0 || arePersonsShown()) return mask();
    // What was masked with another key, or before a secret was registered, is of no use.
    const kept = lately(`${keyNumber()} ${registeredNumber()} ${text}`, () => ({
      masked: mask(),
      scope: copyOf(scope),
    }));
    knows(scope, kept.scope);
    return kept.masked;
  };
}
