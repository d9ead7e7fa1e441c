import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeHar } from '../../cli/judge/har.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import { openBrowser } from '../../targets/browser.ts';
import { emptyFolder } from './command.ts';
import { practise, shop } from './practice.ts';

test('a HAR file that a real browser recorded gives the findings of the run', async ({ skip }) => {
  const opened = await openBrowser();
  if ('reason' in opened) return skip(opened.reason);
  const practice = await practise('refund-reference-id-three-digits');
  await shop(practice, practice.url);
  const har = join(emptyFolder(), 'shop.har');
  const context = await opened.browser.newContext({
    recordHar: { path: har },
    // Only the loopback address is reached without the proxy that nobody listens on.
    proxy: { server: 'http://127.0.0.1:9', bypass: '127.0.0.1' },
  });
  try {
    // The sealed browser resolves no address at all, so its requests are fetched for it.
    await context.route('**/*', async (route) => route.fulfill({ response: await route.fetch() }));
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(practice.url);
    for (const { exchange } of practice.seen) {
      const { url, headers, body } = exchange.sent;
      const type = headers['content-type'] ?? '';
      await page.evaluate(
        ([to, content, sent]) =>
          fetch(to, { method: 'POST', headers: { 'content-type': content }, body: sent }).then((answer) =>
            answer.text(),
          ),
        [url, type, body] as const,
      );
    }
  } finally {
    await context.close();
    await opened.close();
  }
  const { cases, unjudged } = judgeHar(har, readFileSync(har), practice.url);
  expect(unjudged.map(({ what }) => what.replace(/\S+$/, ''))).toContain('GET ');
  const said = ({ exchange, judgement }: JudgedExchange) => [
    exchange.operation,
    ...judgement.findings.map(({ clause, path }) => `${clause} ${path}`),
  ];
  expect(cases.map(({ judged }) => said(judged))).toEqual(practice.seen.map(said));
  expect(cases.flatMap(({ judged }) => said(judged)).join()).toContain('2.9/refund_reference_id/shape');
});
