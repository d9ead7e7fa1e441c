import { expect, test } from 'vitest';
import type { Answer, PageVisit, SentRequest } from '../../schemas/types.ts';
import { type Visit, visitingOnce } from '../../specs/support/visiting-once.ts';

const sentTo = (variant: string) => ({ url: `http://mock.test/${variant}/v1/pay` }) as SentRequest;
const answering = (text: string): Answer => ({
  kind: 'answer',
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(text),
  durationMs: 1,
});
const nothing = { foreignRequests: [], dialogs: [], scriptErrors: [] };
const postedTo = (url: string): PageVisit => ({
  ...nothing,
  posted: { method: 'POST', url, fields: [['notify_url', encodeURIComponent(url)]], afterMs: 5 },
});
const fetchNothing = async () => undefined;

function watched(see: (sent: SentRequest) => PageVisit = ({ url }) => postedTo(url), asks = false) {
  const seen: string[] = [];
  const visit: Visit = async (sent, _answer, fetchScript) => {
    seen.push(sent.url);
    if (asks) await fetchScript('http://mock.test/a.js');
    return see(sent);
  };
  const of = visitingOnce(visit);
  const look = (variant: string, text = `<form action="/${variant}/v1/checkout">`) =>
    of(variant)(sentTo(variant), answering(text), fetchNothing);
  return { seen, look };
}

test('pages that are equal but for their addresses are looked at once', async () => {
  const { seen, look } = watched();
  const [one, other] = await Promise.all([look('dialects/plain'), look('dialects/slow')]);
  expect(seen).toHaveLength(1);
  expect(one).toEqual(postedTo('http://mock.test/dialects/plain/v1/pay'));
  expect(other).toEqual(postedTo('http://mock.test/dialects/slow/v1/pay'));
});

test('a page that differs in anything else is looked at', async () => {
  const { seen, look } = watched();
  await look('dialects/plain');
  await look('dialects/slow', '<form action="/dialects/slow/v1/checkout" >');
  await look('dialects/busy', '<form action="/dialects/plain/v1/checkout">');
  expect(seen).toHaveLength(3);
});

test('what did not post, failed or asked for a script is looked at each time', async () => {
  const failed = { failure: { reason: 'hang', detail: 'none' }, ...nothing } as const;
  const cases = [
    watched(() => nothing),
    watched(({ url }) => ({ ...postedTo(url), ...failed })),
    watched(undefined, true),
  ];
  for (const { seen, look } of cases) {
    await look('dialects/plain');
    await look('dialects/slow');
    expect(seen).toHaveLength(2);
  }
});

test('a look that is refused is refused to its own page alone', async () => {
  const { seen, look } = watched(({ url }) => {
    if (url.includes('plain')) throw new Error('no browser');
    return postedTo(url);
  });
  const [one, other] = await Promise.allSettled([look('dialects/plain'), look('dialects/slow')]);
  expect([one.status, other.status]).toEqual(['rejected', 'fulfilled']);
  expect(seen).toHaveLength(2);
});
