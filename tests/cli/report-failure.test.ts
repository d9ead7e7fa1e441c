import { afterEach, expect, test, vi } from 'vitest';
import { reportFailure } from '../../cli/report-failure.ts';

afterEach(() => vi.restoreAllMocks());

async function told(...given: Parameters<typeof reportFailure>): Promise<[number, string]> {
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text += String(part);
    return true;
  });
  return [await reportFailure(...given), text];
}

test('a folder that another user closed is named, and is no failure of the suite', async () => {
  const closed = Object.assign(new Error("EACCES: permission denied, scandir 'results/run'"), {
    code: 'EACCES',
    path: 'results/run',
  });
  expect(await told(closed)).toEqual([2, 'results/run cannot be used: permission is denied (EACCES).\n']);
});

test('a path of which a part is a file is told as such', async () => {
  const odd = Object.assign(new Error('EEXIST: file already exists'), { code: 'EEXIST', path: 'a.json' });
  expect(await told(odd)).toEqual([2, 'a.json cannot be used: there is a file of this name (EEXIST).\n']);
});

test('anything else is a failure of the suite, with its place in one line', async () => {
  const [status, text] = await told(new TypeError('x is no function\nsecond line'));
  expect(status).toBe(4);
  expect(text).toMatch(/^The suite itself failed: x is no function(?: \(.*\))?\n$/);
});

test('a full disk is no failure of the suite, also where no file is named', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(await told(full)).toEqual([4, 'A file cannot be used: no space is left on the device (ENOSPC).\n']);
});
