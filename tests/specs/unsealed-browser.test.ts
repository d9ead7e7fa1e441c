import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { browserCandidates, type Candidate, firstThatStarts } from '../../targets/browser.ts';
import { listen } from './listening.ts';
import { nameInAdvance, quietWays, sideWays } from './side-ways.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-unsealed-'));
const candidates = browserCandidates('auto', folder);
const packaged = candidates.filter(({ how }) => how === 'the one among the packages');
// What a browser hands to other programs goes to the first of the names on its path.
const programs = join(folder, 'programs');
const handedOver = join(folder, 'handed-over');
const path = `${programs}:/usr/bin:/bin`;

beforeAll(() => {
  mkdirSync(programs);
  writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\necho "$@" >> '${handedOver}'\n`, { mode: 0o755 });
  return () => rmSync(folder, { recursive: true, force: true });
});

async function openUnsealed(
  some: readonly Candidate[],
  args: readonly string[] = [],
): Promise<{ readonly browser: Browser; close(): Promise<void> }> {
  const opened = await firstThatStarts(some, ({ proxy: _, args: __, env, ...options }) =>
    chromium.launch({
      ...options,
      env: { ...env, PATH: path },
      args: ['--no-sandbox', '--disable-gpu', ...args],
    }),
  );
  if ('reason' in opened) throw new Error(opened.reason);
  return { browser: opened.started, close: () => opened.started.close() };
}

async function openPage(browser: Browser) {
  const listening = await listen();
  onTestFinished(() => listening.close());
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const show = (how: string) => page.goto(listening.show(`<!doctype html><body><script>${how}</script>`));
  return { listening, page, show };
}

// The silence of the sealed one says something only where the same page of the same browser is heard without the seal.
describe('a browser without the seal', () => {
  let browser: Browser;
  beforeAll(async () => {
    const unsealed = await openUnsealed(candidates);
    browser = unsealed.browser;
    return unsealed.close;
  });
  test.each(Object.entries(sideWays))('is heard through %s', async (_what, script) => {
    const { listening, page, show } = await openPage(browser);
    await show(script(listening));
    // What a page does when it ends is seen when it ends.
    if (script(listening).includes('pagehide')) await page.goto('about:blank');
    await vi.waitFor(() => expect(listening.heard).not.toEqual([]), { timeout: 120_000 });
  });
});

describe('the browser among the packages, without the seal,', () => {
  let browser: Browser;
  const log = join(folder, 'net-log.json');
  let close = async () => {};
  beforeAll(async () => {
    const unsealed = await openUnsealed(packaged, [`--log-net-log=${log}`]);
    browser = unsealed.browser;
    close = unsealed.close;
    return close;
  });
  test.each(Object.entries(quietWays))(
    'lets nothing out by %s, while it is heard later',
    async (_what, way) => {
      const { listening, show } = await openPage(browser);
      // Another address, so that no connection that was opened in advance is used for it.
      const later = `setTimeout(() => { new Image().src = "http://127.0.0.2:${listening.tcp}/later" }, 1500)`;
      await show(`${way(listening)}; ${later}`);
      await vi.waitFor(() => expect(listening.heard.join('\n')).toContain('GET /later'), {
        timeout: 120_000,
      });
      expect(listening.heard.map((words) => words.split(' HTTP/')[0])).toEqual(['connected', 'GET /later']);
      expect(listening.isRead()).toBe(false);
      expect(existsSync(handedOver)).toBe(false);
    },
  );
  test('would be heard if it connected, read a file or handed an address to a program', async () => {
    const { listening, page } = await openPage(browser);
    const socket = connect(listening.tcp, '127.0.0.1');
    await vi.waitFor(() => expect(listening.heard).toEqual(['connected']));
    socket.destroy();
    page.goto(`file://${listening.file}`).catch(() => {});
    await vi.waitFor(() => expect(listening.isRead()).toBe(true), { timeout: 120_000 });
    spawnSync('xdg-open', ['odd:x'], { env: { PATH: path } });
    expect(readFileSync(handedOver, 'utf8')).toBe('odd:x\n');
    rmSync(handedOver);
  });
  test('asks for no name in advance, while its log has the name of an image', async () => {
    const { page, show, listening } = await openPage(browser);
    await show(quietWays['dns-prefetch']?.(listening) ?? '');
    await page.evaluate(
      () =>
        new Promise((done) => {
          const image = new Image();
          image.onerror = done;
          image.src = 'http://asked-for-an-image.example/';
        }),
    );
    await page.context().close();
    await close();
    const asked = readFileSync(log, 'utf8');
    expect(asked).toContain('asked-for-an-image.example');
    expect(asked).not.toContain(nameInAdvance);
  });
});
