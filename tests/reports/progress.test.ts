import { afterEach, expect, test, vi } from 'vitest';
import { type Progress, runnerMessageIn, sendToRunner } from '../../reports/run/progress.ts';

const step: Progress = { id: 't', test: 'conforms', done: 10, total: 25, phase: 'checking' };

/** What is written to standard output. */
function written(): readonly string[] {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
  return lines;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test('what a worker tells reaches its runner', () => {
  vi.stubEnv('TEST_WORKER_INDEX', '0');
  vi.stubEnv('CONFORMANCE_COMMAND', '1');
  const lines = written();
  sendToRunner(step);
  sendToRunner({ stop: 'SIGTERM' });
  expect(lines.map(runnerMessageIn)).toEqual([step, { stop: 'SIGTERM' }]);
});

test('other output of a worker is passed over', () => {
  expect(['no json\n', '{"test":1}\n', Buffer.from('null')].map(runnerMessageIn)).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each([
  ['outside of a worker', undefined, '1'],
  ['in a run that Playwright itself starts', '0', undefined],
])('%s nothing is written', (_, worker, command) => {
  vi.stubEnv('TEST_WORKER_INDEX', worker);
  vi.stubEnv('CONFORMANCE_COMMAND', command);
  const lines = written();
  sendToRunner(step);
  expect(lines).toEqual([]);
});
