import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { browserCandidates } from '../../targets/browser.ts';

test('the browser among the packages finds its fonts where it lies now', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const packaged = browserCandidates('auto', folder).find(({ how }) => how === 'the one among the packages');
  let options: LaunchOptions = {};
  try {
    options = packaged?.options() ?? {};
  } catch (error) {
    // An optional package: without it there is nothing to find.
    return context.skip((error as Error).message);
  }
  const list = String(options.env?.FONTCONFIG_FILE);
  // A list that lay beside the browser would name where it was unpacked, before somebody moved the project.
  expect(dirname(list)).toBe(folder);
  const fonts = /<dir>(.*)<\/dir>/.exec(readFileSync(list, 'utf8'))?.[1] ?? '';
  expect(dirname(fonts)).toBe(dirname(options.executablePath ?? ''));
  expect(existsSync(fonts)).toBe(true);
});
