import { describe, expect, onTestFinished, test } from 'vitest';
import { type StartsWire, startHttp, wireServices } from '../../mock/hostile/wire/registry.ts';
import { limits } from '../../schemas/media/limits.ts';
import type { Answer, NoAnswer } from '../../schemas/types.ts';
import { openTransport } from '../../targets/transport/client.ts';

const route = { tls: { verify: true } };

/** Answers everything with 240 KB that are allowed. */
const longAnswers: StartsWire = startHttp((_, response) => {
  const more = Array.from({ length: 1000 }, (_one, at) => [`note_${at}`, 'abcdefgh'.repeat(28)]);
  const body = JSON.stringify({ return_status: '1', return_message: 'OK', ...Object.fromEntries(more) });
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});

const services: Readonly<Record<string, { readonly start: StartsWire }>> = {
  ...wireServices,
  'long-answers': { start: longAnswers },
};

async function start(name: string) {
  const service = await services[name]?.start();
  if (service === undefined) throw new Error(`no service is called ${name}`);
  onTestFinished(() => service.stop());
  return service;
}

const answered = (status: number, body: string | RegExp = '') => ({ status, body });

/** What must come out of each: why there is no answer, or the answer. */
const outcomes = {
  'endless-body': 'too-large',
  'gzip-bomb': 'too-large',
  silence: 'timeout',
  'busy-for-years': answered(429),
  'length-and-chunks': 'reset',
  'no-http': 'reset',
  'second-answer': answered(200, '{"return_status":"1"}'),
  'long-answers': answered(200, /^\{"return_status"/),
  'redirects-elsewhere': answered(301),
  'bodies-of-empty-answers': answered(204),
  'redirect-loop': answered(307),
  'long-status-text': answered(200, '{"return_status":"1"}'),
};

describe('through the transport', () => {
  test('every service has its outcome here', () => {
    expect(Object.keys(outcomes).sort()).toEqual(Object.keys(services).sort());
  });

  test.each(Object.entries(outcomes))('%s is met within its bounds', async (name, expected) => {
    const service = await start(name);
    const { send, close } = openTransport(route);
    onTestFinished(close);
    const before = process.memoryUsage().rss;
    const received: Answer | NoAnswer = await send({
      method: 'POST',
      url: `${service.baseUrl}/v1/refund`,
      headers: { 'content-type': 'application/json', authorization: 'Bearer canary' },
      body: '{"a":1}',
      timeoutMs: name === 'silence' ? 1000 : 30_000,
      maxBytes: limits.bytes,
    });
    if (received.kind === 'none') expect(received.reason).toMatch(expected as string | RegExp);
    else {
      const { status, body } = expected as ReturnType<typeof answered>;
      expect(received.status).toBe(status);
      expect(Buffer.from(received.body).toString()).toMatch(body);
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000);
    expect(service.heard).toEqual(['POST /v1/refund']);
  });
});
