import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

// Speed is measured by `npm run bench`: a busy machine must not fail a test.
const clock = /performance\.now|Date\.now|cpuUsage|hrtime/;
/** A client as plain as a user's, which records how long an answer took. */
const recording = ['tests/mock/caller.ts'];

test('no test looks at the clock', () => {
  const files = sourceFiles('tests').filter(({ path }) => !path.endsWith('no-clock.test.ts'));
  expect(files.length).toBeGreaterThan(100);
  const looking = files.filter(({ text }) => clock.test(text)).map(({ path }) => path.replaceAll('\\', '/'));
  expect(looking).toEqual(recording);
});
