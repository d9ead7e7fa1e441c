import { describe, expect, test } from 'vitest';
import { type Change, rewiring } from '../../mock/behaviour.ts';
import { answerWith } from '../../mock/misfits/misfit.ts';
import { writingLines } from '../../reports/opening.ts';
import type { DocumentedOperationId, Encoding } from '../../schemas/types.ts';
import { opened } from './opened.ts';

/** A service that reads the body of some operations in one encoding only. */
const readingOnly = (encoding: Encoding, ...operations: readonly DocumentedOperationId[]): Change =>
  rewiring((wire, about) =>
    operations.includes(about.operation) && about.encoding !== encoding
      ? answerWith(415, 'application/json', '{"error_message":"unsupported media type"}')
      : wire,
  );

describe('a way of writing that the opening finds accepted', () => {
  test.each<[Encoding, string, DocumentedOperationId]>([
    ['xml', 'application/xml', 'cancel-subscription'],
    ['xml', 'application/xml', 'redirect-payment'],
    ['form', 'application/x-www-form-urlencoded', 'direct-payment'],
    ['json', 'application/json', 'query'],
  ])('is used where %s as %s is wanted for %s', async (encoding, contentType, operation) => {
    const { report, exchanges } = await opened({ change: readingOnly(encoding, operation) }, {}, operation);
    const step = report.steps.find((one) => one.operation === operation);
    expect(step).toMatchObject({ state: 'accepted', writing: { encoding, contentType } });
    expect(step?.cause).toBeUndefined();
    expect(report.stopped).toBeUndefined();
    expect(writingLines(report)).toEqual([
      expect.stringContaining(`${operation} is written as ${encoding} (${contentType})`),
    ]);
    expect(exchanges.filter((one) => one.judgement.operation === operation).at(-1)).toMatchObject({
      exchange: { sent: { encoding } },
      judgement: { outcome: 'accepted' },
    });
  });

  test('lets the operations follow that need it', async () => {
    const change = readingOnly('form', 'direct-payment');
    const { report } = await opened({ change }, {}, 'direct-payment,capture,refund');
    expect(report.steps.map(({ state }) => state)).toEqual(report.steps.map(() => 'accepted'));
    expect(report.steps.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['direct-payment', 'capture', 'refund']),
    );
  });

  test('is not looked for where the body was read', async () => {
    const { report } = await opened({}, {}, 'direct-payment');
    expect(writingLines(report)).toEqual([]);
  });
});
