/** The headers that say who asks a server on this machine; names in lower case. */
export interface Asking {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
  readonly 'sec-fetch-mode'?: string | string[] | undefined;
}

const own = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])(?::\d+)?$/i;

const foreignPage = 'a page of another site may not ask this server';

/**
 * Why a request to a server on loopback is refused: a page of another site may have its own name resolved to this
 * machine (Host), or send without reading the answer (Origin). Programs and pages of this machine are let in.
 */
export function whyForeign(
  { host = '', origin, ...more }: Asking,
  listensOn = '127.0.0.1',
): string | undefined {
  // Who opens a server to other machines names it as they do.
  const isOpened = !own.test(listensOn) && listensOn !== '::1';
  if (!isOpened && !own.test(host)) return 'this server answers to 127.0.0.1 and localhost only';
  // A link that somebody followed reads, as an address that was typed does.
  const isEmbedded = more['sec-fetch-site'] === 'cross-site' && more['sec-fetch-mode'] !== 'navigate';
  if (origin === undefined) return isEmbedded ? foreignPage : undefined;
  const site = /^https?:\/\/(.*)$/i.exec(origin)?.[1] ?? '';
  return own.test(site) || (isOpened && site === host) ? undefined : foreignPage;
}
