import { expect, test } from 'vitest';
import { readable } from '../../cli/explore/sent-case.ts';
import { exploreWindows } from './explore-window.ts';

const { pageOf, host } = exploreWindows();

test('shows the verdict on a refund of 51 entries', async ({ skip }) => {
  const { page, errors, foreign } = await pageOf(skip);
  await page.getByLabel('Operation').selectOption('refund');
  await page.getByLabel('Entries').fill('51');
  await page.getByRole('button', { name: 'Make request' }).click();
  await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  expect(JSON.parse(await page.locator('#text').inputValue()).refund_orders).toHaveLength(51);
  expect(await page.locator('#about').textContent()).toContain('8/refund/over-limit');

  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#verdict').waitFor();
  expect(await page.locator('#verdict').textContent()).toMatch(/^refused \(expected: refused;.*0 findings/);
  expect(await page.locator('#answer-status').textContent()).toMatch(/^200 application\/json/);
  expect(await page.getByRole('row', { name: /^return_status not-tested 0/ }).count()).toBe(1);
  expect(await page.locator('#curl').textContent()).toContain('/v1/refund');
  expect([errors, foreign]).toEqual([[], []]);
  await page.close();
});

test('an answer goes when the request beside it is another one', async ({ skip }) => {
  const { page } = await pageOf(skip);
  const answer = page.locator('#result');
  const make = async () => {
    await page.getByRole('button', { name: 'Make request' }).click();
    await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  };
  const send = async () => {
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#verdict').waitFor();
  };
  await page.getByLabel('Operation').selectOption('refund');
  await make();
  await send();
  await page.locator('#text').fill('{"merchant_id": "100001"}');
  expect(await answer.isVisible()).toBe(false);
  await send();
  await make();
  expect(await answer.isVisible()).toBe(false);
  expect(await answer.textContent()).toBe('');
  for (const [field, choice, hasRequest] of [
    ['Kind', 'fault', true],
    ['Operation', 'query', false],
  ] as const) {
    await send();
    await page.getByLabel(field).selectOption(choice);
    expect(await answer.isVisible()).toBe(false);
    await page
      .getByRole('status')
      .filter({ hasText: /POST|Choose/ })
      .waitFor();
    expect(await page.locator('#made').isVisible()).toBe(hasRequest);
  }
  await page.close();
});

test('an answer that comes after the request was changed is not shown beside it', async ({ skip }) => {
  const { page } = await pageOf(skip);
  await page.getByRole('button', { name: 'Make request' }).click();
  await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
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
  await page.getByRole('status').filter({ hasText: 'its answer is not shown' }).waitFor();
  expect(await page.locator('#result').isVisible()).toBe(false);
  await page.close();
});

test('JSON and XML are coloured, and nothing that a service writes becomes markup', async ({ skip }) => {
  const { page, errors, foreign } = await pageOf(skip);
  const markup = '<img src=x onerror=alert(1)><script>alert(1)</script>';
  const shown = async (operation: string, body: string) => {
    await page.getByLabel('Operation').selectOption(operation);
    await page.getByRole('button', { name: 'Make request' }).click();
    await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
    await page.route(
      '**/api/send',
      async (route) => {
        const answer = await fetch(route.request().url(), {
          method: 'POST',
          headers: { ...route.request().headers(), host: host() },
          body: route.request().postData() ?? '',
        });
        await route.fulfill({ json: { ...(await answer.json()), text: readable(body, true) } });
      },
      { times: 1 },
    );
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('#verdict').waitFor();
    const kinds = await page
      .locator('#answer-text > span')
      .evaluateAll((spans) => [...new Set(spans.map(({ className }) => className))].sort());
    return { kinds, text: await page.locator('#answer-text').textContent() };
  };
  const json = await shown('query', JSON.stringify({ a: [markup, 1, true] }));
  expect(json.kinds).toEqual(['', 'is-name', 'is-number', 'is-string', 'is-word']);
  expect(JSON.parse(json.text ?? '')).toEqual({ a: [markup, 1, true] });
  const xml = await shown('direct-payment', `<respon a="1"><b>${markup}</b><!-- c --></respon>`);
  expect(xml.kinds).toEqual(['', 'is-comment', 'is-name', 'is-string', 'is-tag']);
  expect(xml.text).toContain('\n  <b>');
  expect(xml.text?.replaceAll(/\s+/g, '')).toBe(
    `<respon a="1"><b>${markup}</b><!-- c --></respon>`.replaceAll(/\s+/g, ''),
  );
  expect(await page.locator('#answer-text :not(span)').count()).toBe(0);
  expect([errors, foreign]).toEqual([[], []]);
  await page.close();
});

test('fits narrow and wide windows, light and dark', async ({ skip }) => {
  const { page } = await pageOf(skip);
  await page.getByLabel('Operation').selectOption('direct-payment');
  await page.getByRole('button', { name: 'Make request' }).click();
  await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  await page.getByLabel('as fields').check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#verdict').waitFor();
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
  const colours: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    colours.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(new Set(colours).size).toBe(2);
  await page.close();
});

test('saves a replay without the card that was typed', async ({ skip }) => {
  const { page } = await pageOf(skip);
  await page.getByLabel('Operation').selectOption('direct-payment');
  await page.getByRole('button', { name: 'Make request' }).click();
  await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  await page.getByLabel('as fields').check();
  await page.getByLabel('card', { exact: true }).fill('4000000000000002');
  await page.getByLabel('amount', { exact: true }).fill('7.77');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#verdict').waitFor();
  const link = page.getByRole('link', { name: 'Save as replay' });
  const [, data = ''] = ((await link.getAttribute('href')) ?? '').split(',');
  expect(JSON.parse(decodeURIComponent(data))).toMatchObject({
    operation: 'direct-payment',
    edits: expect.arrayContaining(['amount="7.77"']),
  });
  expect(data).not.toContain('4000000000000002');
  expect(await page.locator('#result').innerHTML()).not.toContain('4000000000000002');
  await page.close();
});

test('goes from an edited field to the answer with the keyboard alone', async ({ skip }) => {
  const { page, errors } = await pageOf(skip);
  await page.getByLabel('Operation').focus();
  await page.keyboard.type('query');
  await page.getByRole('status').filter({ hasText: 'retrievalTrans' }).waitFor();
  await page.getByRole('button', { name: 'Make request' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Make request');
  await page.getByLabel('as text').focus();
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('account_id', { exact: true }).fill('100001002');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+Enter');
  await page.locator('#verdict').waitFor();
  expect(JSON.parse(await page.locator('#text').inputValue()).account_id).toBe('100001002');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('answer');
  expect(errors).toEqual([]);
  await page.close();
});

test('says what is wrong with a body and lists documented fields', async ({ skip }) => {
  const { page } = await pageOf(skip);
  await page.getByLabel('Operation').selectOption('payout');
  await page.getByRole('status').filter({ hasText: '/v1/payout' }).waitFor();
  await page.getByLabel('Find').fill('beneficiary');
  expect(await page.locator('#request-fields').getByRole('row').count()).toBeGreaterThan(2);
  await page.getByLabel('Kind').selectOption('fault');
  await page.getByRole('status').filter({ hasText: 'Choose a case' }).waitFor();
  expect(await page.getByLabel('Case').locator('option').count()).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Make request' }).click();
  await page.getByRole('status').filter({ hasText: 'ready' }).waitFor();
  for (const text of ['{', '{\n  "amount": "1.00",\n  "currency": }', '{"amount": 01}']) {
    await page.locator('#text').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    const alert = await page.getByRole('alert').textContent();
    expect(alert).toContain('JSON');
    await page
      .getByRole('status')
      .filter({ hasText: alert ?? '' })
      .waitFor();
  }
  // Who has pressed the button sees why nothing was sent.
  const bottom = async (name: string) => {
    const box = await page.locator(name).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect((await bottom('#text-problem')) - (await bottom('#send'))).toBeLessThan(60);
  await page.close();
});
