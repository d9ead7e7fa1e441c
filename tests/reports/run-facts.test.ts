import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootBefore } from '../../reports/run/run-facts.ts';
import { folderWith } from '../targets/target-folder.ts';

test('the digest of what stood before the evidence reads nothing else', () => {
  const out = folderWith({});
  writeFileSync(join(out, 'opening.json'), '{}');
  mkdirSync(join(out, 'allure-results'));
  writeFileSync(join(out, 'allure-results', 'one.json'), '{}');
  const root = rootBefore(out);
  mkdirSync(join(out, 'parts'));
  writeFileSync(join(out, 'parts', 'worker-0.ndjson'), 'evidence');
  symlinkSync('nowhere', join(out, 'matrix.html'));
  expect(rootBefore(out)).toBe(root);
  writeFileSync(join(out, 'allure-results', 'one.json'), '{"a":1}');
  expect(rootBefore(out)).not.toBe(root);
});

test('a link among what stood before the evidence is refused', () => {
  const out = folderWith({});
  symlinkSync('/etc/hostname', join(out, 'opening.json'));
  expect(() => rootBefore(out)).toThrow('it is not a plain file');
});
