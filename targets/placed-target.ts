import { baseUrlOf } from './base-url.ts';
import { ConfigurationError } from './configuration-error.ts';
import { limitsOf } from './limits.ts';
import type { Target } from './target.ts';

/**
 * A target at the address that the environment names: `base` for whoever starts the suite, `embedded` for the endpoint
 * that the suite has started itself. An address from outside without a target file is somebody's service, of which
 * nothing is known: it gets reads alone, under careful limits.
 */
export function placedTarget(target: Target, base: string | undefined, embedded: string | undefined): Target {
  if (base !== undefined) {
    const baseUrl = baseUrlOf(base, 'CONFORMANCE_BASE_URL');
    return target.environment === 'embedded' ? strangerAt(baseUrl, target) : { ...target, baseUrl };
  }
  if (embedded === undefined || target.environment !== 'embedded') return target;
  const baseUrl = baseUrlOf(embedded, 'CONFORMANCE_EMBEDDED_URL');
  if (isLoopback(new URL(baseUrl).hostname)) return { ...target, baseUrl };
  throw new ConfigurationError(
    `CONFORMANCE_EMBEDDED_URL is set by the suite for its own endpoint, on loopback; received ${JSON.stringify(embedded)}.`,
  );
}

/** Tells whether a host name is one of this machine. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(host);
}

function strangerAt(baseUrl: string, target: Target): Target {
  return {
    ...target,
    name: `service at ${new URL(baseUrl).host}, without a target file`,
    environment: 'sandbox',
    baseUrl,
    signing: { recipe: 'none', fields: [], uppercase: false },
    allow: ['reads'],
    cards: [],
    limits: limitsOf({ environment: 'sandbox' }),
  };
}
