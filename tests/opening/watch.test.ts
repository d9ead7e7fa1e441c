import { describe, expect, test } from 'vitest';
import { openWatch } from '../../opening/watch.ts';
import { whyStopped } from '../../reports/stopped.ts';
import type { Answer, JudgedExchange, NoAnswer } from '../../schemas/types.ts';
import { emptyFolder } from '../cli/command.ts';

const answer: Answer = { kind: 'answer', status: 200, headers: {}, body: new Uint8Array(), durationMs: 1 };
const none = (reason: NoAnswer['reason']): NoAnswer => ({ kind: 'none', reason, detail: '', durationMs: 1 });

function exchange(received: Answer | NoAnswer, id = 'first', intent: 'valid' | 'odd' = 'valid') {
  return { exchange: { id, operation: 'query', received, sent: { intent } } } as unknown as JudgedExchange;
}

describe('a service', () => {
  test('is suspected after five requests in a row without an answer, over all workers', () => {
    const out = emptyFolder();
    const [one, other] = [openWatch({ out }), openWatch({ out })];
    expect(one.note(exchange(none('reset'), 'lost'))).toBe(false);
    const last = [other, one, other, one].map((watch) => watch.note(exchange(none('reset'), 'later')));
    expect(last).toEqual([false, false, false, true]);
    expect(one.convict()).toMatch(/^the service stopped answering since exchange lost \(reset\); 5 requests/);
    expect(other.stopped()).toBe(whyStopped(out));
  });

  test('is suspected after three time-outs', () => {
    const watch = openWatch({ out: emptyFolder() });
    expect([1, 2, 3].map(() => watch.note(exchange(none('timeout'))))).toEqual([false, false, true]);
  });

  test('is suspected after three connections that died with the read after each', () => {
    const watch = openWatch({ out: emptyFolder() });
    const gone = { ...none('reset'), gone: true as const };
    expect([1, 2, 3].map(() => watch.note(exchange(gone)))).toEqual([false, false, true]);
    expect(watch.convict()).toMatch(/6 requests got no answer/);
  });

  test('that answers in between is not suspected', () => {
    const watch = openWatch({ out: emptyFolder() });
    const seen = Array.from({ length: 9 }, (_none, at) =>
      watch.note(exchange(at === 4 ? answer : none('reset'))),
    );
    expect(seen).toEqual(seen.map(() => false));
  });

  test('that cuts off only what is odd is not suspected', () => {
    const watch = openWatch({ out: emptyFolder() });
    const seen = Array.from({ length: 20 }, () => watch.note(exchange(none('reset'), 'odd', 'odd')));
    expect(seen).not.toContain(true);
  });

  test.each([502, 503, 504])('is suspected after twelve answers %i of a gateway in a row', (status) => {
    const watch = openWatch({ out: emptyFolder() });
    const gateway = (id = 'later') => watch.note(exchange({ ...answer, status }, id));
    expect(gateway('lost')).toBe(false);
    const later = Array.from({ length: 11 }, () => gateway());
    expect(later.indexOf(true)).toBe(10);
    expect(watch.convict()).toBe(
      `the service stopped answering since exchange lost (${status}); 12 requests in a row got ${status}, as of a gateway whose service is gone, and so did one more after a while`,
    );
  });

  test.each([
    ['other answers in between', (at: number) => ({ status: at % 10 === 9 ? 200 : 503 })],
    ['a time to wait', () => ({ status: 503, headers: { 'retry-after': '1' } })],
    ['a failure of its own', () => ({ status: 500 })],
  ])('that answers 503 with %s is not suspected', (_how, how) => {
    const watch = openWatch({ out: emptyFolder() });
    const seen = Array.from({ length: 60 }, (_none, at) => watch.note(exchange({ ...answer, ...how(at) })));
    expect(seen).not.toContain(true);
  });

  test('that was asked once more and answered needs twice as many', () => {
    const watch = openWatch({ out: emptyFolder() });
    const lose = (count: number) =>
      Array.from({ length: count }, () => watch.note(exchange(none('reset')))).indexOf(true) + 1;
    expect(lose(5)).toBe(5);
    watch.acquit();
    expect(lose(10)).toBe(10);
    expect(watch.stopped()).toBeUndefined();
  });
});
