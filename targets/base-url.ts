import { ConfigurationError } from './configuration-error.ts';
import { limitsOf } from './limits.ts';
import type { Target } from './target.ts';

/** Checks an address for {base_url}: http or https, a path prefix is fine, nothing else behind it; without a slash at its end. */
export function baseUrlOf(text: string, what: string): string {
  const wrong = (rule: string) =>
    new ConfigurationError(`${what} must be ${rule}, received ${JSON.stringify(text)}.`);
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong('an http or https address');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw wrong('an http or https address');
  // The value may hold a password, so it is not repeated.
  if (url.username !== '' || url.password !== '') {
    throw new ConfigurationError(
      `${what} must hold no user name or password; credentials belong under "headers".`,
    );
  }
  if (url.search !== '' || url.hash !== '') throw wrong('an address without query and fragment');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

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

/** Tells whether a host name is this machine's own and no other's. */
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
