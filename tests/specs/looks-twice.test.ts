import { expect, test } from 'vitest';
import type { PageVisit } from '../../schemas/types.ts';
import { looksTwice } from '../../specs/support/visiting/sealed-browser.ts';
import type { PageTimeouts, ServedPage } from '../../specs/support/visiting/watch-page.ts';

const page: ServedPage = { url: 'https://service.example/v1/checkout', headers: {}, body: Buffer.of() };
const idle: PageVisit = { foreignRequests: [], dialogs: [], scriptErrors: [] };
const posting = (afterMs: number): PageVisit => ({
  ...idle,
  posted: { method: 'POST', url: page.url, afterMs, fields: [] },
});

/** A browser in which the control posts after 10 ms and the page shows one result after the other. */
function showing(results: readonly PageVisit[], control = posting(10)) {
  const left = [...results];
  const looks: (readonly [what: string, loaded: number])[] = [];
  const look = async ({ url }: ServedPage, { loaded }: PageTimeouts): Promise<PageVisit> => {
    if (url !== page.url) {
      looks.push(['control', loaded]);
      return control;
    }
    looks.push(['page', loaded]);
    return left.shift() ?? idle;
  };
  return { look, looks };
}

test('a page that posts at the first look is not looked at again', async () => {
  const { look, looks } = showing([posting(1)]);
  expect(await looksTwice(look)(page)).toEqual(posting(1));
  expect(looks.map(([what]) => what)).toEqual(['page']);
});

test('a page that counts down posts at the second look, longer on a slow machine', async () => {
  const { look, looks } = showing([idle, posting(9_000)], posting(100));
  expect(await looksTwice(look)(page)).toEqual(posting(9_000));
  expect(looks).toEqual([
    ['page', 3_000],
    ['control', 60_000],
    ['page', 14_000],
  ]);
});

test('a page that never posts has posted nothing', async () => {
  expect(await looksTwice(showing([]).look)(page)).toEqual(idle);
});

test('nothing is said of a page where one that is known to post does not either', async () => {
  expect((await looksTwice(showing([], idle).look)(page))?.failure?.reason).toBe('hang');
});

test('a page that did too much is not looked at again', async () => {
  const excess: PageVisit = { ...idle, failure: { reason: 'excess', detail: '' } };
  const { look, looks } = showing([excess]);
  expect(await looksTwice(look)(page)).toEqual(excess);
  expect(looks).toHaveLength(1);
});

test('pages have less time once one of them posted nothing', async () => {
  const { look, looks } = showing([]);
  const twice = looksTwice(look);
  await twice(page);
  await twice(page);
  const waits = looks.flatMap(([what, loaded]) => (what === 'page' ? [loaded] : []));
  expect(waits).toEqual([3000, 12_200, 600, 2600]);
});
