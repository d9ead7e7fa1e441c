// The process that holds the sealed browser: the process of the test survives whatever a page does to it.
import '../../../reports/short-process.cjs';
import { rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { openBlackHole } from './black-hole.mjs';
import { visit } from './visit.mjs';

const folder = process.argv[2];
const leaks = { take: () => {} };
let browser;

const answer = (message) => process.connected && process.send(message);

async function launch(options) {
  const server = await openBlackHole((line) => leaks.take(line));
  browser = await chromium.launch({ ...options, proxy: { server }, timeout: 30_000 });
  // After Playwright's own listener, which ends the browser first.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  return { pid: processInfo.find(({ type }) => type === 'browser')?.id, version: browser.version() };
}

const tickets = new Map();
let ticketsGiven = 0;

/** Requests a script from the parent process; after a hundred open requests it returns none. */
function fetchScript(id, url) {
  ticketsGiven += 1;
  const ticket = ticketsGiven;
  if (tickets.size >= 100) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    tickets.set(ticket, resolve);
    answer({ id, wants: { url, ticket } });
  });
}

function hand(ticket, file) {
  tickets.get(ticket)?.(file);
  tickets.delete(ticket);
}

process.on('message', async ({ id, task, given, ticket, file }) => {
  if (ticket !== undefined) return hand(ticket, file);
  try {
    const fetches = (url) => fetchScript(id, url);
    answer({
      id,
      result: task === 'launch' ? await launch(given) : await visit(browser, leaks, given, fetches),
    });
  } catch (error) {
    answer({
      id,
      error: String(error?.message ?? error)
        .split('\n')[0]
        .slice(0, 300),
    });
  }
});
process.on('disconnect', () => process.exit(0));
process.on('uncaughtException', (error) => {
  answer({ fatal: String(error.message).slice(0, 200) });
  setImmediate(() => process.exit(1));
});
process.on('unhandledRejection', () => {});
