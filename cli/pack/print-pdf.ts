import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from '@playwright/test';
import { signersPlace } from '../../reports/certificate/heading.ts';
import { browserCandidates, firstThatStarts, noneWanted } from '../../targets/browser.ts';
import { makeTemporary, removeFolder, sweepTemporary } from '../temporary-folder.ts';

/** A PDF, or why there is none. */
export type Printed = { readonly pdf: Uint8Array } | { readonly reason: string };

// D:20260131120100+00'00', as the browser writes it.
function pdfTime(iso: string): string {
  return `D:${iso.slice(0, 19).replaceAll(/[-:T]/g, '')}+00'00'`;
}

// Names of parts of the page, as the browser counted them: on a busy machine it leaves numbers out.
const partName = /\(node(\d{8})\)/g;

/** The same text with its parts counted without gaps; their order, which a PDF relies on, and all lengths stay. */
function countedAnew(text: string): string {
  const met = [...new Set([...text.matchAll(partName)].map(([, number = '']) => number))].sort();
  const places = new Map(met.map((number, at) => [number, String(at + 1).padStart(8, '0')]));
  return text.replaceAll(partName, (_name, number: string) => `(node${places.get(number)})`);
}

/** A PDF that says the time of the run for that of its making, so that printing again gives the same bytes. */
function datedAs(pdf: Uint8Array, iso: string): Uint8Array {
  const text = Buffer.from(pdf).toString('latin1');
  const dated = text.replaceAll(/\/(CreationDate|ModDate) \(D:\d{14}\+00'00'\)/g, `/$1 (${pdfTime(iso)})`);
  return new Uint8Array(Buffer.from(countedAnew(dated), 'latin1'));
}

async function print(browser: Browser, file: string, signers: readonly string[]): Promise<Uint8Array> {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(resolve(file)).href);
  // On paper nothing can be unfolded.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('details.printed')) one.setAttribute('open', '');
  });
  const words = signers.length === 0 ? 'nobody, when this was printed' : signers.join(', ');
  await page.evaluate(
    ([place = '', text = '']) => document.getElementById(place)?.replaceChildren(text),
    [signersPlace, words],
  );
  return page.pdf({
    format: 'A4',
    preferCSSPageSize: true,
    printBackground: true,
    tagged: true,
    outline: true,
  });
}

/** What a PDF says beside its page. */
export interface PrintedFacts {
  /** ISO 8601: the time that it bears. */
  readonly endedAt: string;
  /** Who has signed what is printed, and who signs the package around it. */
  readonly signers: readonly string[];
}

/** Prints a page of our own on A4 with the browser of the suite. */
export async function printPdf(
  file: string,
  wanted: string,
  { endedAt, signers }: PrintedFacts,
): Promise<Printed> {
  if (wanted === 'none') return { reason: noneWanted };
  // What a command left that was killed while it printed goes now.
  sweepTemporary();
  const folder = makeTemporary('print');
  const { TMPDIR: before } = process.env;
  // Where the browser's driver puts its own folders, which it does not take away; it looks when it is loaded.
  process.env.TMPDIR = folder;
  try {
    const { chromium } = await import('@playwright/test');
    const opened = await firstThatStarts(browserCandidates(wanted, folder), (options) =>
      chromium.launch({ ...options, timeout: 30_000 }),
    );
    if ('reason' in opened) return { reason: opened.reason };
    try {
      return { pdf: datedAs(await print(opened.started, file, signers), endedAt) };
    } finally {
      await opened.started.close();
    }
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    removeFolder(folder);
  }
}
