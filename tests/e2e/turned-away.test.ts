import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance, type Ended } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { writeTarget } from './target-files.ts';
import { type Asked, startTurning, type Turn, turnedAway, turnTo } from './turning-service.ts';

removeFolders();

interface Run {
  readonly operations: string;
  readonly workers?: 2;
}

/** Runs against a service that answers some requests in the place of the embedded endpoint. */
async function runAgainst(turn: (asked: Asked) => Turn | undefined, { operations, workers }: Run) {
  const folder = makeFolder();
  const service = await startTurning(turn);
  try {
    const target = writeTarget(folder, service.url);
    const own = ['--operation', operations, '--workers', String(workers ?? 1), '--out', join(folder, 'out')];
    const ended = await conformance([
      ...['run', '--target', target, '--runs', '1', '--seed', '7', '--skip-allure'],
      ...own,
    ]);
    return { ended, asked: service.asked() };
  } finally {
    // The hook of a test that others run beside may belong to one of them.
    await service.close();
  }
}

const lines = ({ text }: Ended) => text.replaceAll(/\s+/g, ' ');

describe('a service that refuses everything from some moment on leaves a run incomplete', {
  concurrent: true,
}, () => {
  // Each waits for the service to come back, so they wait beside each other; tests/opening/monitor.test.ts looks at all forms.
  test.each<[form: keyof typeof turnedAway, operations: string, at: number]>([
    // A few requests before the end of the run.
    ['401', 'payout', 43],
  ])('%s for %s from request %i on', async (form, operations, at) => {
    const turn = turnTo(turnedAway[form]);
    const { ended, asked } = await runAgainst(({ number }) => (number >= at ? turn : undefined), {
      operations,
      workers: 2,
    });
    expect(ended.status, ended.text).toBe(3);
    expect(lines(ended)).toMatch(
      /the service refuses everything since request [0-9]+ of the run \(20[^ ]+Z, /,
    );
    // It is not asked on and on.
    expect(asked).toBeLessThan(at + 90);
  });
});

describe('a service that breaks down from some moment on ends a run', { concurrent: true }, () => {
  test.each<[form: keyof typeof turnedAway, operations: string, at: number]>([
    ['JSON that is cut', 'payout,refund-search', 40],
  ])(
    '%s for %s from request %i on',
    async (form, operations, at) => {
      const turn = turnTo(turnedAway[form]);
      const { ended, asked } = await runAgainst(({ number }) => (number >= at ? turn : undefined), {
        operations,
      });
      // What it answers to allowed requests stays a failure.
      expect(ended.status, ended.text).toBe(1);
      expect(lines(ended)).toMatch(/the service breaks down since request [0-9]+ of the run \(20[^ ]+Z, /);
      expect(asked).toBeLessThan(at + 120);
    },
    600_000,
  );
});

describe('a service that refuses much is no service that refuses everything', () => {
  const some = (share: number) => {
    let drawn = 1;
    return () => {
      drawn = (drawn * 48_271) % 2_147_483_647;
      return drawn % 100 < share;
    };
  };
  const declines = some(40);
  const busy: Turn = (response) => void response.writeHead(429, { 'retry-after': '1' }).end();

  test.each<[what: string, operations: string, turn: (asked: Asked) => Turn | undefined]>([
    ['declines 40 % of all payouts', 'payout', () => (declines() ? turnTo(turnedAway['403']) : undefined)],
    ['asks to wait 20 times', 'payout', ({ number }) => (number >= 15 && number < 35 ? busy : undefined)],
  ])(
    'that %s',
    async (_what, operations, turn) => {
      const { ended } = await runAgainst(turn, { operations });
      expect(lines(ended)).toMatch(/exit status [03]/);
      expect(lines(ended)).not.toMatch(/refuses everything|stopped answering/);
    },
    600_000,
  );
});
