import { fileURLToPath } from 'node:url';
import config from '../../playwright.config.ts';

const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

// The same tests under the same settings; only what is told of them differs, so that no report of a run is made.
export default {
  ...config,
  reporter: [[fileURLToPath(new URL(`./rehearsal-reporter.${extension}`, import.meta.url))]],
};
