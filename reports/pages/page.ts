import { createHash } from 'node:crypto';
import type { Verdict } from '../../schemas/types.ts';
import { type Html, html } from '../certificate/words.ts';
import type { Statement } from '../statement/format.ts';

const digestOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** What one page has of its own. */
interface PageParts {
  readonly title: Html | string;
  readonly style: string;
  /** Further elements of the head. */
  readonly head?: Html;
  /** What is in `<main>`. */
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

/** Name of the page with the exchanges of a run's findings, next to the certificate. */
export const exchangesFile = 'exchanges.html';

/** Where an exchange is, relative to the folder of the reports. */
export function exchangeAddress(id: string): string {
  return `${exchangesFile}#${encodeURIComponent(id)}`;
}

/** Whether tests of the suite made the exchanges of a statement: watched traffic has no report of tests next to it. */
export function hasTests({ run }: Statement): boolean {
  return run.seedFrom !== undefined && run.exchanges > 0;
}

/** The id of the place of a clause in the clause matrix, or of one operation in its line. */
export function matrixPlace(clause: string, operation?: string): string {
  return operation === undefined ? clause : `${clause}/${operation}`;
}

/** Where that place is, relative to the folder of the Allure report. */
export function matrixAddress(clause: string, operation?: string): string {
  return `matrix/index.html#${encodeURIComponent(matrixPlace(clause, operation))}`;
}

/** One sign for each verdict, the same in the terminal and on pages. */
export const marks: Readonly<Record<Verdict, string>> = {
  'suite-error': '‼',
  fail: '✗',
  inconclusive: '?',
  'not-tested': '–',
  warn: '!',
  observed: 'i',
  pass: '✓',
  'not-applicable': '·',
  'not-testable': '·',
};
