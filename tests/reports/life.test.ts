import { describe, expect, test } from 'vitest';
import { renderCertificate } from '../../reports/certificate.ts';
import { githubSummary } from '../../reports/ci/github.ts';
import { describeDiff, diffStatements } from '../../reports/diff.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { validateStatement } from '../../reports/statement.ts';
import { type Life, lifeLines } from '../../schemas/history/life.ts';
import { judgeRun } from '../../schemas/judge/judge-run.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { judged, refundOf } from '../schemas/corpus/run-deviations.ts';
import { statementOf } from './small-register.ts';

const life: Life = {
  from: 'seen',
  states: [{ name: 'paid', shows: '4100' }, { name: 'captured' }, { name: 'cancelled <b>', shows: '6000' }],
  arrows: [
    { from: 'paid', call: 'capture', outcome: 'pending', status: '2', to: 'captured' },
    { from: 'paid', call: 'refund rest', outcome: 'refused', status: '0', to: 'paid' },
    { from: 'paid', call: 'cancel', outcome: 'accepted', status: '1', to: 'cancelled <b>' },
    { from: 'captured', call: 'cancel', outcome: 'refused', to: 'captured' },
  ],
};
const withLife = (own: Life): Statement => ({ ...statementOf(), life: own });

describe('a life in a statement', () => {
  test('is drawn in the certificate, and told in words and as a diagram', () => {
    expect(validateStatement(withLife(life))).toEqual([]);
    const page = renderCertificate(withLife(life));
    for (const part of [
      '<text class="state" x="17" y="26">paid (4100)</text>',
      'capture (pending)</text>',
      'paid: refund rest is refused',
      'paid: cancel is accepted, then cancelled &lt;b&gt;',
      's0 --&gt; s1: capture (pending)',
    ])
      expect(page).toContain(part);
    expect(page).not.toContain('cancelled <b>');
  });

  test('is a diagram in the summary of a job', () => {
    expect(githubSummary(withLife(life))).toContain(
      '```mermaid\nstateDiagram-v2\n  [*] --> s0\n  s0: paid (4100)<br>refused: refund rest\n',
    );
  });

  test('differs by arrows that are new and gone', () => {
    const [, ...others] = life.arrows;
    const added = { from: 'captured', call: 'refund rest', outcome: 'accepted', to: 'captured' } as const;
    const difference = diffStatements(withLife(life), withLife({ ...life, arrows: [...others, added] }));
    expect(difference.same).toBe(false);
    const lines = describeDiff(difference).join('\n');
    expect(lines).toContain('new in the life of an order  captured: refund rest is accepted');
    expect(lines).toContain('gone from the life of an order  paid: capture is pending, then captured');
  });

  test.each([
    ['more', 9, 1, 0],
    ['as much', 0, 1, 1],
    ['less', -9, 0, 1],
  ])('against a run of another scope that sent %s, shows what both could see', (_name, more, ...counts) => {
    const [, ...others] = life.arrows;
    const added = { from: 'captured', call: 'refund rest', outcome: 'accepted', to: 'captured' } as const;
    const after = withLife({ ...life, arrows: [...others, added] });
    const larger = { ...after.run, exchanges: after.run.exchanges - more };
    const { appeared, vanished } = diffStatements(withLife(life), {
      ...after,
      profile: 'quick',
      run: larger,
    }).life;
    expect([appeared.length, vanished.length]).toEqual(counts);
  });
});

describe('a life that was only seen', () => {
  const order = { order_no: 'C-T1', transaction_id: 'T1', currency: 'EUR', amount: '10.00' };
  const pay = () => judged('direct-payment', { order_no: 'C-T1', currency: 'EUR', amount: '10.00' }, order);
  const batch = (operation: 'capture' | 'cancel', status: string, error_message = '') =>
    judged(operation, { [`${operation}_orders`]: [order] }, {
      [`${operation}_orders`]: [{ ...order, [`${operation}_status`]: status, error_message }],
      return_status: status === '0' ? '0' : '1',
    } as JsonObject);
  const seen = (...run: readonly ReturnType<typeof judged>[]) => judgeRun(run).life;

  test('is put together from the calls over each order', () => {
    const own = seen(
      pay(),
      batch('capture', '1'),
      batch('cancel', '0', 'it is refused'),
      refundOf('4.00', '01'),
      refundOf('6.00', '02'),
    );
    expect(own?.from).toBe('seen');
    expect(lifeLines(own as Life)).toEqual([
      'captured: cancel is refused',
      'captured: refund part is accepted, then captured, refunded in part',
      'captured, refunded in part: refund rest is accepted, then captured, refunded',
      'paid: capture is accepted, then captured',
    ]);
    expect(validateStatement({ ...statementOf(), life: own })).toEqual([]);
  });

  test('ends where nobody knows what became of a call', () => {
    expect(
      lifeLines(
        seen(pay(), batch('capture', '1'), batch('cancel', '', 'pending'), refundOf('4.00', '01')) as Life,
      ),
    ).toEqual(['paid: capture is accepted, then captured']);
    expect(seen(pay(), batch('cancel', '', 'pending'), batch('capture', '1'))).toBeUndefined();
  });
});
