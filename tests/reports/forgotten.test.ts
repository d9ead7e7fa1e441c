import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { noteRemembered, type Remembered, whyForgot } from '../../reports/run/service-problems.ts';
import { defined } from '../../schemas/defined.ts';
import { emptyFolder } from '../cli/command.ts';
import { filesBelow } from '../e2e/written-files.ts';

type Step = readonly [
  seen: Remembered['seen'],
  id: string,
  words?: string | undefined,
  call?: Remembered['call'],
];

function told(...steps: readonly Step[]): string | undefined {
  const out = emptyFolder();
  noteRemembered(
    out,
    steps.map(([seen, id, words, call = 'capture'], at) => ({
      seen,
      call,
      id,
      at,
      exchange: `exchange-${at}`,
      ...defined({ words }),
    })),
  );
  return whyForgot(out);
}

const stranger = ['refused', 'nobody', '0 Auftrag # ist unbekannt'] as const;
const unknown = (id: string) => ['refused', id, '0 Auftrag # ist unbekannt'] as const;
const before = [stranger, ['accepted', 'a'], ['known', 'a'], ['accepted', 'b'], ['accepted', 'c']] as const;
const lost = [unknown('b'), unknown('c')] as const;
const after = [
  ['accepted', 'd'],
  ['known', 'd'],
] as const;

describe('a service', () => {
  test('lost what it held where older orders are unknown and later ones known', () => {
    expect(told(...before, ...lost, ...after)).toBe(
      'the service lost what it held: 2 orders that it had accepted were unknown to it from exchange exchange-5 on, later ones were known; did it restart with an empty store?',
    );
  });

  test('lost it as often as later orders became unknown as well', () => {
    const again = [['accepted', 'e'], ['accepted', 'g'], ...['e', 'g'].map(unknown)] as const;
    expect(told(...before, ...lost, ...after, ...again, ['accepted', 'f'], ['known', 'f'])).toMatch(
      /^the service lost what it held 2 times: 4 orders /,
    );
  });

  test('lost nothing where an older order is still known', () => {
    expect(told(...before, ...lost, ['known', 'a'], ...after)).toBeUndefined();
  });

  test('lost nothing where one order alone is unknown, or one that was not accepted', () => {
    expect(told(...before, unknown('b'), unknown('b'), ...after)).toBeUndefined();
    expect(told(...before, unknown('x'), unknown('y'), ...after)).toBeUndefined();
  });

  test('lost nothing where it never knew an order, or never did again', () => {
    expect(told(...before.filter(([seen]) => seen !== 'known'), ...lost, ...after)).toBeUndefined();
    expect(told(...before, ...lost)).toBeUndefined();
  });

  test('lost nothing where it says other things of orders of nobody', () => {
    const [, ...own] = before;
    expect(told(...own, ['refused', 'nobody', '7 nie gesehen'], ...lost, ...after)).toBeUndefined();
    expect(told(...own, ...lost, ...after)).toBeUndefined();
  });

  test('lost nothing where one of its calls refuses every order in the same words', () => {
    const words = 'not allowed for this account';
    const refused = (id: string) => ['refused', id, words, 'cancel'] as const;
    const asked = [refused('nobody'), refused('b'), refused('c')] as const;
    expect(told(...before, ...asked, ...after)).toBeUndefined();
    expect(told(...before, ...asked, ...after, refused('d'))).toBeUndefined();
    // Enabled at first, and for nobody from some moment on.
    const enabled = [...before, ['known', 'a', undefined, 'cancel']] as const;
    expect(told(...enabled, ...asked, ...after, refused('d'))).toBeUndefined();
  });

  test('lost what it held where the same call gives other orders another answer', () => {
    const refused = (id: string) => ['refused', id, 'not here', 'cancel'] as const;
    const asked = [refused('nobody'), refused('b'), refused('c')] as const;
    const says = /^the service lost what it held: 2 orders /;
    expect(told(...before, ...asked, ...after, ['refused', 'd', 'too late', 'cancel'])).toMatch(says);
    expect(told(...before, ['known', 'a', undefined, 'cancel'], ...asked, ...after)).toMatch(says);
  });

  test('lost nothing where it says the same of orders that it knows', () => {
    const generic = [
      ['refused', 'a', '0 Auftrag # ist unbekannt'],
      ['known', 'a'],
    ] as const;
    expect(told(...before, ...generic, ...lost, ...after)).toBeUndefined();
    const done = [
      ['known', 'b'],
      ['known', 'c'],
    ] as const;
    expect(told(...before, ...done, ...lost, ...after)).toBeUndefined();
  });

  test('lost nothing where it refuses a payment in the same words', () => {
    const page = 'a page: "Request blocked"';
    const blocked = ['nobody', 'b', 'c'].map((id) => ['refused', id, page] as const);
    expect(told(...before, ...blocked, ...after)).toMatch(/^the service lost /);
    expect(told(...before, ['elsewhere', '', page], ...blocked, ...after)).toBeUndefined();
  });

  test('that puts a card number where its own belongs leaves none on disk', () => {
    const out = emptyFolder();
    noteRemembered(out, [
      { seen: 'accepted', call: 'direct-payment', id: '4111111111111111', at: 0, exchange: 'e' },
    ]);
    const [file = ''] = filesBelow(out);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('"accepted"');
    expect(text).not.toContain('41111111');
  });

  test('of which nothing was noted lost nothing', () => {
    expect(whyForgot(emptyFolder())).toBeUndefined();
  });
});
