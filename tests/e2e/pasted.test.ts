import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { publishedCards } from '../../generators/context.ts';
import { shellWord } from '../../schemas/command-line.ts';
import { conformance, plainEnvironment, root, startConformance } from './command.ts';

// Sends what curl would send, so that no curl has to be installed.
const curl = `
const words = process.argv.slice(1);
const address = words.find((word) => word.startsWith('http'));
const headers = words.flatMap((word, at) => (words[at - 1] === '-H' ? [word.split(/: (.*)/s).slice(0, 2)] : []));
const method = words[words.indexOf('-X') + 1];
fetch(address, { method, headers, body: require('fs').readFileSync(0) }).then(async (answer) => console.log(await answer.text()));
`;

test('the commands of a finding show its fault when they are pasted', async () => {
  const out = mkdtempSync(join(tmpdir(), 'conformance-pasted-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  const run = ['run', '--fault', 'refund-reference-id-three-digits', '--operation', 'refund', '--seed', '7'];
  await conformance([...run, '--runs', '1', '--out', out, '--skip-allure']);
  const { findings } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
  const { exchange } = findings.find(
    ({ clause }: { clause: string }) => clause === '2.9/refund_reference_id/shape',
  );
  const { stdout: text } = await conformance(['replay', exchange, '--from', out, '--curl']);
  const [, options = ''] = /mock --port 8080 (.*)/.exec(text) ?? [];
  const mock = startConformance(['mock', '--port', '0', ...options.split(' ')]);
  onTestFinished(() => void mock.process.kill());
  const [address] = await mock.says(/http:\/\/127\.0\.0\.1:\d+/);
  const node = shellWord(process.execPath);
  const functions = [
    `npx() { shift; ${node} ${shellWord(`${root}cli/conformance.mjs`)} "$@"; }`,
    `curl() { ${node} -e ${shellWord(curl)} -- "$@"; }`,
  ];
  const [{ card, security_code } = { card: '', security_code: '' }] = publishedCards;
  const pasted = spawnSync('sh', ['-c', [...functions, text].join('\n')], {
    env: plainEnvironment({ BASE_URL: address, CARD: card, SECURITY_CODE: security_code }),
    encoding: 'utf8',
  });
  expect(pasted.stdout).toMatch(/"refund_reference_id":"\w+-\d{3}"/);
}, 120_000);
