import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from '../../mock/faults/registry.ts';
import { startMock } from '../../mock/server.ts';
import { openBrowser } from '../../targets/browser.ts';

let mock: Awaited<ReturnType<typeof startMock>>;
let opened: Awaited<ReturnType<typeof openBrowser>>;

beforeAll(async () => {
  mock = await startMock();
  opened = await openBrowser();
});
afterAll(async () => {
  if ('browser' in opened) await opened.close();
  await mock.close();
});

/** The start page as its browser shows it; the browser is sealed, so it is handed the text. */
async function shown() {
  if ('reason' in opened) throw new Error(opened.reason);
  const page = await opened.browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.setContent(await (await fetch(mock.url)).text());
  return page;
}

test('the start page is folded, and fits windows of any width', async () => {
  const page = await shown();
  for (const width of [320, 800, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const list of await page.locator('details.found').all())
      await list.evaluate((one) => one.toggleAttribute('open'));
    const [over, height] = await page.evaluate(() => [
      document.documentElement.scrollWidth - window.innerWidth,
      document.documentElement.scrollHeight,
    ]);
    expect(over, `${width} px`).toBeLessThan(1);
    if (width === 800) expect(height).toBeLessThan(12_000);
  }
  await page.close();
});

test.each([
  [String(faults[0]?.id), 1, 'Faults'],
  ['REFUND amount number', 1, 'Faults'],
])('the start page finds %s', async (words, least, list) => {
  const page = await shown();
  await page.getByLabel('Find').fill(words);
  const found = page.locator('details.found', { hasText: new RegExp(`^${list}`) });
  expect(await found.getAttribute('open')).toBe('');
  const rows = found.locator('tr:has(td):visible');
  expect(await rows.count()).toBeGreaterThanOrEqual(least);
  expect(await rows.count()).toBeLessThan(60);
  for (const text of await rows.allTextContents())
    for (const word of words.toLowerCase().split(' ')) expect(text.toLowerCase()).toContain(word);
  await page.getByLabel('Find').fill('');
  expect(await found.getAttribute('open')).toBe(null);
  await page.close();
});

test('the start page says where nothing is found', async () => {
  const page = await shown();
  await page.getByLabel('Find').fill('no such words');
  expect(await page.locator('details.found output').allTextContents()).toEqual(Array(2).fill(', 0 found'));
  expect(await page.locator('details.found[open]').count()).toBe(0);
  await page.close();
});
