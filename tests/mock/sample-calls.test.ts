import { spawnSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { curlLine, sampleCalls } from '../../mock/pages/sample-calls.ts';
import { startMock } from '../../mock/server.ts';
import { documentedOperations } from '../../schemas/operations.ts';

/** The words of a command line as a shell splits them. */
function wordsOf(line: string): readonly string[] {
  const script = `set -- ${line}; for word; do printf '%s\\n' "$word"; done`;
  return spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trimEnd().split('\n');
}

async function start() {
  const mock = await startMock();
  onTestFinished(() => mock.close());
  return mock;
}

test('every operation has a call', () => {
  const paths = new Set(sampleCalls.map(({ path }) => path));
  expect(documentedOperations.filter(({ path }) => !paths.has(path))).toEqual([]);
});

test('pasted one after the other, every call is accepted', async () => {
  const { url } = await start();
  for (const call of sampleCalls) {
    const [, , address = '', , header = '', , body = ''] = wordsOf(curlLine(call, url));
    const [, type = ''] = header.split(': ');
    const answer = await fetch(address, { method: 'POST', headers: { 'content-type': type }, body });
    expect(answer.status, call.title).toBe(200);
    expect(await answer.text(), call.title).not.toMatch(/_status":"0"|"return_status":"0"/);
  }
  const { exchanges } = await (await fetch(`${url}/recent`)).json();
  expect(exchanges).toHaveLength(sampleCalls.length);
  expect(exchanges.filter(({ refused }: { refused: string }) => refused !== '')).toEqual([]);
});

test('the start page shows each call for its own address and nothing foreign', async () => {
  const { url } = await start();
  const page = await (await fetch(url)).text();
  expect(page.match(/<button type="button" data-copy=/g)).toHaveLength(sampleCalls.length);
  expect(page).toContain(`curl -s ${url}/v1/authorise`);
  const foreign = [...page.matchAll(/(?:src|href)="(?!\/)([^"]*)"/g)].map(([, address]) => address);
  expect(foreign).toEqual([]);
});
