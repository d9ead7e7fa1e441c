import { startRedaction } from '../../reports/redact.ts';
import type { ShownValue, Target } from '../target.ts';
import { credentialsIn, shortestSecret } from './secret.ts';

/** Every secret of a target that could reach an artefact: all that its file names, its cards, and the credentials in headers. */
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

// What is written openly in a target file (a tenant, a media type) has no words that are secret.
function wordsOf({ shown, reveal }: ShownValue): readonly string[] {
  const value = reveal();
  return shown === value ? [] : credentialsIn(value).filter((word) => word.length >= shortestSecret);
}

/** The origin of the embedded endpoint by a name, because its port changes from run to run; nothing for other targets. */
export function namedOrigins({ environment, baseUrl }: Target): Readonly<Record<string, string>> {
  return environment === 'embedded' && baseUrl !== undefined ? { [new URL(baseUrl).origin]: 'embedded' } : {};
}

/** Masks the secrets of a target from here on. */
export function maskSecrets({ target, seed }: { readonly target: Target; readonly seed: number }): void {
  startRedaction({ seed, secrets: secretsOf(target), origins: namedOrigins(target) });
}
