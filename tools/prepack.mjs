#!/usr/bin/env node
// Runs before npm packs: compiles the suite and stores the commit, which an installed package cannot determine, and the
// digest of every file, so that changes can be detected.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, removeEarlier } from './build.mjs';
import { installMissing } from './install.mjs';
import { writeTypes } from './types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
installMissing(root);
build();
removeEarlier();

function git(...words) {
  const asked = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : undefined;
}

const commit = git('rev-parse', '--short=12', 'HEAD') ?? 'unknown';
const isDirty = (git('status', '--porcelain', '--', ':!reports/proof.json') ?? '') !== '';

/** Files of the package below a path, as listed in package.json. */
function filesBelow(path) {
  if (!existsSync(join(root, path))) return [];
  if (statSync(join(root, path)).isFile()) return [path];
  return readdirSync(join(root, path)).flatMap((name) => filesBelow(`${path}/${name}`));
}

/** Stored hexadecimal digits of a digest (128 bits); no other file with the same ones can be made. */
const packedDigest = 32;
const unpacked = /\.map$|\.d\.ts$|^dist\/(?:\.built$|commit\.json$|modules\/)/;
writeTypes();
const { figures } = JSON.parse(readFileSync(join(root, 'reports/proof.json'), 'utf8'));
writeFileSync(join(root, 'dist/proof.json'), JSON.stringify({ figures }));
// Replaced as a whole: a run that goes on beside it reads them.
for (const path of filesBelow('dist/schemas').filter((path) => path.endsWith('.json'))) {
  const file = join(root, path);
  writeFileSync(`${file}.new`, JSON.stringify(JSON.parse(readFileSync(file, 'utf8'))));
  renameSync(`${file}.new`, file);
}
const files = ['dist', 'cli/conformance.mjs']
  .flatMap(filesBelow)
  .filter((path) => !unpacked.test(path))
  .sort();
const digests = files.map((path) => {
  const digest = createHash('sha256').update(readFileSync(join(root, path)));
  return [path, digest.digest('hex').slice(0, packedDigest)];
});
writeFileSync(
  join(root, 'dist/commit.json'),
  `${JSON.stringify({ commit: isDirty ? `${commit}-dirty` : commit, files: Object.fromEntries(digests) })}\n`,
);
