import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { faults } from '../../mock/faults/registry.ts';
import { alternateNames } from '../../mock/pages/redirect-page.ts';
import { startMock } from '../../mock/server.ts';
import { judge } from '../../schemas/judge.ts';
import { namesOf } from '../../schemas/rules/redirect-page.ts';
import type { Finding, JsonObject } from '../../schemas/types.ts';
import { openBrowser } from '../../targets/browser.ts';
import { using } from '../proof/using.ts';
import { openCaller, signing } from './caller.ts';
import { bodyOf, otherAccount, party } from './journey.ts';
import { runPage } from './run-page.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ signing });
});
afterAll(() => mock.close());

async function findingsOfVisit(base: string, about = {}): Promise<readonly Finding[]> {
  const { exchange } = await openCaller(base).send('redirect-payment', {
    ...bodyOf('redirect-payment'),
    ...about,
    website: 'https://shop.example',
    note: '</script><script>alert(12345678)</script>',
  });
  return judge({ ...exchange, page: runPage(exchange) }).findings;
}

describe('the redirect page', () => {
  test('posts what the document lists', async () => {
    expect(await findingsOfVisit(mock.url)).toEqual([]);
  });

  test.each([
    'writing-of-the-page',
    'names-of-inputs={"alternateOnly":["amount","currency","first_name"],"ownOnly":[]}',
    'further-inputs',
    'action-of-the-form={"form":"relative to a base","method":"post"}',
    'all-params={"write":"raw","reversed":true}',
    'how-the-page-posts={"post":"onload"}',
  ])('posts what the document lists with the freedom %s', async (freedom) => {
    const own = await startMock({ signing, changeOf: using(freedom) });
    onTestFinished(() => own.close());
    expect(await findingsOfVisit(own.url)).toEqual([]);
  });

  test.each(faults.filter(({ needs }) => needs === 'browser'))(
    '$id breaks $clause',
    async ({ id, clause, verdict }) => {
      const about = {
        ...(id.endsWith('first-account') ? otherAccount : {}),
        ...(id.includes('-large-') ? { amount: '54321.10' } : {}),
      };
      const findings = await findingsOfVisit(`${mock.url}/faults/${id}`, about);
      expect(
        findings.filter((finding) => finding.clause === clause).map((finding) => finding.verdict),
      ).toContain(verdict);
    },
  );

  test('uses the alternate names that the schema of the posted form knows', () => {
    for (const field of new Set(Object.values(alternateNames))) {
      const own = Object.keys(alternateNames).filter((name) => alternateNames[name] === field);
      expect(own).toEqual(expect.arrayContaining(namesOf(field).slice(1) as string[]));
    }
  });
});

describe('the hosted page', () => {
  test('completes the payment that the page posted, once', async () => {
    const caller = openCaller(mock.url);
    const { exchange } = await caller.send('redirect-payment', bodyOf('redirect-payment', 'minimal', 40));
    const { posted } = runPage(exchange);
    const page = await fetch(posted?.url ?? '', {
      method: 'POST',
      body: new URLSearchParams(posted?.fields as [string, string][]),
    });
    const html = await page.text();
    const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)]
      .filter(([, name]) => name !== 'choice')
      .map(([, name = '', value = '']): [string, string] => [name, value]);
    const pay = () =>
      fetch(`${mock.url}/v1/checkout/complete`, {
        method: 'POST',
        body: new URLSearchParams([...fields, ['choice', 'pay']]),
        redirect: 'manual',
      });
    expect((await pay()).status).toBe(303);
    expect((await pay()).headers.get('location')).toContain('/v1/checkout/done');
    const { judgement } = await caller.send('query', party);
    const [newest] = (judgement.answer as JsonObject).orders_list as JsonObject[];
    expect(newest?.payment_status).toBe('4100');
  });

  test('answers a post about no open payment with 404', async () => {
    const page = await fetch(`${mock.url}/v1/checkout/pay`, {
      method: 'POST',
      body: new URLSearchParams({ order_no: 'none' }),
    });
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('No open payment');
  });

  test('is reached and left again by a real browser', async (context) => {
    const opened = await openBrowser();
    if ('reason' in opened) return context.skip(opened.reason);
    const caller = openCaller(mock.url);
    const { exchange } = await caller.send('redirect-payment', {
      ...bodyOf('redirect-payment', 'minimal', 41),
      website: `${mock.url}/v1/checkout/done?shop`,
    });
    onTestFinished(() => opened.close());
    const page = await opened.browser.newPage();
    page.setDefaultTimeout(10_000);
    const body = exchange.received.kind === 'answer' ? Buffer.from(exchange.received.body) : Buffer.of();
    // The browser itself reaches nothing, so every request is made for it here.
    await page.route('**/*', async (route) => {
      const request = route.request();
      if (request.method() === 'GET' && request.url().endsWith('/v1/checkout'))
        return route.fulfill({ contentType: 'text/html', body });
      const answer = await fetch(request.url(), {
        method: request.method(),
        headers: { 'content-type': request.headers()['content-type'] ?? 'text/plain' },
        body: request.postData(),
      });
      await route.fulfill({
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: await answer.text(),
      });
    });
    await page.goto(`${mock.url}/v1/checkout`, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await page.getByRole('heading', { name: 'Thank you' }).waitFor({ state: 'attached' });
  });
});
