import { expect, test } from 'vitest';
import { acquirers } from '../../../mock/acquirers/registry.ts';
import { faults } from '../../../mock/faults/registry.ts';
import { behaviourSentences } from '../../../mock/pages/start-page.ts';
import { startMock } from '../../../mock/server.ts';

const [fault, acquirer] = [faults[0], acquirers[0]];
if (fault === undefined || acquirer === undefined) throw new Error('a registry is empty');

test('every fault and acquirer is explained', () => {
  const names = [
    ...faults.map(({ id }) => `faults/${id}`),
    ...acquirers.map(({ name }) => `acquirers/${name}`),
  ];
  expect(names.filter((name) => behaviourSentences(name).length === 0)).toEqual([]);
  expect(behaviourSentences('plain')).toEqual([]);
});

test('a combination is explained part by part', () => {
  const [first, ...rest] = behaviourSentences(`acquirers/${acquirer.name} with faults/${fault.id}`);
  expect(first).toContain(acquirer.description);
  expect(rest.at(-1)).toContain(fault.description);
});

test('the start page explains the active fault and has curls to copy', async () => {
  const endpoint = await startMock({ fault: fault.id });
  const page = await (await fetch(endpoint.url.replace(/\/v1$/, '/'))).text();
  await endpoint.close();
  expect(page).toContain(`<ul id="manner"><li>Fault ${fault.id}, in ${fault.operation}: `);
  expect(page).toContain('data-copy="call-0"');
});
