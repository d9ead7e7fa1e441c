import { expect, test } from 'vitest';
import { acquirers } from '../../../mock/acquirers/registry.ts';
import { dialects } from '../../../mock/dialects/registry.ts';
import { faults } from '../../../mock/faults/registry.ts';
import { behaviourSentences } from '../../../mock/pages/start-page.ts';
import { startMock } from '../../../mock/server.ts';

const [fault, dialect, acquirer] = [faults[0], dialects[0], acquirers[0]];
if (fault === undefined || dialect === undefined || acquirer === undefined)
  throw new Error('a registry is empty');

test('every fault, variant and acquirer is explained', () => {
  const names = [
    ...faults.map(({ id }) => `faults/${id}`),
    ...dialects.map(({ name }) => `dialects/${name}`),
    ...acquirers.map(({ name }) => `acquirers/${name}`),
  ];
  expect(names.filter((name) => behaviourSentences(name).length === 0)).toEqual([]);
  expect(behaviourSentences('plain')).toEqual([]);
});

test('a combination is explained part by part', () => {
  const [first, last] = behaviourSentences(`dialects/${dialect.name} with faults/${fault.id}`);
  expect(first).toContain(dialect.reason);
  expect(last).toContain(fault.description);
});

test('the start page explains the active fault and has curls to copy', async () => {
  const endpoint = await startMock({ fault: fault.id });
  const page = await (await fetch(endpoint.url.replace(/\/v1$/, '/'))).text();
  await endpoint.close();
  expect(page).toContain(`<ul id="manner"><li>Fault ${fault.id}, in ${fault.operation}: `);
  expect(page).toContain('data-copy="call-0"');
});
