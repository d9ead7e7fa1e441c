import { describe, expect, test } from 'vitest';
import { expectationsOf } from '../../opening/expectations.ts';
import { opened } from './opened.ts';
import { refundingOnceCaptured } from './settling-service.ts';

describe('a refund that is accepted once its payment is captured', () => {
  test('follows the capture where nothing else needs one', async () => {
    const { report } = await opened({ change: refundingOnceCaptured() }, {}, 'refund,query');
    expect(report.steps.map(({ operation }) => operation)).not.toContain('capture');
    expect(report.steps.find(({ operation }) => operation === 'refund')).toMatchObject({
      after: 'capture',
      afterSettles: { entry: '2', from: '3500', to: '4100' },
    });
    expect(expectationsOf(report).pendingOf('capture')).toEqual(['2']);
    expect(expectationsOf(report).leaving('capture')).toEqual({ search: 'query', before: ['3500'] });
  });

  test('is followed where it is pending then', async () => {
    const { report } = await opened({ acquirer: 'settles-later' }, {}, 'refund,refund-search');
    const refund = report.steps.find(({ operation }) => operation === 'refund');
    expect(refund).toMatchObject({ after: 'capture', settles: { entry: '2', from: '2', to: '1' } });
    expect(refund?.afterSettles).toMatchObject({ entry: '2', to: '4100' });
  });

  test('follows the step of the capture where there is one', async () => {
    const { report } = await opened({ acquirer: 'settles-later' }, {}, 'capture,refund');
    const step = (wanted: string) => report.steps.find(({ operation }) => operation === wanted);
    expect(step('capture')?.settles).toMatchObject({ entry: '2', from: '3500', to: '4100' });
    expect(step('refund')?.settles).toMatchObject({ entry: '2', from: '2', to: '1' });
  });
});
