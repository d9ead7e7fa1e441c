import type { TestInfo } from '@playwright/test';
import type { HttpExchange } from 'allure-js-commons/http';
import { given } from '../../schemas/given.ts';
import { jsonText, plainText } from '../../schemas/plain-text.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { type CurlBefore, type CurlPlace, curlOf } from '../exports/curl.ts';

function pairs(headers: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

/** How Allure names this kind of attachment; a test holds it against its package. */
export const httpExchangeType = 'application/vnd.allure.http+json';

/** The masked exchange as Allure's HTTP view reads it. */
export function httpView({ sent, received }: EvidenceExchange): HttpExchange {
  const request = {
    method: sent.method,
    url: sent.url,
    headers: pairs(sent.headers),
    body: {
      contentType: sent.headers['content-type'] ?? 'text/plain',
      value: sent.body,
      encoding: 'utf8' as const,
    },
  };
  const response =
    received.kind === 'answer'
      ? {
          status: received.status,
          headers: pairs(received.headers),
          body: {
            contentType: received.headers['content-type'] ?? 'text/plain',
            value: received.body,
            encoding: 'utf8' as const,
          },
        }
      : undefined;
  const error = received.kind === 'none' ? { name: received.reason, message: received.detail } : undefined;
  return {
    schemaVersion: 1,
    request,
    ...given({ response, error }),
  };
}

/** Attaches a masked exchange to a test: request and answer as Allure's HTTP view, and the curl that sends it again. */
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
