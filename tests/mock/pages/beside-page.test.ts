import { spawnSync } from 'node:child_process';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { callerSecrets } from '../../../mock/hostile/proven/hostile.ts';
import { findHostile, hostiles } from '../../../mock/hostile/proven/registry.ts';
import { misfits } from '../../../mock/misfits/registry.ts';
import {
  endWords,
  linesOfHostile,
  linesOfMisfit,
  serveServicePage,
} from '../../../mock/pages/service-page.ts';

function linesOn(page: string): readonly string[] {
  const lines = [...page.matchAll(/<pre id="call-\d+">([^<]*)<\/pre>/g)].map(([, line = '']) => line);
  return lines.map((line) => line.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))));
}

test('every misfit and hostile service is explained with what a run must find', () => {
  for (const misfit of misfits) {
    const text = linesOfMisfit(misfit).join('\n');
    expect(text).toContain(misfit.description);
    expect(text).toContain(`ends with exit status ${misfit.expects.exit}`);
  }
  for (const hostile of hostiles) {
    const text = linesOfHostile(hostile).join('\n');
    expect(text).toContain(hostile.does);
    expect(text).toContain(endWords[hostile.expects.end]);
  }
});

test('the calls on the page of a hostile service are accepted by it, in their order', async () => {
  const hostile = findHostile('leaks-into-headers');
  if (hostile === undefined) throw new Error('it is gone');
  const service = await hostile.start();
  onTestFinished(() => service.stop());
  const page = await serveServicePage({
    title: 'Hostile',
    lines: linesOfHostile(hostile),
    address: service.baseUrl,
    operation: hostile.operation,
    signing: { recipe: 'hmac-sha256', key: callerSecrets.key },
  });
  onTestFinished(() => page.close());
  const lines = linesOn(await (await fetch(page.url)).text());
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toMatch(/ --max-time 20 \| head -c 2000$/);
    // The words of the line without the pipe, as a shell splits them.
    const script = `set -- ${line.split(' --max-time')[0]}; for word; do printf '%s\\n' "$word"; done`;
    const words = spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout.trimEnd().split('\n');
    const [, , address = '', , header = '', , body = ''] = words;
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': header.split(': ')[1] ?? '' },
      body,
    });
    expect(await answer.text()).toMatch(/0000/);
  }
});

test('the page is for this machine and for reading alone', async () => {
  const page = await serveServicePage({ title: '<b>', lines: ['<i>'], address: 'http://127.0.0.1:1' });
  onTestFinished(() => page.close());
  const text = await (await fetch(page.url)).text();
  expect(text).toContain('<h1>&#60;b&#62;</h1>');
  expect(text).toContain('<li>&#60;i&#62;</li>');
  expect((await fetch(page.url, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${page.url}other`)).status).toBe(404);
  const status = await new Promise((told) => {
    const asked = request(page.url, { headers: { host: 'evil.example' } }, ({ statusCode }) =>
      told(statusCode),
    );
    asked.end();
  });
  expect(status).toBe(403);
});
