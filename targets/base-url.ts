import { ConfigurationError } from './configuration-error.ts';

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
