import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { describe, expect, test } from 'vitest';
import { practiceCertificate } from '../../mock/practice-certificates.ts';
import { openSimultaneousGroup } from '../../targets/sending/together.ts';
import { listen } from './loopback.ts';
import { envelope, openClient, origin } from './open-client.ts';
import { listenRaw, openUntilEnd, wire } from './transports.ts';

/** Notes how many bytes of each body were there when the first of them was whole, and tells when all are there but one byte. */
function watchBodies(wanted: number) {
  const bodies: Buffer[] = [];
  const whole = Array.from({ length: wanted }, (_, at) => `{"number":${at}}`);
  let arrived = () => {};
  const hasArrived = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let whenFirstWasWhole: readonly number[] | undefined;
  const listener: RequestListener = async (request, response) => {
    const at = bodies.push(Buffer.alloc(0)) - 1;
    for await (const chunk of request) {
      bodies[at] = Buffer.concat([bodies[at] as Buffer, chunk as Buffer]);
      if (bodies.filter(({ length }) => length === 11).length === wanted) arrived();
    }
    whenFirstWasWhole ??= bodies.map(({ length }) => length);
    response.end('{}');
  };
  return {
    listener,
    seen: () => ({ whenFirstWasWhole: whenFirstWasWhole?.toSorted(), bodies: bodies.map(String) }),
    whole,
    hasArrived: () => hasArrived,
  };
}

async function sendBoth(
  send: ReturnType<typeof openUntilEnd>,
  url: string,
  bodies: readonly string[],
  hasArrived = async () => {},
) {
  const together = openSimultaneousGroup(bodies.length, hasArrived);
  return Promise.all(bodies.map((body) => send(wire(url, { body, held: together }))));
}

describe('requests that belong together', () => {
  test('are all there but for their last bytes before one is whole', async () => {
    const { listener, seen, whole, hasArrived } = watchBodies(3);
    const { url } = await listen(listener);
    const send = openUntilEnd();
    const answers = await sendBoth(send, url, whole, hasArrived);
    expect(answers.map(({ kind }) => kind)).toEqual(['answer', 'answer', 'answer']);
    const { whenFirstWasWhole = [], bodies } = seen();
    expect(whenFirstWasWhole.map((length) => length >= 11)).toEqual([true, true, true]);
    expect(bodies.toSorted()).toEqual(whole);
  });

  test('are so over TLS as well', async () => {
    const { listener, seen, whole, hasArrived } = watchBodies(2);
    const server = createServer({ ...practiceCertificate }, listener);
    const port = await listenRaw(server);
    const send = openUntilEnd({ tls: { verify: false } });
    const answers = await sendBoth(send, `https://127.0.0.1:${port}`, whole, hasArrived);
    expect(answers.map(({ kind }) => kind)).toEqual(['answer', 'answer']);
    expect(seen().whenFirstWasWhole?.map((length) => length >= 11)).toEqual([true, true]);
    expect(seen().bodies.toSorted()).toEqual(whole);
    server.closeAllConnections();
  });

  test('are given up when one of them will not be sent', async () => {
    const { url, server } = await listen(() => {});
    const send = openUntilEnd();
    const together = openSimultaneousGroup(2);
    const waiting = send(wire(url, { held: together }));
    await once(server, 'connection');
    together.end();
    expect(await waiting).toMatchObject({ kind: 'none', reason: 'aborted' });
  });

  test('without a body wait as well', async () => {
    const { listener, seen } = watchBodies(2);
    const { url } = await listen(listener);
    const send = openUntilEnd();
    expect((await sendBoth(send, url, ['', ''])).map(({ kind }) => kind)).toEqual(['answer', 'answer']);
    expect(seen().bodies).toEqual(['', '']);
  });
});

describe('a sender', () => {
  test('sends none of them where the limits leave one out', async () => {
    const { client, wires } = openClient(undefined, { limits: { requests: 1, concurrent: 2 } });
    const together = openSimultaneousGroup(2);
    const sent = await Promise.allSettled(
      [0, 1].map((ordinal) => client.send('query', envelope, { origin: { ...origin, ordinal }, together })),
    );
    expect(sent.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(wires).toEqual([]);
  });

  test('says of them that they went out when the last of them was ready', async () => {
    const order: string[] = [];
    const { client, recorded } = openClient(
      undefined,
      {},
      {
        pace: { run: (send) => send(), hold: () => {} },
        transport: async ({ held }) => {
          order.push('ready');
          await held?.ready();
          order.push('sent');
          return { kind: 'answer', status: 200, headers: {}, body: Buffer.from('{}'), durationMs: 1 };
        },
      },
    );
    const together = openSimultaneousGroup(2, async () => {});
    await Promise.all(
      [0, 1].map((ordinal) => client.send('query', envelope, { origin: { ...origin, ordinal }, together })),
    );
    expect(order).toEqual(['ready', 'ready', 'sent', 'sent']);
    const [one, other] = recorded.map(({ exchange }) => exchange.times);
    expect(one && other && one.sentAt <= other.answeredAt && other.sentAt <= one.answeredAt).toBe(true);
  });
});
