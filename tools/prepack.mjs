#!/usr/bin/env node
// Runs before npm packs: compiles the suite, and writes down the commit, which an installed package cannot ask for.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { build } from './build.mjs';
import { installMissing } from './install.mjs';

const root = new URL('..', import.meta.url);
installMissing(root.pathname);
build();
const asked = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' });
writeFileSync(
  new URL('dist/commit.json', root),
  `${JSON.stringify({ commit: asked.status === 0 ? asked.stdout.trim() : 'unknown' })}\n`,
);
