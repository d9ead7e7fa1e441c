/** What nothing reaches is removed: files, exports, dependencies. With --production neither tests nor tools count. */
export default {
  entry: [
    'cli/main.ts!',
    'entries/*.ts!',
    '{,proof/}playwright.config.ts!',
    'mock/serve.ts!',
    'specs/*.{spec,setup,judge,undo}.ts!',
    // Named by their paths in entries/config.ts or in a page, or read by Allure itself.
    'reports/{conformance-reporter,mask-first,merge-reporter}.ts!',
    'cli/project/rehearsal-reporter.ts!',
    'allurerc.mjs!',
    'reports/short-process.cjs!',
    'cli/explore/ui/page.mjs!',
    // Named in a target file.
    'targets/acquirers/*.mjs!',
    'tests/**/*.test.ts',
    'tests/{build-once,fresh-redaction,temporary-files}.ts',
    'vitest.config.ts',
    'tools/{bundle,compare/compare,count,pictures,readme,target-types,yield}.mjs',
  ],
  project: [
    '{cli,entries,generators,mock,opening,proof,reports,schemas,specs,targets}/**/*.{ts,mjs,cjs}!',
    '{tests,tools}/**/*.{ts,mjs}',
  ],
  // Specs are what a run consists of, so they count as product; the plugins would take them for tests.
  playwright: false,
  vitest: false,
  // Loaded by names that the compiler does not follow: one when the first page is read, one with the endpoint of a run;
  // fastify loads light-my-request, which is named for its version (docs/decisions/0009-exact-versions.md).
  ignoreDependencies: ['light-my-request', process.argv.includes('--production') ? 'linkedom' : 'tsx'],
  ignoreBinaries: ['java', 'mkfifo', 'openssl', 'sha256sum'],
  // A test may look at a part of a file that the product uses as a whole; types of a signature may always be named.
  ignoreExportsUsedInFile: process.argv.includes('--production') || { interface: true, type: true },
};
