import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { exportFindings } from '../../cli/after/export.ts';
import { writeEvidenceFolder } from '../reports/evidence-folder.ts';
import { emptyFolder, runCommand } from './command.ts';

const from = writeEvidenceFolder();
afterAll(() => rmSync(from, { recursive: true, force: true }));
const run = (...words: string[]) => runCommand(exportFindings, ['export', '--from', from, ...words]);

test('the findings of an operation become a Postman collection in a file', async () => {
  const out = join(emptyFolder(), 'refund.json');
  const { status } = await run('--postman', '--operation', 'refund', '--out', out);
  expect(status).toBe(0);
  const { info, item } = JSON.parse(readFileSync(out, 'utf8'));
  expect(info.name).toBe('Findings of refund: Sandbox, seed 7');
  expect(item.map(({ name }: { name: string }) => name)).toEqual(['refund']);
});

test('the findings of all operations become an .http file', async () => {
  const out = join(emptyFolder(), 'findings.http');
  expect((await run('--http', '--out', out)).status).toBe(0);
  const text = readFileSync(out, 'utf8');
  expect(text).toContain('{{base_url}}/v1/refund');
  expect(text).toContain('"card":"{{CARD}}"');
});

test('neither format, both of them, or nothing to export is wrong usage', async () => {
  await expect(run()).rejects.toThrow('export takes one format: --postman or --http.');
  await expect(run('--postman', '--http')).rejects.toThrow('export takes one format');
  await expect(run('--http', '--operation', 'payout')).rejects.toThrow('holds no finding of payout');
});
