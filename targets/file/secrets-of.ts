import { startRedaction } from '../../reports/redact.ts';
import type { ShownValue, Target } from '../target.ts';
import { credentialsIn, shortestSecret } from './secret.ts';

/** Every secret of a target that a report could show: those of its file, its cards and header credentials. */
export function secretsOf(target: Target): readonly string[] {
  return [
    ...shownIn(target).map((one) => one.reveal()),
    ...target.cards.map(({ card }) => card),
    ...Object.values(target.headers).flatMap(wordsOf),
  ].filter((secret) => secret !== '');
}

function shownIn(part: unknown): readonly ShownValue[] {
  if (typeof part !== 'object' || part === null) return [];
  return 'reveal' in part && typeof part.reveal === 'function'
    ? [part as ShownValue]
    : Object.values(part).flatMap(shownIn);
}

// A header value written openly in a target file (a tenant, a media type) holds no secret.
function wordsOf({ shown, reveal }: ShownValue): readonly string[] {
  const value = reveal();
  return shown === value ? [] : credentialsIn(value).filter((word) => word.length >= shortestSecret);
}

/** The name for the origin of the embedded endpoint, whose port changes with each run; empty for other targets. */
export function namedOrigins({ environment, baseUrl }: Target): Readonly<Record<string, string>> {
  return environment === 'embedded' && baseUrl !== undefined ? { [new URL(baseUrl).origin]: 'embedded' } : {};
}

/** Starts to mask the secrets of a target. */
export function maskSecrets({ target, seed }: { readonly target: Target; readonly seed: number }): void {
  startRedaction({ seed, secrets: secretsOf(target), origins: namedOrigins(target) });
}
