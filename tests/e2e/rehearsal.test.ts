import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listen } from '../targets/loopback.ts';
import { playwright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

const one = ['payout.spec', '-g', 'by id alone'];

/** A target file of a service that counts its requests. */
async function counting(folder: string) {
  const asked: string[] = [];
  const { url } = await listen(({ url: path = '' }, answer) => {
    asked.push(path);
    answer.end();
  });
  return { target: writeTarget(folder, url), asked };
}

test.each([[[]], [['--no-deps', '--reporter=line']]])(
  'a rehearsal sends nothing to the target, with %j',
  async (more) => {
    const folder = makeFolder();
    const { target, asked } = await counting(folder);
    const ended = await playwright(folder, [...one, ...more], {
      TARGET: target,
      REHEARSE: '1',
      TMPDIR: folder,
    });
    expect([ended.status, asked], ended.text).toEqual([0, []]);
    expect(ended.stdout).toContain('payout');
    expect(existsSync(join(folder, 'results'))).toBe(false);
    if (more.length > 0) return;
    const lines = ended.stdout.trim().split('\n');
    expect(lines.at(-1)).toBe('Rehearsed with the embedded endpoint: nothing was sent to loopback service.');
    expect(lines).toContainEqual(expect.stringMatching(/^payout +irreversible +\d+ +[\d.]+$/));
  },
);
