import { join } from 'node:path';
import { generate } from 'selfsigned';
import { describe, expect, test } from 'vitest';
import { allOf, type Change, deciding, rewiring } from '../../mock/behaviour.ts';
import { answerWith } from '../../mock/misfits/misfit.ts';
import type { Case } from '../../opening/case.ts';
import { certificate, outOfDate } from '../../opening/causes/no-answer.ts';
import { openRun } from '../../opening/open-run.ts';
import { remarksOf, secondAccountOf } from '../../opening/remarks.ts';
import { clockCause } from '../../opening/service-facts.ts';
import { sharedCauses } from '../../reports/opening.ts';
import { loadTarget } from '../../targets/target.ts';
import { answer, judged } from '../reports/hand-made.ts';
import { folderWith } from '../targets/target-folder.ts';
import { changedService } from './changed-answers.ts';

/** A service whose answers are dated so. */
const dated = (date: string): Change => rewiring((wire) => ({ ...wire, headers: { ...wire.headers, date } }));
const refusesAll: Change = rewiring(() => answerWith(401, 'application/json', '{"message":"no"}'));
const past = 'Sat, 31 Jan 2015 12:00:00 GMT';
const future = 'Thu, 31 Jan 2041 12:00:00 GMT';

describe('a clock that is years away from that of the service', () => {
  test.each([
    [past, 'ahead of'],
    [future, 'behind'],
  ])('is told while requests are accepted, and stops a certificate: %s', async (date, how) => {
    const { report } = await openRun(await changedService(dated(date), 'query'));
    expect(report.stopped).toBeUndefined();
    expect(report.unusable).toMatchObject([{ kind: 'clock' }]);
    expect(report.unusable?.[0]?.says).toMatch(
      new RegExp(`^the clock of this machine is \\d+ years ${how} that of the service$`),
    );
    const settings = await changedService(dated(date), 'query,refund', { profile: 'certification' });
    const certified = await openRun(settings);
    expect(certified.report.stopped).toMatchObject({ kind: 'clock' });
    // Nothing that moves money is worth a second request then.
    expect(certified.exchanges.length).toBeLessThanOrEqual(2);
  });

  test('comes before every cause in an answer', async () => {
    const { report, exchanges } = await openRun(
      await changedService(allOf(refusesAll, dated(past)), 'query'),
    );
    expect(report.stopped).toMatchObject({ kind: 'clock' });
    expect(exchanges).toHaveLength(1);
  });

  test('is none where it is a day at most', () => {
    const now = new Date(past);
    expect(clockCause(86_400_000, now)).toBeUndefined();
    expect(clockCause(undefined, now)).toBeUndefined();
    expect(clockCause(-3 * 86_400_000, now)?.says).toContain('3 days ahead of');
  });
});

const oldCard = {
  card: '4111111111111111',
  expiration_month: '12',
  expiration_year: '2020',
  security_code: '123',
};
const declines = deciding({ decline: () => ({ code: '2054', text: 'refused by the issuer' }) });

describe('a card whose date is over', () => {
  test('is the cause of a declined payment, under its own key', async () => {
    const target = { cards: [oldCard] };
    const { report } = await openRun(await changedService(declines, 'direct-payment', { target }));
    expect(report.stopped).toMatchObject({
      kind: 'cards',
      key: 'cards[0]',
      says: 'the card is not taken: the card that ends in 1111 expired in 12/2020',
    });
  });

  test('is not the cause where a wrong signature is answered alike', async () => {
    const target = { cards: [oldCard] };
    const { report } = await openRun(await changedService(refusesAll, 'direct-payment', { target }));
    expect(report.stopped?.kind).toBe('signing');
  });
});

describe('a certificate of the caller that is out of date', () => {
  const target = loadTarget(join('targets', 'mock.json'), {});

  async function shown(from: string, to: string) {
    const { cert } = await generate([{ name: 'commonName', value: 'caller' }], {
      notBeforeDate: new Date(from),
      notAfterDate: new Date(to),
    });
    const certificateFile = join(folderWith({ 'client.pem': cert }), 'client.pem');
    return {
      ...target,
      tls: { verify: true, clientCertificate: { certificateFile, keyFile: certificateFile } },
    };
  }

  function met(received: object, own: Case['target']): Case {
    const { exchange, judgement } = judged({ operation: 'query', received: answer('', 400) });
    const main = { exchange: { ...exchange, received: received as typeof exchange.received }, judgement };
    return {
      operation: 'query',
      main,
      others: [],
      target: own,
      accepted: new Set(),
      refused: [main],
      isShownLater: false,
      checksElsewhere: async () => undefined,
      twin: async () => undefined,
    };
  }

  test.each([
    ['2020-01-01', '2021-01-31', 'it expired on 2021-01-31'],
    ['2060-01-01', '2061-01-01', 'it is not valid before 2060-01-01'],
    ['2020-01-01', '2060-01-01', undefined],
  ])('says so: %s to %s', async (from, to, says) => {
    expect(outOfDate(await shown(from, to), new Date('2026-06-01'))).toBe(says);
  });

  test.each([
    [{ kind: 'none', reason: 'reset', detail: 'other side closed', durationMs: 1 }],
    [{ kind: 'none', reason: 'aborted', detail: 'sslv3 alert certificate expired', durationMs: 1 }],
    [answer('<title>400 The SSL certificate error</title>', 400, 'text/html')],
  ])('comes before what else a connection or an answer says: %j', async (received) => {
    const found = await certificate(met(received, await shown('2020-01-01', '2021-01-31')));
    expect(found).toMatchObject({ key: 'tls.clientCertificate' });
    expect(found?.says).toContain('it expired on 2021-01-31');
  });

  test('is not the cause where nobody listens, or where others are accepted', async () => {
    const old = await shown('2020-01-01', '2021-01-31');
    const nobody = { kind: 'none', reason: 'unreachable', detail: 'ECONNREFUSED', durationMs: 1 };
    expect(await certificate(met(nobody, old))).toBeUndefined();
    const refused = met(answer('{}', 403), old);
    expect(await certificate({ ...refused, accepted: new Set(['capture']) })).toBeUndefined();
  });
});

describe('what an opening remarks', () => {
  const now = new Date('2026-06-01T12:00:00Z');
  const target = loadTarget(join('targets', 'mock.json'), {});
  const opened = (clockOffsetMs: number) => ({
    exchanges: [],
    report: { steps: [], service: { clockOffsetMs }, spent: { requests: 0, amount: 0 } },
  });

  test.each([
    [300_000, /^the clock of the service is 5 minutes ahead of ours: one of them is wrong/],
    [-300_000, /^the clock of the service is 5 minutes behind ours/],
  ])('is a clock that is %d milliseconds off', (offset, says) => {
    expect(remarksOf(opened(offset), target, now)).toEqual([expect.stringMatching(says)]);
  });

  test('is nothing of a minute', () => {
    expect(remarksOf(opened(60_000), target, now)).toEqual([]);
  });

  test('is a card whose date is over, and a code that is no currency', () => {
    const odd = { ...target, cards: [oldCard], currencies: [{ currency: 'USB' }] };
    expect(remarksOf(opened(0), odd, now)).toEqual([
      'look at "cards": the card that ends in 1111 expired in 12/2020',
      'look at "currencies" and "payouts": "USB" is not in ISO 4217',
    ]);
  });
});

test('a second account that is refused stands in a block of its own', async () => {
  const refuses: Change = rewiring((wire, { request }) =>
    request.account_id === '100001002' ? answerWith(403, 'application/json', '{"message":"no"}') : wire,
  );
  const settings = await changedService(refuses, 'query');
  const opened = await openRun(settings, { asksSecondAccount: true });
  expect(secondAccountOf(opened, settings.target)).toMatchObject({
    works: false,
    cause: { kind: 'account', key: 'merchant.otherAccountId' },
  });
  expect(sharedCauses(opened.report)).toMatchObject([
    { cause: { kind: 'account', key: 'merchant.otherAccountId' }, operations: [] },
  ]);
});
