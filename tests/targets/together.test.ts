import { describe, expect, test } from 'vitest';
import { openSimultaneousGroup, type SimultaneousGroup } from '../../targets/sending/together.ts';
import { listen } from './loopback.ts';
import { envelope, openClient, origin } from './open-client.ts';
import { openUntilEnd, wire } from './transports.ts';

test('requests that belong together each have a connection, and arrive side by side', async () => {
  const arrived: string[] = [];
  const { url, server } = await listen((request, response) => {
    arrived.push('came');
    request.resume().on('end', () => {
      setTimeout(() => {
        arrived.push('went');
        response.end('{}');
      }, 50);
    });
  });
  let connections = 0;
  server.on('connection', () => (connections += 1));
  const transport = openUntilEnd();
  const send = async (together: SimultaneousGroup) => {
    await together.ready('query');
    return transport(wire(url));
  };
  // The first two open the connections that the others use.
  for (let round = 0; round < 3; round += 1) {
    const together = openSimultaneousGroup(2);
    const [one, other] = await Promise.all([send(together), send(together)]);
    expect([one.kind, other.kind]).toEqual(['answer', 'answer']);
  }
  expect(connections).toBe(2);
  expect(arrived).toEqual(Array(3).fill(['came', 'came', 'went', 'went']).flat());
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

  test('sends them in one turn, when the last of them is ready', async () => {
    const order: string[] = [];
    const pace = {
      async run<Result>(send: () => Promise<Result>) {
        order.push('in its place');
        return send();
      },
      hold: () => {},
    };
    const { client, recorded } = openClient(
      undefined,
      {},
      {
        pace,
        transport: async () => {
          order.push('sent');
          setImmediate(() => order.push('next turn'));
          return { kind: 'answer', status: 200, headers: {}, body: Buffer.from('{}'), durationMs: 1 };
        },
      },
    );
    const together = openSimultaneousGroup(2);
    await Promise.all(
      [0, 1].map((ordinal) => client.send('query', envelope, { origin: { ...origin, ordinal }, together })),
    );
    expect(order.slice(0, 3)).toEqual(['in its place', 'sent', 'sent']);
    const [one, other] = recorded.map(({ exchange }) => exchange.times);
    expect(one && other && one.sentAt <= other.answeredAt && other.sentAt <= one.answeredAt).toBe(true);
  });
});
