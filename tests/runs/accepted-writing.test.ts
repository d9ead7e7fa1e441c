import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Change } from '../../mock/behaviour.ts';
import { startMock } from '../../mock/server.ts';
import { readOpening, writingLines } from '../../reports/opening.ts';
import { cleanUpHere } from '../cli/clean-up-here.ts';
import { servedExplore } from '../cli/served-explore.ts';
import { makeFolder, removeFolders } from '../e2e/folders.ts';
import { writeTarget } from '../e2e/target-files.ts';
import { runInside } from './run-inside.ts';

removeFolders();

const formOnly = ['direct-payment', 'refund'];

/** Turns away what is written otherwise, and does nothing of it. */
const readsFormOnly: Change = (behaviour) => ({
  ...behaviour,
  answerEarly(about) {
    if (!formOnly.includes(about.operation) || about.encoding === 'form') return behaviour.answerEarly(about);
    const text = '{"error_message":"unsupported media type"}';
    return { form: 'text', status: 415, accepted: false, contentType: 'application/json', text };
  },
});

test('a clean-up writes bodies as its run found them accepted, explore as declared', async () => {
  const mock = await startMock({ change: readsFormOnly });
  onTestFinished(() => mock.close());
  const folder = makeFolder();
  const out = join(folder, 'out');
  const target = writeTarget(folder, mock.url, { allow: ['reads', 'creates', 'moves-money'] });
  const some = { operations: ['refund'], grep: 'one result entry', skipOpening: false } as const;
  await runInside({ ...some, target, seed: '5', out });
  const opening = readOpening(out);
  expect(opening && writingLines(opening).join()).toContain('refund is written as form');
  vi.stubEnv('CONFORMANCE_OUT', out);
  onTestFinished(() => void vi.unstubAllEnvs());
  const explored = async () => {
    const { paid, send } = await servedExplore({ target });
    const { told } = await send(await paid({ operation: 'refund' }));
    return told;
  };
  expect((await explored()).text).toContain('unsupported media type');
  const { left } = await cleanUpHere(out, { target, sends: true });
  expect(left.join()).toContain('refund undone');
  expect(left.join()).not.toContain('unsupported media type');
  const form = { encoding: 'form', contentType: 'application/x-www-form-urlencoded' };
  const encodings = Object.fromEntries(formOnly.map((operation) => [operation, form]));
  writeTarget(folder, mock.url, { allow: ['reads', 'creates', 'moves-money'], encodings });
  expect(await explored()).toMatchObject({ outcome: 'accepted' });
});
