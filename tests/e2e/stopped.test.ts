import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { readLedger } from '../../targets/ledger.ts';
import { startConformance } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

// Where the system tells no children of a process, none of them is found.
const told = process.platform === 'linux';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const words = ['run', '--seed', '7', '--runs', '1', '--operation', 'cancel-subscription'];

/** The child of a process whose command line names something. */
function childNamed(pid: number, name: RegExp): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const found = children.find((one) => name.test(readFileSync(`/proc/${one}/cmdline`, 'latin1')));
  if (found === undefined) throw new Error(`process ${pid} has no child ${name}`);
  return Number(found);
}

const runnerOf = (command: number) => childNamed(command, /test\/cli/);

const addressees = {
  'the command': (command: number) => command,
  'the group': (command: number) => -command,
  'the runner': runnerOf,
  'a worker': (command: number) => childNamed(runnerOf(command), /playwright/),
} as const;
type Addressee = keyof typeof addressees;

/** How many requests the opening of such a run sends, and the whole run. */
const sent = { opening: 0, all: 0 };

/** The moments of a run, by what the service sees; and the one at which it sees nothing more, by the files that appear. */
const moments = {
  'before the first request': 'connection',
  'in the opening': () => 2,
  'between opening and tests': () => sent.opening,
  'early in the tests': () => sent.opening + 3,
  'in the middle of the tests': () => Math.round((sent.opening + sent.all) / 2),
  'while the reports are written': 'reports',
} as const;
type Moment = keyof typeof moments;

const paidOrder = (request: string, answer: string): string | undefined => {
  if (!request.includes('"card"') || !/<result_info>0000/.test(answer)) return undefined;
  return String((JSON.parse(request) as { order_no: string }).order_no);
};

async function prepareRun({ workers = 2, more = ['--skip-allure'] as readonly string[] } = {}) {
  const folder = makeFolder();
  const out = join(folder, 'out');
  // What the service says of its payments, order by order.
  const paid: string[] = [];
  const service = await startRecording((request, { text }) => {
    paid.push(...[paidOrder(request, text)].filter((order) => order !== undefined));
    return { text, headers: {} };
  });
  const target = writeTarget(folder, service.url);
  const all = [...words, '--workers', String(workers), ...more, '--out', out, '--target', target];
  return { out, paid, service, start: () => startConformance(all) };
}
type Prepared = Awaited<ReturnType<typeof prepareRun>>;

/** Calls back at a moment of a run. */
function at(moment: Moment, { out, service }: Prepared, act: () => void): void {
  const when = moments[moment];
  if (when === 'connection') service.connected(act);
  else if (when !== 'reports') service.after(when(), act);
  else
    service.after(1, () => {
      const watching = watch(out, (_, name) => {
        if (name !== 'exchanges.ndjson' || !existsSync(join(out, name))) return;
        watching.close();
        act();
      });
    });
}

/** What the ledger, the evidence and the service say of accepted payments: all three agree. */
function expectAgreement({ out, paid }: Prepared): void {
  const ledger = readLedger(join(out, 'ledger.ndjson'));
  const known = new Map(readEvidence(out).exchanges.map((one) => [one.id, one]));
  for (const { exchange } of ledger) expect(known.has(exchange), `exchange ${exchange}`).toBe(true);
  const payments = ledger.filter(({ operation, certain }) => operation === 'direct-payment' && certain);
  const orders = payments.map(({ order_no }) => order_no).sort();
  expect(orders).toEqual([...paid].sort());
}

type Row = readonly [signal: (typeof signals)[number], addressee: Addressee, moment: Moment];

const allRows: readonly Row[] = (Object.keys(moments) as Moment[]).flatMap((moment) =>
  (Object.keys(addressees) as Addressee[]).flatMap((addressee) =>
    signals.flatMap((signal) => {
      const isThere = addressee !== 'a worker' || moment.endsWith('the tests');
      const isSampled = signal === 'SIGINT' || moment === 'in the opening' || moment.startsWith('early');
      return isThere && isSampled ? [[signal, addressee, moment] as const] : [];
    }),
  ),
);

// Each signal, early and late; the whole table takes minutes.
const someRows: readonly Row[] = [
  ['SIGHUP', 'the command', 'in the opening'],
  ['SIGTERM', 'the group', 'in the opening'],
  // Ctrl-C.
  ['SIGINT', 'the group', 'in the middle of the tests'],
  ['SIGTERM', 'a worker', 'in the middle of the tests'],
];

const showsAll = process.env.SHOW_TABLE !== undefined;
const rows = showsAll ? allRows : someRows;

const table: string[] = [];

/** A run that nobody stopped. */
let finished: Prepared;

beforeAll(async () => {
  finished = await prepareRun({ workers: 1 });
  const ended = await finished.start().ended;
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  const { exchanges } = readEvidence(finished.out);
  sent.opening = exchanges.filter(({ origin }) => origin.test === 'opening').length;
  sent.all = exchanges.length;
});

afterAll(() => finished.service.close());

afterAll(() => {
  if (showsAll) process.stdout.write(`${table.sort().join('\n')}\n`);
});

describe.runIf(told)('a signal stops what is sent, and the run ends with 3', { concurrent: true }, () => {
  // The hook of a test that others run beside is its own.
  test.for(rows)('%s to %s %s', async ([signal, addressee, moment], { onTestFinished }) => {
    const isLast = moments[moment] === 'reports';
    const run = await prepareRun();
    onTestFinished(() => run.service.close());
    const { service, out } = run;
    const started = run.start();
    const pid = started.process.pid ?? 0;
    let before = Number.NaN;
    at(moment, run, () => {
      process.kill(addressees[addressee](pid), signal);
      before = service.requests.length;
    });
    const ended = await started.ended;
    const after = service.requests.length - before;
    if (showsAll) {
      const row = [Object.keys(moments).indexOf(moment) + 1, moment, addressee, signal, after];
      table.push([...row, ended.status].join(' | '));
    }
    expect(ended).toMatchObject({ status: 3 });
    expect(ended.stderr).toContain(`topped by ${signal}`);
    expect(ended.text).not.toMatch(/^\s+at .*[(/].*:\d+:\d+\)?$/m);
    // The requests in flight: of two workers, of the opening, which sends one at a time, or none at the end.
    const onTheirWay = isLast ? 0 : moment.endsWith('tests') ? 2 * 8 : 2;
    expect(after).toBeLessThanOrEqual(onTheirWay);
    if (!isLast) {
      const { result, reasons } = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
      expect(result).toBe('incomplete');
      expect(reasons.join('\n')).toContain(`the run was stopped by ${signal}`);
      const names = ['certificate.html', 'matrix.html'];
      for (const name of names) expect(existsSync(join(out, name)), name).toBe(true);
      // Before the first test the command itself says on standard error what became of the run.
      if (moment.endsWith('the tests'))
        expect(ended.stdout).toContain('incomplete  loopback service, profile ci, seed 7, exit status 3');
    }
    expect(verifyEvidence(out).problems).toEqual([]);
    expectAgreement(run);
  });
});

// `explore FILE` sends one request: there is nothing more to send.
describe('every command that sends several requests stops with 3', () => {
  test.each([['clean-up', ({ out }: Prepared) => ['clean-up', '--send', out]]] as const)(
    '%s',
    async (_name, wordsOf) => {
      const { service, out } = finished;
      const folder = dirname(out);
      const before = service.requests.length;
      const started = startConformance([...wordsOf(finished), '--target', join(folder, 'target.json')], {
        CONFORMANCE_OUT: join(folder, 'other'),
      });
      service.after(before + 1, () => void started.process.kill('SIGTERM'));
      const ended = await started.ended;
      expect(ended.stderr).toContain('Stopped by SIGTERM: nothing more is sent');
      expect([ended.status, service.requests.length - before <= 9]).toEqual([3, true]);
    },
  );
});

/** Whether a process has an environment that names a folder. */
function isOf(folder: string, pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TMPDIR=${folder}`);
  } catch {
    return false;
  }
}

const processesOf = (folder: string) =>
  readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && isOf(folder, name));

// The service that these commands ask is their own, so that it sees nothing more once their processes have ended.
describe.runIf(told)(
  'a command that asks the embedded endpoint stops with 3, and nothing of it goes on',
  () => {
    test.each([['prove', 'in its tests', 'worker-0.ndjson', ['--fault', 'payout-r*']]] as const)(
      '%s %s',
      async (command, _moment, part, more) => {
        const folder = makeFolder();
        const started = startConformance([command, ...more, '--seed', '7'], { TMPDIR: folder });
        await vi.waitFor(
          () =>
            expect(readdirSync(folder, { recursive: true }).map((name) => basename(`${name}`))).toContain(
              part,
            ),
          { timeout: 120_000, interval: 5 },
        );
        started.process.kill('SIGTERM');
        const ended = await started.ended;
        expect(ended).toMatchObject({ status: 3 });
        expect(ended.stderr).toContain('Stopped by SIGTERM: nothing more is sent');
        await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: 300_000 });
      },
    );
  },
);

describe.runIf(told)('a command that waits for answers', () => {
  test('a second signal ends the command at once, without any further word', async () => {
    const folder = makeFolder();
    const out = join(folder, 'out');
    // Nobody answers, so that the command waits for what is under way.
    const server = createServer(() => {});
    onTestFinished(() => void server.close().closeAllConnections());
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const target = writeTarget(folder, `http://127.0.0.1:${port}`);
    const started = startConformance([...words, '--out', out, '--target', target]);
    const pid = started.process.pid ?? 0;
    server.once('request', () => process.kill(pid, 'SIGINT'));
    started.process.stderr?.once('data', () => process.kill(pid, 'SIGTERM'));
    const ended = await started.ended;
    expect(ended.status).toBe(3);
    expect(ended.stderr).toContain('Ended at once by a second signal (SIGTERM).');
  });
});
