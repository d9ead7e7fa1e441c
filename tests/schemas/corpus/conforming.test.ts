import { describe, expect, test } from 'vitest';
import { judge } from '../../../schemas/judge.ts';
import { documentedOperations } from '../../../schemas/operations.ts';
import { exchangeOf, unansweredExchange } from '../exchange-of.ts';
import { freeExchanges } from './free-exchanges.ts';
import { visitOf } from './page.ts';
import { requests } from './requests.ts';
import { stylesOf } from './styles.ts';

const short = ({
  clause,
  verdict,
  path,
  received,
}: {
  clause: string;
  verdict: string;
  path: string;
  received: string;
}) => `${verdict} ${clause} at ${path}: ${received}`;

for (const { id } of documentedOperations) {
  describe(`a conforming ${id} answer`, () => {
    test.each(stylesOf(id))('gives no finding: $style', ({ body, contentType }) => {
      const headers = contentType === undefined ? {} : { headers: { 'content-type': contentType } };
      const judgement = judge(exchangeOf(id, requests[id], body, headers));
      expect(judgement.findings.map(short)).toEqual([]);
      expect(judgement.request).toBe('complete');
      expect(judgement.outcome).toBe('accepted');
    });
  });
}

describe('a freedom that the document leaves', () => {
  test.each(freeExchanges)('gives no finding: $title', ({ exchange, outcome }) => {
    const judgement = judge(exchange);
    expect(judgement.findings.map(short)).toEqual([]);
    expect(judgement.outcome).toBe(outcome);
  });
});

describe('a conforming redirect page in a browser', () => {
  test('gives no finding', () => {
    const [plain] = stylesOf('redirect-payment');
    const exchange = exchangeOf('redirect-payment', requests['redirect-payment'], plain?.body ?? '', {
      page: visitOf(),
    });
    expect(judge(exchange).findings.map(short)).toEqual([]);
  });

  test('may post the request fields under one of their names only', () => {
    const [plain] = stylesOf('redirect-payment');
    const page = visitOf({
      order_no: null,
      amount: null,
      currency: null,
      merchant_id: null,
      returnUrl: null,
      return_url: '',
    });
    const exchange = exchangeOf('redirect-payment', requests['redirect-payment'], plain?.body ?? '', {
      page,
    });
    expect(judge(exchange).findings.map(short)).toEqual([]);
  });
});

describe('an exchange that tells nothing', () => {
  test.each(['timeout', 'unreachable', 'aborted'] as const)(
    'is inconclusive, never a failure: %s',
    (reason) => {
      const { findings, outcome } = judge(unansweredExchange('refund', requests.refund, reason));
      expect(findings.map(({ clause, verdict }) => `${verdict} ${clause}`)).toEqual([
        'inconclusive 4.9/status-200',
      ]);
      expect(outcome).toBe('none');
    },
  );

  test.each([429, 503])('is only observed: status %i', (status) => {
    const { findings, outcome, observations } = judge(
      exchangeOf('capture', requests.capture, '', { status }),
    );
    expect(findings).toEqual([]);
    expect(outcome).toBe('unclear');
    expect(observations.map(({ clause }) => clause)).toContain('8/rate-limits');
  });
});
