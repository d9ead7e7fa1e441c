import { createHash } from 'node:crypto';
import type { Verdict } from '../../schemas/types.ts';
import { type Html, html } from '../certificate/words.ts';

interface PageParts {
  readonly title: string;
  /** Printed next to the page number. */
  readonly foot: string;
  /** Styles in addition to those of all pages. */
  readonly style?: string;
  /** Further elements of the head. */
  readonly head?: Html;
  /** The content of `<main>`. */
  readonly main: Html;
}

/** A page of the reports: printable HTML without scripts or external resources, whose policy allows its style alone. */
export function pageOf({ title, foot, style: own = '', head, main }: PageParts): string {
  // A quote or a backslash would end the text in the style sheet.
  const style = base.replace('FOOT', foot.replaceAll(/[^\w ,.-]/g, '')) + own;
  const digest = createHash('sha256').update(style).digest('base64');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
${head}<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body><main>
${main}
</main></body>
</html>
`.html;
}

/** The address of the first finding of a clause in the certificate. */
export function findingAddress(clause: string): string {
  return `certificate.html#${encodeURIComponent(clause)}`;
}

/** Name of the page with a line for each clause, next to the certificate. */
export const matrixFile = 'matrix.html';

/** The anchor of a clause in the clause matrix, or of one operation in its line. */
export function matrixPlace(clause: string, operation?: string): string {
  return operation === undefined ? clause : `${clause}/${operation}`;
}

/** The address of that anchor, relative to the reports folder. */
export function matrixAddress(clause: string, operation?: string): string {
  return `${matrixFile}#${encodeURIComponent(matrixPlace(clause, operation))}`;
}

/** One character for each verdict, the same in the terminal and on pages. */
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

const base = `
:root {
  color-scheme: light;
  --paper: #ffffff; --ground: #f4f5f7; --ink: #14181f; --soft: #5a6473; --line: #dfe3e8; --fill: #f7f8fa;
  --pass: #1a7f4b; --warn: #9a6400; --fail: #b3261e; --open: #3f5f8a; --void: #6b3fa0; --quiet: #8b95a3;
  --pass-tint: #e6f4ec; --warn-tint: #fbf1dc; --fail-tint: #fbe9e7; --open-tint: #e8eef7; --void-tint: #f0e9f8;
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Helvetica Neue", Arial, sans-serif;
}
main { max-width: 62rem; margin: 2.5rem auto; padding: 3rem 3.5rem; background: var(--paper); border: 1px solid var(--line); border-radius: 10px; }
code, pre, .id { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, monospace; font-size: .86em; font-variant-ligatures: none; }
h1 { margin: .2rem 0 .4rem; font-size: 2.5rem; line-height: 1.12; font-weight: 650; }
h2 { margin: 3rem 0 .9rem; padding-top: 1.1rem; border-top: 1px solid var(--line); font-size: 1.22rem; font-weight: 620; }
h3 { margin: 0 0 .5rem; font-size: 1rem; font-weight: 620; }
p { margin: .5rem 0; }
a { color: inherit; text-decoration-color: var(--quiet); text-underline-offset: .18em; }
ul { margin: .4rem 0; padding-left: 1.15rem; }
li { margin: .32rem 0; }
.eyebrow { margin: 0; color: var(--soft); font-size: .8rem; letter-spacing: .09em; text-transform: uppercase; }
.lede { max-width: 46rem; font-size: 1.08rem; color: var(--soft); }
.soft { color: var(--soft); }
.banner { margin: -3rem -3.5rem 2rem; padding: 2.6rem 3.5rem 2rem; border-radius: 10px 10px 0 0; border-top: 6px solid var(--tone); background: var(--tint); }
.banner h1 { color: var(--tone); }
.tone-pass { --tone: var(--pass); --tint: var(--pass-tint); }
.tone-warn { --tone: var(--warn); --tint: var(--warn-tint); }
.tone-fail { --tone: var(--fail); --tint: var(--fail-tint); }
.tone-open { --tone: var(--open); --tint: var(--open-tint); }
.tone-void { --tone: var(--void); --tint: var(--void-tint); }
.tone-quiet { --tone: var(--quiet); --tint: var(--fill); }
.reasons { margin-top: 1rem; }
.failed { margin-top: .6rem; }
.beside { margin: 1rem 0 1.4rem; color: var(--soft); font-size: .88rem; }
@media print { .beside { display: none; } }
.reasons li, .failed li { overflow-wrap: anywhere; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(13.5rem, 1fr)); gap: 1rem 2rem; margin: 0; }
dl.facts dt { color: var(--soft); font-size: .8rem; }
dl.facts dd { margin: .1rem 0 0; overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1px; margin: 2rem 0 0; background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.figures.four { grid-template-columns: repeat(4, 1fr); }
.figures div { padding: .9rem 1.1rem; background: var(--paper); }
.figures b { display: block; font-size: 1.55rem; font-weight: 620; font-variant-numeric: tabular-nums; }
.figures span { color: var(--soft); font-size: .83rem; line-height: 1.3; display: block; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 2.5rem; }
table { width: 100%; border-collapse: collapse; font-size: .87rem; }
th { text-align: left; font-weight: 560; color: var(--soft); font-size: .8rem; vertical-align: bottom; }
th, td { padding: .48rem .6rem .48rem 0; border-bottom: 1px solid var(--line); }
td { vertical-align: top; overflow-wrap: anywhere; }
@media screen { .wide { overflow-x: auto; } .wide td:not(.id) { overflow-wrap: break-word; } }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td.zero { color: var(--quiet); } td.tone-warn, td.tone-fail { color: var(--tone); font-weight: 600; }
td.name { font-weight: 560; }
td.kind { white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
.across { margin: -3rem -3.5rem 0; padding: .8rem 3.5rem; border-radius: 10px 10px 0 0; border-top: 12px double var(--warn); background: var(--warn-tint); }
.across b { letter-spacing: .12em; text-transform: uppercase; }
.across + .banner { margin-top: 0; border-radius: 0; }
.watermark { display: none; }
.notices { margin: 1.4rem 0 0; padding: 0; list-style: none; }
.notices li { margin: .5rem 0; padding: .55rem .9rem; border-left: 4px solid var(--warn); background: var(--warn-tint); border-radius: 4px; overflow-wrap: anywhere; }
.unstated { color: var(--soft); font-style: italic; }
.number { white-space: nowrap; }
.digest dl { margin: .4rem 0; } .digest dd { margin: .1rem 0 .6rem; }
ul.places { margin: 0; padding: 0; list-style: none; } ul.places li { margin: 0; }
table.pairs th { width: 15rem; padding-right: 1.2rem; vertical-align: top; font-size: .87rem; }
.badge { display: inline-block; padding: .06rem .5rem; border-radius: 99px; background: var(--tint); color: var(--tone); font-size: .78rem; font-weight: 600; white-space: nowrap; }
.finding { margin: .9rem 0; padding: .95rem 1.2rem 1rem; border: 1px solid var(--line); border-left: 4px solid var(--tone); border-radius: 6px; break-inside: avoid; }
.finding header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .35rem .8rem; }
.finding header .id { font-weight: 640; font-size: .95em; }
.finding header .count { margin-left: auto; color: var(--soft); font-size: .85rem; }
.finding dl { display: grid; grid-template-columns: 5.2rem 1fr; gap: .12rem .8rem; margin: .6rem 0 0; font-size: .89rem; }
.finding dt { color: var(--soft); }
.finding dd { margin: 0; overflow-wrap: anywhere; }
details { margin: .5rem 0; } details h3 { margin: .6rem 0 .2rem; font-size: .85rem; overflow-wrap: anywhere; } .pair section { min-width: 0; }
summary { cursor: pointer; color: var(--soft); }
pre { margin: .5rem 0 0; padding: .8rem 1rem; background: var(--fill); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; overflow-wrap: anywhere; max-height: 24rem; overflow: auto; }
.digest { padding: 1.1rem 1.3rem; border: 1px solid var(--line); border-radius: 8px; background: var(--fill); }
.digest code { overflow-wrap: anywhere; }
footer { margin-top: 2.5rem; color: var(--soft); font-size: .84rem; }
@media screen and (max-width: 46rem) {
  main { margin: 0; padding: 1.4rem; border: 0; border-radius: 0; }
  .banner { margin: -1.4rem -1.4rem 1.4rem; padding: 1.6rem 1.4rem; border-radius: 0; }
  .across { margin: -1.4rem -1.4rem 0; padding: .8rem 1.4rem; border-radius: 0; }
  .pair { grid-template-columns: 1fr; gap: 0; }
  table.pairs th { width: 9rem; }
  .figures, .figures.four { grid-template-columns: 1fr 1fr; }
  h1 { font-size: 1.9rem; }
}
@page {
  size: A4; margin: 16mm 15mm 18mm;
  @bottom-left { content: "FOOT"; font: 8pt system-ui, sans-serif; color: #5a6473; }
  @bottom-right { content: counter(page) " of " counter(pages); font: 8pt system-ui, sans-serif; color: #5a6473; }
}
@media print {
  :root { color-scheme: light; }
  html { font-size: 12.5px; }
  body { background: none; font-size: 1rem; }
  main { max-width: none; margin: 0; padding: 0; border: 0; }
  .banner { margin: 0 0 1.4rem; padding: 1.1rem 1.3rem; border-radius: 6px; }
  h2 { break-after: avoid; margin-top: 1.8rem; }
  .first { break-after: page; }
  .first h2 { margin-top: 1.2rem; padding-top: .7rem; }
  .first table.pairs tbody { display: grid; grid-template-columns: 1fr 1fr; column-gap: 2rem; }
  .first table.pairs tr { display: grid; grid-template-columns: 9rem 1fr; }
  .first table.pairs th, .first table.pairs td { width: auto; padding-top: .3rem; padding-bottom: .3rem; }
  tr, .finding, .figures, .digest { break-inside: avoid; }
  thead { display: table-header-group; }
  .banner, .badge, .figures, .finding, .across, .notices li { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .across { margin: 0; padding: .8rem 1.3rem .6rem; border-radius: 6px 6px 0 0; }
  .watermark { display: block; position: fixed; top: 38%; left: 0; right: 0; text-align: center; font-size: 7.5rem; font-weight: 700; letter-spacing: .08em; color: var(--warn); opacity: .1; transform: rotate(-28deg); pointer-events: none; }
  details:not([open], .printed) { display: none; }
  details.printed::details-content { display: block; content-visibility: visible; }
  details.printed table { font-size: .78rem; }
  details.printed th, details.printed td { padding-top: .22rem; padding-bottom: .22rem; }
  details.printed > summary { color: var(--ink); font-weight: 600; list-style: none; margin-top: 1rem; break-after: avoid; }
  pre { max-height: none; }
}
`;
