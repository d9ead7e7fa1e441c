import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderOf, writeGivenFile } from '../../cli/write-given-file.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { emptyFolder } from './command.ts';

test('a file is written where it is named, or one line says why it cannot be', () => {
  const folder = emptyFolder();
  const file = join(folder, 'file.json');
  writeGivenFile(file, '{}');
  expect(readFileSync(file, 'utf8')).toBe('{}');
  const nowhere = join(folder, 'none', 'file.json');
  expect(() => writeGivenFile(nowhere, '{}')).toThrow(
    new ConfigurationError(`${nowhere} cannot be written (ENOENT).`),
  );
  const link = join(folder, 'link.json');
  symlinkSync(join(folder, 'elsewhere'), link);
  expect(() => writeGivenFile(link, '{}')).toThrow(
    new ConfigurationError(`${link} is a link to a file that does not exist; nothing was written.`),
  );
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});

test('a folder that cannot be made is one error, also below /proc', () => {
  const file = join(emptyFolder(), 'file');
  writeFileSync(file, '');
  // Below /proc, the recursive way to make a folder never ends.
  for (const folder of [file, ...(existsSync('/proc/self') ? ['/proc/none', '/proc/self/none/deeper'] : [])])
    expect(() => makeFolderOf(join(folder, 'none', 'file'))).toThrow(
      /^\S+file cannot be written \(E\w+\)\.$/,
    );
});
