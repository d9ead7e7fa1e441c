import { createHash } from 'node:crypto';
import { commandStart } from '../../schemas/command-line.ts';
import { html } from '../certificate/html.ts';
import { styleOf } from '../certificate/style.ts';
import type { RegistryEntry, Withdrawal } from './entry.ts';

const style = styleOf('Registry of certificates');

/** The table page of a registry, newest first: printable HTML without scripts or external resources. */
export function registryPage(
  entries: readonly (RegistryEntry & { readonly withdrawn?: Withdrawal })[],
): string {
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Registry of certificates</title>
<style>${{ html: style }}</style>
</head>
<body><main>
<p class="eyebrow">Payment acquiring interface</p>
<h1>Registry of certificates</h1>
<p class="soft">Each row points to a package and names its digest; <code>${commandStart} verify FILE.zip --registry DIR</code> compares a package with its row.</p>
<div class="wide"><table><thead><tr><th>Number</th><th>Product</th><th>Version</th><th>Vendor</th><th>Result</th><th>Valid until</th><th>Package</th><th>Root digest</th></tr></thead>
<tbody>${entries.map(
    ({ number, product, version, vendor, result, lacks, validUntil, package: place, root, withdrawn }) =>
      html`<tr><td class="id">${number}</td><td>${product}</td><td>${version}</td><td>${vendor}</td>
<td>${withdrawn !== undefined && html`<b>Withdrawn</b> on ${withdrawn.withdrawnAt.slice(0, 10)}: ${withdrawn.reason}<br>`}${result}${lacks.length > 0 && html`<br><span class="soft">not a certificate: ${lacks.join('; ')}</span>`}</td><td>${validUntil}</td><td class="id">${place}</td><td class="id">${root}</td></tr>`,
  )}</tbody></table></div>
</main></body>
</html>
`;
  return page.html;
}
