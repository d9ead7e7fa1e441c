import type { Page } from '@playwright/test';
import { expect, test } from 'vitest';
import { exploreWindows } from './explore-window.ts';

const { pageOf } = exploreWindows();

const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

async function choose(page: Page, operation: string, path: string) {
  await page.getByLabel('Operation').selectOption(operation);
  await status(page, `Ready: POST ${path}`);
}

async function send(page: Page) {
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#verdict').waitFor();
}

const bodyOf = async (page: Page) => JSON.parse(await page.locator('#text').inputValue());

test('sends a refund of 51 entries from the case library', async ({ skip }) => {
  const { page, errors, foreign } = await pageOf(skip);
  await choose(page, 'refund', '/v1/refund');
  await page.getByLabel('Kind').selectOption('boundary');
  await page.getByLabel('Case').locator('option', { hasText: '51-entries' }).waitFor({ state: 'attached' });
  await page.getByLabel('Case').selectOption('refund_orders/51-entries');
  await status(page, '"Pay first" makes 51 card payments');
  const unknown = (await bodyOf(page)).refund_orders;
  await page.getByRole('button', { name: 'Pay first' }).click();
  await status(page, 'Paid: 51 card payments');
  expect((await bodyOf(page)).refund_orders[50].order_no).not.toBe(unknown[50].order_no);
  expect((await bodyOf(page)).refund_orders).toHaveLength(51);
  expect(await page.locator('#about').textContent()).toMatch(/^Expected: refused\. 8\/refund\/over-limit /);

  await send(page);
  expect(await page.locator('#verdict').textContent()).toMatch(
    /^refused \(expected: refused;.* findings: 0$/,
  );
  expect(await page.locator('#answer-status').textContent()).toMatch(/^200 application\/json/);
  expect(await page.locator('#curl').textContent()).toContain('/v1/refund');
  expect([errors, foreign]).toEqual([[], []]);
  await page.close();
});

test('what was edited before stays when the payments are made', async ({ skip }) => {
  const { page, errors } = await pageOf(skip);
  await choose(page, 'refund', '/v1/refund');
  const before = await bodyOf(page);
  const { refund_orders, ...request } = before;
  const [{ order_no: _, ...entry }, ...others] = refund_orders;
  const edited = { ...request, refund_orders: [{ ...entry, refund_reason: 'torn' }, ...others, 7], more: 1 };
  await page.locator('#text').fill(JSON.stringify(edited));
  await page.getByRole('button', { name: 'Pay first' }).click();
  await status(page, 'Paid: ');
  const paid = await bodyOf(page);
  expect(paid.refund_orders[0].transaction_id).not.toBe(entry.transaction_id);
  expect(paid.refund_orders[0].refund_reason).toBe('torn');
  expect(Object.keys(paid.refund_orders[0]).sort()).toEqual(
    Object.keys({ ...entry, refund_reason: 1 }).sort(),
  );
  expect([paid.refund_orders.at(-1), paid.more]).toEqual([7, 1]);
  await page.locator('#text').fill('{');
  await page.getByRole('button', { name: 'Pay first' }).click();
  await status(page, 'JSON');
  expect(errors).toEqual([]);
  await page.close();
});

test('a click puts a value of a class into the body, for a field that has one or none', async ({ skip }) => {
  const { page, errors } = await pageOf(skip);
  await choose(page, 'refund', '/v1/refund');
  const row = (path: string) => page.locator('.field', { has: page.getByText(path, { exact: true }) });
  const path = 'refund_orders[0].refund_reason';
  await row(path).getByText('values to try').click();
  await page.getByRole('button', { name: `Put right-to-left into ${path}` }).click();
  expect((await bodyOf(page)).refund_orders[0].refund_reason).toMatch(/\p{Script=Hebrew}|\p{Script=Arabic}/u);
  // The list stays open for the next one.
  await page.getByRole('button', { name: `Put misfit 12 into ${path}` }).click();
  expect((await bodyOf(page)).refund_orders[0].refund_reason).toBe(12);
  await page.getByRole('button', { name: `Remove ${path}` }).click();
  expect((await bodyOf(page)).refund_orders[0]).not.toHaveProperty('refund_reason');
  await page.getByText('documented fields that are not in the body').click();
  await row(path).getByText('values to try').click();
  await page.getByRole('button', { name: `Put emoji into ${path}` }).click();
  expect((await bodyOf(page)).refund_orders[0].refund_reason).toMatch(/\p{Extended_Pictographic}/u);
  await send(page);
  expect(await page.locator('#answer-text').textContent()).toContain('refund_reason');
  expect(errors).toEqual([]);
  await page.close();
});

test('an answer goes when the request beside it is another one', async ({ skip }) => {
  const { page } = await pageOf(skip);
  const shown = () => page.locator('#answer-parts, #findings').allTextContents();
  await choose(page, 'refund', '/v1/refund');
  await send(page);
  await page.locator('#text').fill('{"merchant_id": "100001"}');
  expect(await shown()).toEqual(['', '']);
  for (const change of [
    () => page.getByLabel('Seed').fill('12'),
    () => page.getByLabel('Kind').selectOption('fault'),
    () => page.getByLabel('Operation').selectOption('query'),
  ]) {
    await send(page);
    await change();
    await page.keyboard.press('Tab');
    await status(page, 'Ready: POST');
    expect(await shown()).toEqual(['', '']);
  }
  await page.close();
});

test('an answer that comes after the request was changed is not shown beside it', async ({ skip }) => {
  const { page } = await pageOf(skip);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/send', async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#text').fill('{"merchant_id": "100001"}');
  answer();
  await status(page, 'its answer is not shown');
  expect(await page.locator('#verdict').count()).toBe(0);
  await page.close();
});

test('nothing is sent while the next request is drawn', async ({ skip }) => {
  const { page } = await pageOf(skip);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname.replace(/^.*\/api\//, '')));
  let draw = () => {};
  const held = new Promise<void>((resolve) => {
    draw = resolve;
  });
  await page.route('**/api/case', async (route) => {
    await held;
    await route.fallback();
  });
  await page.getByLabel('Operation').selectOption('payout');
  await page.getByRole('button', { name: 'Send' }).click();
  draw();
  await status(page, 'Ready: POST /v1/payout');
  expect(sent).toEqual(['case']);
  await page.close();
});

test('nothing that a service writes becomes markup, and no sign of it turns the text', async ({ skip }) => {
  const { page, errors, foreign } = await pageOf(skip);
  const text = '<img src=x onerror=alert(1)><script>alert(1)</script> \u202e';
  await page.route('**/api/send', async (route) => {
    const findings = [{ verdict: 'fail', text }];
    const judged = { outcome: 'accepted', grade: 'complete', findings, observed: [text] };
    await route.fulfill({ json: { ...judged, head: text, text, curl: text } });
  });
  await send(page);
  expect(await page.locator('#answer-text').textContent()).toBe(text.replace('\u202e', '\\u{202e}'));
  expect(await page.locator('section :is(img, script)').count()).toBe(0);
  expect([errors, foreign]).toEqual([[], []]);
  await page.close();
});

test('fits narrow and wide windows, light and dark', async ({ skip }) => {
  const { page } = await pageOf(skip);
  await choose(page, 'direct-payment', '/v1/authorise');
  await page.getByText('values to try').first().click();
  await send(page);
  // Wider letters stand for the fonts of other machines.
  for (const spacing of ['0', '0.1em', '0.2em'])
    for (const width of [320, 360, 900, 1600]) {
      await page.setViewportSize({ width, height: 900 });
      const over = await page.evaluate((letterSpacing) => {
        for (const one of document.querySelectorAll<HTMLElement>('*'))
          one.style.letterSpacing = letterSpacing;
        return document.documentElement.scrollWidth - window.innerWidth;
      }, spacing);
      expect(over, `${width} px, letters wider by ${spacing}`).toBeLessThan(1);
    }
  const tops = await page
    .locator('main > section')
    .evaluateAll((sections) => sections.map((section) => section.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  const colours: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    colours.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(new Set(colours).size).toBe(2);
  await page.close();
});

test('shows no card that was typed beside its answer', async ({ skip }) => {
  const { page } = await pageOf(skip);
  await choose(page, 'direct-payment', '/v1/authorise');
  await page.getByLabel('card', { exact: true }).fill('4000000000000002');
  await page.getByLabel('amount', { exact: true }).fill('7.77');
  await send(page);
  const texts = await page.locator('#answer-parts, #findings').allTextContents();
  expect(texts.join()).toContain('7.77');
  expect(texts.join()).not.toContain('4000000000000002');
  await page.close();
});

test('goes from an edited field to the answer with the keyboard alone', async ({ skip }) => {
  const { page, errors } = await pageOf(skip);
  await page.getByLabel('Operation').focus();
  await page.keyboard.type('query');
  await status(page, 'retrievalTrans');
  await page.getByLabel('account_id', { exact: true }).fill('100001002');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await page.locator('#verdict').waitFor();
  expect((await bodyOf(page)).account_id).toBe('100001002');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('answer');
  expect(errors).toEqual([]);
  await page.close();
});

test('says what is wrong with a body, and sends none that it cannot read', async ({ skip }) => {
  const { page } = await pageOf(skip);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  for (const text of ['{', '{\n  "amount": "1.00",\n  "currency": }', '{"amount": 01}']) {
    await page.locator('#text').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    const alert = (await page.getByRole('alert').textContent()) ?? '';
    expect(alert).toContain('JSON');
    await status(page, alert);
  }
  expect(sent).toEqual([]);
  await page.close();
});
