import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import config from '../../vitest.config.ts';
import { longest } from '../longest-first.ts';
import { ownProcess, sharedRooms, waiting } from '../shared-process.ts';
import { root, sourceFiles } from './source-files.ts';

const changesItsProcess = /\bvi\.(?:mock|doMock|stubEnv|stubGlobal)\(|\bprocess\.env(?:\.\w+|\[\w+\]) =[^=]/;
const changesForGood = /\bvi\.(?:mock|doMock|stubGlobal)\(|\bprocess\.env(?:\.\w+|\[\w+\]) =[^=]/;
const tests = sourceFiles('tests').filter(({ path }) => path.endsWith('.test.ts'));

test('a file that changes its process does not share one', () => {
  const sharing = tests.filter(
    ({ path }) =>
      sharedRooms.some((room) => path.startsWith(`tests/${room}/`)) &&
      ![...ownProcess, ...waiting].includes(path),
  );
  expect(sharing.length).toBeGreaterThan(40);
  expect(sharing.filter(({ text }) => changesItsProcess.test(text)).map(({ path }) => path)).toEqual([]);
});

test('a file that waits leaves neither modules nor variables changed', () => {
  const inTurn = tests.filter(({ path }) => /^tests\/(?:e2e|pack)\//.test(path) || waiting.includes(path));
  expect(inTurn.length).toBeGreaterThan(40);
  const left = inTurn.filter(
    ({ text }) =>
      changesForGood.test(text) || (/\bvi\.stubEnv\(/.test(text) && !/\bunstubAllEnvs\(/.test(text)),
  );
  expect(left.map(({ path }) => path)).toEqual([]);
});

test('every file that is listed is there', () => {
  const paths = tests.map(({ path }) => path);
  expect([...ownProcess, ...waiting].filter((file) => !paths.includes(file))).toEqual([]);
});

test('every room of the tests runs', () => {
  const rooms = readdirSync(join(root, 'tests'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const included = JSON.stringify(config);
  expect(rooms.filter((room) => !new RegExp(`[/{,]${room}[/,}]`).test(included))).toEqual([]);
});

test('the files that are said to take longest are there', () => {
  const paths = tests.map(({ path }) => path);
  expect(longest.filter((file) => !paths.includes(file))).toEqual([]);
});
