import { table } from '../../../schemas/table.ts';
import type { Wire } from '../../reply.ts';
import { sending } from './honest-but.ts';
import { type Hostile, type HostileEnd, shortRun, startDisguised } from './hostile.ts';

// The opening sees an honest answer, and nothing after it can be judged.
const ways: Readonly<Record<string, readonly [does: string, end: HostileEnd, hide: (wire: Wire) => Wire]>> =
  table({
    // 429, 503 and time-outs are inconclusive, never a failure, and too many of them leave a run incomplete.
    'hides-behind-429': [
      'answers 429',
      'open',
      () => ({ status: 429, headers: { 'retry-after': '0' }, body: '' }),
    ],
    'hides-behind-503': [
      'answers 503',
      'open',
      () => ({ status: 503, headers: { 'retry-after': '0' }, body: '' }),
    ],
    'hides-behind-silence': [
      'takes longer than anybody waits',
      'open',
      (wire) => ({ ...wire, delayMs: 60_000 }),
    ],
    'hides-behind-size': [
      'follows what it says by five million letters',
      'open',
      (wire) => ({ ...wire, body: `${String(wire.body)}<!--${'x'.repeat(5_000_000)}-->` }),
    ],
    // Whoever answers the next read is there, and has to answer an allowed request.
    'hides-behind-resets': ['cuts the connection', 'failed', (wire) => ({ ...wire, cut: 'nothing' })],
    'hides-behind-half-answers': [
      'stops in the middle of the body',
      'failed',
      (wire) => ({ ...wire, cut: 'half' }),
    ],
    'hides-behind-false-gzip': [
      'calls plain text gzip',
      'failed',
      (wire) => ({ ...wire, headers: { ...wire.headers, 'content-encoding': 'gzip' } }),
    ],
    // A 5xx on input that the document allows is a failure.
    'hides-behind-500': [
      'answers 500',
      'failed',
      () => ({ status: 500, headers: { 'content-type': 'text/plain' }, body: 'sorry' }),
    ],
  });

/** A service that obeys the document and pads what it says by blanks, which are no reason not to judge. */
const honestBehindBlanks: Hostile = {
  name: 'honest-behind-blanks',
  does: 'follows each honest refund by five million blanks',
  operation: 'refund',
  start: (port) =>
    startDisguised(
      port,
      sending('refund', (wire) => ({ ...wire, body: `${String(wire.body)}${' '.repeat(5_000_000)}` })),
    ),
  expects: { end: 'warned', most: shortRun },
};

/** Services that answer the first refund honestly, and hide what they would say to the others. */
export const hiders: readonly Hostile[] = [
  honestBehindBlanks,
  ...Object.entries(ways).map(
    ([name, [does, end, hide]]): Hostile => ({
      name,
      does: `answers the first refund and then ${does}`,
      operation: 'refund',
      start: (port) =>
        startDisguised(
          port,
          sending('refund', (wire, _about, number) => (number === 1 ? wire : hide(wire))),
        ),
      ...(name === 'hides-behind-silence' ? { silent: true as const } : {}),
      expects: { end, most: shortRun },
    }),
  ),
];
