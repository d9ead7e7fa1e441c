import { describe, expect, test } from 'vitest';
import { say } from '../../schemas/findings/say.ts';
import { type BreachDetails, openRecorder } from '../../schemas/judge/recorder.ts';

const about = { id: '00c0ffee', operation: 'capture' } as const;
const at = (path: string): BreachDetails => ({
  kind: 'value',
  path,
  expected: say('member', [], 'one'),
  received: say('none'),
});
const verdictOf = (clause: string, unsigned = false, deviation = at('')) => {
  const recorder = openRecorder(about, { unsigned });
  recorder.breaks(clause, deviation);
  return recorder.close().findings.map(({ verdict }) => verdict);
};

describe('a recorder', () => {
  test.each([
    ['2.9/amount/decimal', 'fail'],
    ['2.9/amount/two-digits', 'warn'],
    ['2.9/amount/echo', 'warn'],
    ['1.1/amount/decimal', 'fail'],
  ])('caps the verdict of %s at %s', (clause, verdict) => {
    expect(verdictOf(clause)).toEqual([verdict]);
  });

  test('turns a deviation from a gap into an observation', () => {
    const recorder = openRecorder(about);
    recorder.breaks('1.3/entry-order', at(''));
    expect(recorder.close()).toMatchObject({ findings: [], observations: [{ clause: '1.3/entry-order' }] });
  });

  test('keeps a milder verdict that the rule asks for', () => {
    expect(verdictOf('2.9/amount/decimal', false, { ...at(''), atMost: 'warn' })).toEqual(['warn']);
  });

  test('is inconclusive instead of failing when nobody can be sure', () => {
    expect(verdictOf('2.9/amount/decimal', true)).toEqual(['inconclusive']);
    expect(verdictOf('2.9/amount/echo', true)).toEqual(['warn']);
  });

  test.each(['malformed', 'medium'] as const)(
    'fails for a body that is %s, whoever signed the request',
    (kind) => {
      expect(verdictOf('1.4/xml/well-formed', true, { ...at(''), kind })).toEqual(['fail']);
    },
  );

  test('is inconclusive at a place of which nobody knows the value, and there alone', () => {
    const recorder = openRecorder(about, { isUnknown: (path) => path === 'capture_orders[0].amount' });
    for (const place of ['capture_orders[0].amount', 'capture_orders[1].amount'])
      for (const clause of ['2.9/amount/decimal', '2.9/amount/two-digits'])
        recorder.breaks(clause, at(place));
    const found = recorder.close().findings.map(({ path, verdict }) => `${path} ${verdict}`);
    expect(found).toEqual([
      'capture_orders[0].amount inconclusive',
      'capture_orders[0].amount inconclusive',
      'capture_orders[1].amount fail',
      'capture_orders[1].amount warn',
    ]);
  });

  test('keeps no half of a character, in whatever part of a finding or an observation', () => {
    const recorder = openRecorder(about);
    const half = '\ud83d';
    const long = `${'x'.repeat(399)}\u{1f600}${'y'.repeat(900)}`;
    recorder.breaks('2.9/amount/decimal', { ...at(half), received: say('value', [half]), message: half });
    recorder.breaks('2.9/amount/decimal', { ...at('a'), received: say('value', [{ [half]: 1 }]) });
    recorder.breaks('2.9/amount/decimal', { ...at('b'), received: say('value', [long]) });
    recorder.observes('1.3/entry-order', half, half);
    const text = JSON.stringify(recorder.close());
    expect(text).toContain('\ufffd');
    expect(text).not.toMatch(/\\ud[89a-f]/);
  });

  test('refuses a clause that the register does not have', () => {
    expect(() => openRecorder(about).breaks('2.9/amont/decimal', at(''))).toThrow('2.9/amount/decimal');
  });

  test('writes a hundred findings of a clause and counts the rest', () => {
    const recorder = openRecorder(about);
    for (let index = 0; index < 130; index += 1)
      recorder.breaks('2.9/amount/decimal', at(`capture_orders[${index}]`));
    const { findings } = recorder.close();
    expect(findings.length).toBe(100);
    expect(findings.at(-1)?.message).toMatch(/\(and 30 more like this\)$/);
  });

  test('gives a failed place no second finding once it is sealed', () => {
    const recorder = openRecorder(about);
    recorder.breaks('2.9/amount/decimal', at('capture_orders[0].amount'));
    recorder.seal();
    recorder.breaks('2.9/amount/echo', at('capture_orders[0].amount'));
    recorder.breaks('2.9/amount/echo', at('capture_orders[1].amount'));
    const { findings, exercised } = recorder.close();
    expect(findings.map(({ path }) => path)).toEqual([
      'capture_orders[0].amount',
      'capture_orders[1].amount',
    ]);
    expect(exercised).toEqual(['2.9/amount/decimal', '2.9/amount/echo']);
  });

  test('keeps one observation per fingerprint', () => {
    const recorder = openRecorder(about);
    for (const detail of ['first', 'second']) recorder.observes('7.7/codes', 'R0000', detail);
    expect(recorder.close().observations).toEqual([
      { clause: '7.7/codes', operation: 'capture', fingerprint: 'R0000', detail: 'first' },
    ]);
  });
});
