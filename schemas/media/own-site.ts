/** The headers that identify the client of a server on this machine; names in lower case. */
export interface ClientHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly 'sec-fetch-mode'?: string | string[] | undefined;
}

const loopbackHost = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?$/i;

const foreignPage = 'a page of another site may not ask this server';

/**
 * The reason to refuse a request to a loopback server; undefined if allowed. A page of another site may resolve its
 * name to this machine (Host) or send without reading the answer (Origin). Local programs and pages are allowed.
 */
export function whyForeign(
  { host = '', origin, ...more }: ClientHeaders,
  listensOn = '127.0.0.1',
): string | undefined {
  // A server that is open to other machines is addressed by their name for it.
  const isOpened = !loopbackHost.test(listensOn) && listensOn !== '::1';
  if (!isOpened && !loopbackHost.test(host)) return 'this server answers to 127.0.0.1 and localhost only';
  // A followed link only reads, like a typed URL.
  const isEmbedded = more['sec-fetch-site'] === 'cross-site' && more['sec-fetch-mode'] !== 'navigate';
  if (origin === undefined) return isEmbedded ? foreignPage : undefined;
  const site = /^https?:\/\/(.*)$/i.exec(origin)?.[1] ?? '';
  return loopbackHost.test(site) || (isOpened && site === host) ? undefined : foreignPage;
}
