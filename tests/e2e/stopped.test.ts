import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { readEvidence } from '../../reports/evidence.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { readLedger } from '../../targets/ledger.ts';
import { runIn, startConformance, startPlaywright } from './command.ts';
import { makeFolder, removeFolders } from './folders.ts';
import { startRecording } from './recording-service.ts';
import { writeTarget } from './target-files.ts';

removeFolders();

// Where the system tells no children of a process, none of them is found.
const told = process.platform === 'linux';

/** The child of a process whose command line names something. */
function childNamed(pid: number, name: RegExp): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const found = children.find((one) => name.test(readFileSync(`/proc/${one}/cmdline`, 'latin1')));
  if (found === undefined) throw new Error(`process ${pid} has no child ${name}`);
  return Number(found);
}

const addressees = {
  'the runner': (runner: number) => runner,
  'the group': (runner: number) => -runner,
  'a worker': (runner: number) => childNamed(runner, /workerProcessEntry/),
} as const;
type Addressee = keyof typeof addressees;

/** The moments of a run, by how many requests the service has seen. */
const moments = {
  'in the preflight': 2,
  'early in the tests': 3,
  'in the middle of the tests': 10,
} as const;

const paidOrder = (request: string, answer: string): string | undefined => {
  if (!request.includes('"card"') || !/<result_info>0000/.test(answer)) return undefined;
  return String((JSON.parse(request) as { order_no: string }).order_no);
};

async function prepareRun(moment?: keyof typeof moments, workers = '2') {
  const folder = makeFolder();
  // What the service says of its payments, order by order.
  const paid: string[] = [];
  const service = await startRecording((request, { text }) => {
    paid.push(...[paidOrder(request, text)].filter((order) => order !== undefined));
    return { text, headers: {} };
  });
  const variables = { TARGET: writeTarget(folder, service.url), SEED: '7', CONFORMANCE_RUNS: '1' };
  const words = [
    '-g',
    '@cancel-subscription(?=\\s|$)',
    '--workers',
    workers,
    ...(moment === 'in the preflight' ? [] : ['--no-deps']),
  ];
  return { out: runIn(folder), paid, service, start: () => startPlaywright(folder, words, variables) };
}
type Prepared = Awaited<ReturnType<typeof prepareRun>>;

/** What the ledger, the evidence and the service say of accepted payments: what is certain is in all three, and none is missing in the ledger. */
function expectAgreement({ out, paid }: Prepared): void {
  const ledger = readLedger(join(out, 'ledger.ndjson'));
  const known = new Map(readEvidence(out).exchanges.map((one) => [one.id, one]));
  const certain = ledger.filter((entry) => entry.certain);
  for (const { exchange } of certain) expect(known.has(exchange), `exchange ${exchange}`).toBe(true);
  const ordersOf = (entries: typeof ledger) =>
    entries.filter(({ operation }) => operation === 'direct-payment').map(({ order_no }) => order_no);
  expect(paid).toEqual(expect.arrayContaining(ordersOf(certain)));
  expect(ordersOf(ledger)).toEqual(expect.arrayContaining(paid));
}

describe.runIf(told)(
  'a signal to a run stops what is sent, and no report says that the service conforms',
  () => {
    test.for<[NodeJS.Signals, Addressee, keyof typeof moments]>([
      // Ctrl-C.
      ['SIGINT', 'the group', 'in the preflight'],
      ['SIGINT', 'the group', 'in the middle of the tests'],
      ['SIGTERM', 'the runner', 'early in the tests'],
      ['SIGTERM', 'a worker', 'in the middle of the tests'],
    ])('%s to %s %s', async ([signal, addressee, moment], { onTestFinished }) => {
      const run = await prepareRun(moment, addressee === 'a worker' ? '1' : '2');
      onTestFinished(() => run.service.close());
      const { service, out } = run;
      const started = run.start();
      const pid = started.process.pid ?? 0;
      let before = Number.NaN;
      service.after(moments[moment], () => {
        process.kill(addressees[addressee](pid), signal);
        before = service.requests.length;
      });
      const ended = await started.ended;
      // The requests in flight: of two workers, or of the preflight, which sends one at a time. Where one worker ends, Playwright
      // goes on with the other tests in a new one.
      if (addressee !== 'a worker') expect(service.requests.length - before).toBeLessThanOrEqual(2 * 8);
      expect([3, 130, 143], ended.text).toContain(ended.status);
      const { result, reasons }: Statement = JSON.parse(readFileSync(join(out, 'conformance.json'), 'utf8'));
      expect(result).toBe('incomplete');
      expect(reasons.join('\n')).toMatch(/interrupted|planned tests ran|process of a test died|stopped by/);
      expect(verifyEvidence(out).problems).toEqual([]);
      expectAgreement(run);
    });
  },
);

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
    test('prove in its tests', async () => {
      const folder = makeFolder();
      const words = ['prove', '--fault', 'payout-r*', '--seed', '7', '--runs', '1'];
      const started = startConformance(words, { TMPDIR: folder });
      await vi.waitFor(
        () =>
          expect(readdirSync(folder, { recursive: true }).map((name) => basename(`${name}`))).toContainEqual(
            expect.stringMatching(/^test-.*\.ndjson$/),
          ),
        { timeout: 120_000, interval: 5 },
      );
      started.process.kill('SIGTERM');
      const ended = await started.ended;
      expect(ended).toMatchObject({ status: 3 });
      expect(ended.stderr).toContain('Stopped by SIGTERM: nothing more is sent');
      await vi.waitFor(() => expect(processesOf(folder)).toEqual([]), { timeout: 300_000 });
    });
  },
);
