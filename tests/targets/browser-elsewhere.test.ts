import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { browserCandidates, firstThatStarts } from '../../targets/browser.ts';

vi.mock('node:child_process', async (load) => ({ ...(await load<object>()), execFileSync: vi.fn() }));
vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return {
    ...fs,
    existsSync: (path: string) => !path.includes('.cache') && fs.existsSync(path),
    // Packages that belong to somebody else, as in an image.
    mkdtempSync: (prefix: string) => {
      if (prefix.includes('.cache')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return fs.mkdtempSync(prefix);
    },
  };
});

test('the browser is unpacked elsewhere where its packages cannot be written', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'elsewhere-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const packaged = browserCandidates('auto', folder).find(({ how }) => how === 'the one among the packages');
  try {
    const executable = packaged?.options().executablePath ?? '';
    expect(dirname(dirname(executable))).toBe(folder);
    expect(vi.mocked(execFileSync).mock.lastCall?.[2]?.env?.TMPDIR).toBe(dirname(executable));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND')
      return context.skip('an optional package');
    throw error;
  }
});

test.each([
  ['one that fails to start once is started again', ['crashed'], 'pinned'],
  ['one that never starts gives way to the next', ['crashed', 'crashed'], 'other'],
])('%s', async (_what, errors, how) => {
  const left = [...errors];
  const candidates = ['pinned', 'other'].map((name) => ({ how: name, options: () => ({}) }));
  const opened = await firstThatStarts(candidates, async () => {
    const error = left.shift();
    if (error !== undefined) throw new Error(error);
    return 'started';
  });
  expect(opened).toEqual({ started: 'started', how });
});
