import Awesome from '@allurereport/plugin-awesome';
import Dashboard from '@allurereport/plugin-dashboard';

const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self' data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'">`;

// Links to the other pages; the generator's own menu contains only its own pages.
const back = `<style>nav.back{position:fixed;z-index:9;top:72px;left:12px;display:none;flex-direction:column;gap:.5rem;max-width:7.4rem;font:13px system-ui,sans-serif}nav.back a{color:#5a6473}@media (min-width:1180px){nav.back{display:flex}}</style><nav class="back"><a href="../index.html">Start page</a><a href="../matrix/index.html">Clause matrix</a><a href="../../exchanges.html">Exchanges</a><a href="../../certificate.html">Certificate</a></nav>`;

// The generator renders no link for an address without a scheme, and the folder of a report may be anywhere. It reuses
// its elements for the next test, so they stay unchanged: a click follows the text that the element has then.
const leads = `<style>[data-testid="test-result-meta-link"][role=link]{cursor:pointer}</style><script>(() => {
const named = '[data-testid="test-result-meta-link"]';
const placeOf = (item) => /^(\\S+) in (\\S+): its place in the clause matrix$/.exec((item?.textContent ?? '').trim());
const lead = (event) => {
  const place = placeOf(event.target.closest?.(named));
  if (place) location.assign('../matrix/index.html#' + encodeURIComponent(place[1] + '/' + place[2]));
};
addEventListener('click', lead);
addEventListener('keydown', (event) => event.key === 'Enter' && lead(event));
new MutationObserver(() => {
  for (const item of document.querySelectorAll(named + ':not([role])'))
    if (placeOf(item)) Object.assign(item, { tabIndex: 0, role: 'link' });
}).observe(document, { childList: true, subtree: true });
})()</script>`;

/** A page of the report without analytics, with a policy that forbids foreign requests, and with links back. */
export function withoutForeignRequests(html) {
  return html
    .replace(/<script[^>]*googletagmanager[^>]*><\/script>/g, '')
    .replace(/<script>\s*window\.dataLayer[\s\S]*?<\/script>/g, '')
    .replace('<head>', `<head>${policy}`)
    .replace('</body>', `${back}${leads}</body>`);
}

function wrap(context) {
  const addFile = (path, data) =>
    context.reportFiles.addFile(
      path,
      path.endsWith('.html') ? Buffer.from(withoutForeignRequests(data.toString('utf8'))) : data,
    );
  return { ...context, reportFiles: { addFile } };
}

const kinds = { awesome: Awesome, dashboard: Dashboard };

/** A standard plugin of the report generator, without foreign requests. */
export default class OfflinePlugin {
  constructor({ kind, ...options } = {}) {
    this.inner = new kinds[kind](options);
  }
  start = (context, store, realtime) => this.inner.start?.(wrap(context), store, realtime);
  update = (context, store) => this.inner.update?.(wrap(context), store);
  done = (context, store) => this.inner.done?.(wrap(context), store);
  info = (context, store) => this.inner.info?.(context, store);
}
