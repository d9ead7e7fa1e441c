import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openapi } from '../../cli/investigate/openapi.ts';
import { makeFolderOf } from '../../cli/write-given-file.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { emptyFolder, runCommand } from './command.ts';

test('openapi writes the file that is named, and says in one line where it cannot', async () => {
  const folder = emptyFolder();
  await runCommand(openapi, ['openapi', '--out', join(folder, 'openapi.json')]);
  expect(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))).toMatchObject({ openapi: '3.1.0' });
  const nowhere = join(folder, 'none', 'openapi.json');
  await expect(runCommand(openapi, ['openapi', '--out', nowhere])).rejects.toThrow(
    new ConfigurationError(`${nowhere} cannot be written (ENOENT).`),
  );
  const link = join(folder, 'link.json');
  symlinkSync(join(folder, 'elsewhere'), link);
  await expect(runCommand(openapi, ['openapi', '--out', link])).rejects.toThrow(
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
