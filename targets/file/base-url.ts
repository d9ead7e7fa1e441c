import { ConfigurationError } from '../configuration-error.ts';

/** Checks an address for {base_url}: http or https, a path prefix is fine, nothing else behind it; without a slash at its end. */
export function baseUrlOf(text: string, what: string): string {
  const wrong = (rule: string) =>
    new ConfigurationError(`${what} must be ${rule}, found ${shownAddress(text)}.`);
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

/** An address as a message may repeat it: scheme, host, port and path, but no password, query or fragment, which may be secrets. */
export function shownAddress(text: string): string {
  const [whole = '', scheme = '', place = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?([^?#]*)/i.exec(text) ?? [];
  const own = place.slice(place.lastIndexOf('@') + 1);
  return whole.length === text.length && own === place
    ? JSON.stringify(text)
    : `${JSON.stringify(scheme + own)} and more that is not shown`;
}
