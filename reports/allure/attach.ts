import type { TestInfo } from '@playwright/test';
import type { HttpExchange } from 'allure-js-commons/http';
import { jsonText, plainText } from '../../schemas/plain-text.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { type CurlBefore, type CurlPlace, curlOf } from '../exports/repeat.ts';

function messageOf(headers: Readonly<Record<string, string>>, value: string) {
  return {
    headers: Object.entries(headers).map(([name, text]) => ({ name, value: text })),
    body: { contentType: headers['content-type'] ?? 'text/plain', value, encoding: 'utf8' as const },
  };
}

/** Allure's media type for this attachment; a test compares it with Allure's package. */
export const httpExchangeType = 'application/vnd.allure.http+json';

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

/** Attaches a masked exchange to a test: as Allure's HTTP view, and as the curl command that sends it again. */
export async function attachExchange(
  info: TestInfo,
  exchange: EvidenceExchange,
  place: CurlPlace,
  before: CurlBefore,
): Promise<void> {
  await info.attach(`exchange ${exchange.id}`, {
    body: jsonText(httpView(exchange)),
    contentType: httpExchangeType,
  });
  await info.attach(`curl ${exchange.id}`, {
    body: plainText(curlOf(exchange, place, before)),
    contentType: 'text/plain',
  });
}
