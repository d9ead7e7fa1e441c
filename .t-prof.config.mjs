export default {
  root: '/work/wt-t',
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 300000,
    hookTimeout: 300000,
    pool: 'forks',
    maxWorkers: 1,
    setupFiles: ['/tmp/t-work/setup.mjs', 'tests/fresh-redaction.ts'],
    server: { deps: { inline: [] } },
  },
};
