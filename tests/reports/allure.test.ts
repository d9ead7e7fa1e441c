import type { TestInfo } from '@playwright/test';
import { LinkType } from 'allure-js-commons';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
} from 'allure-js-commons/http';
import { formatLinks } from 'allure-js-commons/sdk/reporter';
import { beforeEach, describe, expect, test } from 'vitest';
import { attachExchange, httpExchangeType, httpView } from '../../reports/allure/attach.ts';
import { allureOptions } from '../../reports/allure/options.ts';
import type { EvidenceExchange } from '../../reports/evidence/lines.ts';
import { startRedaction } from '../../reports/redact.ts';
import type { RunPlan } from '../../reports/run/run-facts.ts';
import { about } from '../../specs/fixtures/about.ts';
import { labelSubject, labelTest } from '../../specs/fixtures/allure-labels.ts';
import { card, leaks } from './canaries.ts';
import { finding } from './hand-made.ts';
import { evidenceOf } from './small-register.ts';

beforeEach(() => startRedaction({ seed: 7 }));
const none = { kind: 'none', reason: 'reset', detail: 'cut', durationMs: 1 } as const;
const only = ([exchange]: readonly EvidenceExchange[]) => {
  if (exchange === undefined) throw new Error('no exchange');
  return exchange;
};

describe('an exchange', () => {
  test('has request and masked answer in the HTTP view', () => {
    const view = httpView(only(evidenceOf({ sent: { value: { card } } })));
    expect(view).toMatchObject({ request: { method: 'POST' }, response: { status: 200 } });
    expect(view.schemaVersion).toBe(ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION);
    expect(httpExchangeType).toBe(ALLURE_HTTP_EXCHANGE_CONTENT_TYPE);
    expect(leaks(view)).toEqual([]);
  });

  test('has an error in the HTTP view where no answer came', () => {
    const view = httpView(only(evidenceOf({ received: none })));
    expect(view).toMatchObject({ error: { name: 'reset', message: 'cut' } });
    expect(view).not.toHaveProperty('response');
  });

  test.each([
    [{}, /^status 200\n(?:[\w-]+: .*\n)*\n\{/],
    [{ received: none }, /^no answer: reset \(cut\)$/],
  ])('is attached as view, answer and curl', (parts, answer) => {
    const attachments: TestInfo['attachments'] = [];
    attachExchange({ attachments }, only(evidenceOf({ id: '0a', ...parts })), {});
    expect(attachments.map(({ name }) => name)).toEqual(['exchange 0a', 'answer 0a', 'curl 0a']);
    expect(String(attachments[1]?.body)).toMatch(answer);
    expect(String(attachments[2]?.body)).toContain('curl -sS');
  });
});

describe('a test', () => {
  const labelled = (
    ...given: Parameters<typeof labelTest> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    const info = { attachments: [] as TestInfo['attachments'] } as TestInfo;
    labelTest(info, ...given);
    return info.attachments.map(({ body }) => JSON.parse(String(body)).data);
  };
  const failing = finding({ clause: '2.9/refund_reference_id/shape' });
  const mild = finding({ clause: '2.9/amount/decimal', verdict: 'warn' });

  test('of the suite is labelled with its operation and clauses', () => {
    const { annotation } = about('refund', { clauses: ['2.9/amount/decimal'] });
    const info = { attachments: [] as TestInfo['attachments'], annotations: annotation } as TestInfo;
    labelSubject(info);
    expect(JSON.parse(String(info.attachments[0]?.body)).data.labels).toEqual([
      { name: 'epic', value: 'Payment acquiring interface' },
      { name: 'feature', value: 'refund' },
      { name: 'severity', value: 'normal' },
      { name: 'clause', value: '2.9/amount/decimal' },
    ]);
  });

  test('of a user has no such labels', () => {
    const info = { attachments: [] as TestInfo['attachments'], annotations: [] } as unknown as TestInfo;
    labelSubject(info);
    expect(info.attachments).toEqual([]);
  });

  test('is chosen by operation, by all its effects, and as a quick one', () => {
    expect(about('query', { needs: ['direct-payment', 'refund'], quick: true }).tag).toEqual([
      '@query',
      '@reads',
      '@moves-money',
      '@quick',
    ]);
  });

  test('without a finding gets no labels of its own', () => {
    expect(labelled([], [], [])).toEqual([]);
  });

  test('is labelled with what fails it, and leads to its place in the clause matrix', () => {
    const [data] = labelled([failing], [failing], [failing]);
    expect(data.labels).toEqual([{ name: 'finding', value: failing.clause }]);
    const plan = { out: '/out', facts: { target: {}, seed: 7, suite: {} } } as unknown as RunPlan;
    const { links = {} } = allureOptions(plan) ?? {};
    expect(formatLinks(links, data.links)).toEqual([
      {
        name: '2.9/refund_reference_id/shape in refund: its place in the clause matrix',
        url: '../matrix.html#2.9%2Frefund_reference_id%2Fshape%2Frefund',
        type: 'matrix',
      },
    ]);
    expect(Object.values<string>(LinkType)).not.toContain('matrix');
  });

  test('says apart what the target file knows, and what only warns', () => {
    const [data] = labelled([failing, mild], [failing], []);
    expect(data.labels).toEqual([
      { name: 'known deviation', value: failing.clause },
      { name: 'warning', value: mild.clause },
    ]);
    expect(data.description).toMatch(/^- 2\.9\/amount\/decimal: \S.*$/);
  });
});
