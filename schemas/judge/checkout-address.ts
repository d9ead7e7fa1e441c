import type { JsonObject } from '../types.ts';

/**
 * The address that a form of a page posts to, as a browser resolves it: against the base element, which itself is resolved
 * against the address of the page. Empty where there is none.
 */
export function addressOfForm({ action }: JsonObject, page: JsonObject, url: string): string {
  if (typeof action !== 'string') return '';
  try {
    const base =
      typeof page.base === 'string' && URL.canParse(page.base, url) ? new URL(page.base, url).href : url;
    // An empty action posts to the page's own address, base element or not.
    return action === '' ? url : new URL(action, base).href;
  } catch {
    return '';
  }
}

/** Tells whether an address lies on a checkout path: one of its steps is checkout; the host is not stated. */
export function liesOnCheckout(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, pathname } = new URL(address);
  return /^https?:$/.test(protocol) && pathname.split('/').some((step) => /^checkout$/i.test(step));
}

/** Tells whether the checkout step of an address stands below `/v1`, as the path of the operation does; elsewhere it is odd. */
export function liesBelowVersion(address: string): boolean {
  return /\/v1\/(?:[^/]+\/)*checkout(?:\/|$)/i.test(new URL(address).pathname);
}
