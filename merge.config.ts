import './reports/short-process.cjs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { newRunFolder } from './cli/project/run-settings.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Reports are for their owner alone.
process.umask(0o077);
const out = resolve(process.env.CONFORMANCE_OUT ?? newRunFolder(new Date()));

// Joins the shards of a run: npx playwright merge-reports -c merge.config.ts blob-report
export default defineConfig({
  testDir: here('specs'),
  reporter: [
    [here(`reports/merge-reporter.${extension}`), { out }],
    ['html', { open: 'never' }],
    ['junit', { outputFile: 'results/junit.xml' }],
    ...(process.env.GITHUB_ACTIONS === undefined ? [] : [['github'] as const]),
  ],
});
