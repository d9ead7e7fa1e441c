import type { TestError } from '@playwright/test/reporter';
import type { TestResult } from 'allure-js-commons';
import {
  ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
  ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION,
} from 'allure-js-commons/http';
import { beforeEach, describe, expect, test } from 'vitest';
import { httpExchangeType, httpView } from '../../reports/allure/attach.ts';
import { scrubErrors, scrubResult, withoutLeaks } from '../../reports/allure/safe-reporter.ts';
import { startRedaction } from '../../reports/redact.ts';
import { card, email, leaks, secrets } from './canaries.ts';
import { evidenceOf } from './small-register.ts';

beforeEach(() => startRedaction({ seed: 7 }));
const leaking = `refused: ${JSON.stringify(secrets)}`;

describe('results', () => {
  test('lose what the runner attached by itself', () => {
    const names = [
      'error-context',
      'trace',
      'screenshot',
      'video',
      '_error-context-0',
      'exchange 1',
      'curl 1',
    ];
    const attachments = names.map((name) => ({ name, contentType: 'text/plain' }));
    withoutLeaks(attachments);
    expect(attachments.map(({ name }) => name)).toEqual(['exchange 1', 'curl 1']);
  });

  test('hold errors with masked message, stack, snippet and value', () => {
    const errors: TestError[] = [{ message: leaking, stack: leaking, snippet: leaking, value: leaking }];
    expect(leaks(errors)).not.toEqual([]);
    scrubErrors(errors);
    expect(leaks(errors)).toEqual([]);
    expect(errors[0]?.message).toContain('400005xxxxxx5556');
  });

  test('hold masked details', () => {
    const result = {
      labels: [],
      statusDetails: { message: leaking, trace: leaking },
    } as unknown as TestResult;
    scrubResult(result);
    expect(leaks(result)).toEqual([]);
  });

  test('show the warning of a passed test, masked', () => {
    const labels = [{ name: 'observation', value: `came back for ${email}` }];
    const result = { labels, statusDetails: {} } as unknown as TestResult;
    scrubResult(result);
    expect(result.statusDetails.message).toMatch(/^came back for /);
    expect(result.statusDetails.message).not.toContain(email);
  });
});

describe('an exchange in the HTTP view', () => {
  test('has request and masked answer', () => {
    const [exchange] = evidenceOf({ sent: { value: { card } } });
    const view = exchange === undefined ? undefined : httpView(exchange);
    expect(view).toMatchObject({ request: { method: 'POST' }, response: { status: 200 } });
    expect(view?.schemaVersion).toBe(ALLURE_HTTP_EXCHANGE_SCHEMA_VERSION);
    expect(httpExchangeType).toBe(ALLURE_HTTP_EXCHANGE_CONTENT_TYPE);
    expect(leaks(view)).toEqual([]);
  });

  test('has an error where no answer came', () => {
    const received = { kind: 'none', reason: 'reset', detail: 'cut', durationMs: 1 } as const;
    const [exchange] = evidenceOf({ received });
    const view = exchange === undefined ? undefined : httpView(exchange);
    expect(view).toMatchObject({ error: { name: 'reset', message: 'cut' } });
    expect(view).not.toHaveProperty('response');
  });
});
