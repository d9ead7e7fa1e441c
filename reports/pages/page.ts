import { createHash } from 'node:crypto';
import { type Html, html } from '../certificate/html.ts';

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What one page has of its own. */
export interface PageParts {
  readonly title: Html | string;
  readonly style: string;
  /** Further elements of the head. */
  readonly head?: Html;
  /** What stands in `<main>`. */
  readonly main: Html;
  readonly script?: string;
}

/**
 * A page of the reports: printable HTML that loads nothing. Its policy names its one style and its one script; a page with a
 * script may have styles in attributes as well.
 */
export function pageOf({ title, style, head, main, script }: PageParts): string {
  const styles = script === undefined ? digestOf(style) : "'unsafe-inline'";
  const scripts = script === undefined ? '' : ` script-src ${digestOf(script)};`;
  const policy = `default-src 'none'; style-src ${styles};${scripts} base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${head}<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body><main>
${main}
</main>${script !== undefined && { html: `<script>${script}</script>` }}</body>
</html>
`.html;
}
