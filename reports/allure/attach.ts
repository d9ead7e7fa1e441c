import type { TestInfo } from '@playwright/test';
import type { HttpExchange } from 'allure-js-commons/http';
import { jsonText, plainText } from '../../schemas/plain-text.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { type CurlPlace, curlOf } from '../exports/repeat.ts';

/** Name of the attachment with the labels of a test; Playwright's own pages leave out what begins so. */
export const labelsName = '_allure';

/** Allure's media type for this attachment; a test compares it with Allure's package. */
export const httpExchangeType = 'application/vnd.allure.http+json';

function messageOf(headers: Readonly<Record<string, string>>, value: string) {
  return {
    headers: Object.entries(headers).map(([name, text]) => ({ name, value: text })),
    body: { contentType: headers['content-type'] ?? 'text/plain', value, encoding: 'utf8' as const },
  };
}

/** The masked exchange in the format of Allure's HTTP view. */
export function httpView({ sent, received }: EvidenceExchange): HttpExchange {
  return {
    schemaVersion: 1,
    request: { method: sent.method, url: sent.url, ...messageOf(sent.headers, sent.body) },
    ...(received.kind === 'answer'
      ? { response: { status: received.status, ...messageOf(received.headers, received.body) } }
      : { error: { name: received.reason, message: received.detail } }),
  };
}

/** The answer of a masked exchange as text: status, headers, and the body as it came. */
function answerText(received: EvidenceExchange['received']): string {
  if (received.kind !== 'answer') return `no answer: ${received.reason} (${received.detail})`;
  const headers = Object.entries(received.headers).map(([name, value]) => `${name}: ${value}`);
  return [`status ${received.status}`, ...headers, '', received.body].join('\n');
}

/**
 * Attaches a masked exchange to a test: as Allure's HTTP view, its answer as text, which every report shows in place,
 * and as the curl command that sends the request again.
 */
export function attachExchange(
  info: Pick<TestInfo, 'attachments'>,
  exchange: EvidenceExchange,
  place: CurlPlace,
): void {
  // Pushed, because `attach` makes a step in the hooks of the test for each.
  const attach = (name: string, contentType: string, text: string) =>
    info.attachments.push({ name: `${name} ${exchange.id}`, contentType, body: Buffer.from(text) });
  attach('exchange', httpExchangeType, jsonText(httpView(exchange)));
  attach('answer', 'text/plain', plainText(answerText(exchange.received)));
  attach('curl', 'text/plain', plainText(curlOf(exchange, place)));
}
