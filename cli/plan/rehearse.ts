import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Mock, startMock } from '../../mock/server.ts';
import { openRun } from '../../opening/open-run.ts';
import { readEvidence } from '../../reports/evidence.ts';
import type { LiveView } from '../../reports/terminal/live.ts';
import { defined } from '../../schemas/defined.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type Limits, limitsOf } from '../../targets/file/limits.ts';
import { keyContentAt } from '../../targets/file/target-breach.ts';
import { readTargetFile, withReplaced } from '../../targets/file/target-file.ts';
import type { TargetFile } from '../../targets/file/target-keys.ts';
import { checkTargetRules } from '../../targets/file/target-rules.ts';
import { embeddedTargetFile, readSettings, targetFileIn } from '../../targets/settings.ts';
import { throwIfStopped } from '../../targets/stop.ts';
import { loadTarget, resolvedTarget } from '../../targets/target.ts';
import { type Served, serveTarget } from '../embedded.ts';
import { runSpecs } from '../in-process/run-specs.ts';
import type { RanTest } from '../in-process/test-in-process.ts';
import { demandPattern } from '../run/run-checks.ts';
import { environmentOf, type RunOptions } from '../run/run-options.ts';
import { makeTemporary, removeFolder, withTemporaryFiles } from '../temporary-folder.ts';

const key = 'key-of-a-rehearsal';

/** An embedded endpoint that replaces a target, and its target file. */
interface Substitute {
  readonly targetFile: string;
  /** Absent if the run starts its own endpoint. */
  readonly endpoint?: Mock;
}

// The endpoint checks signatures if the suite makes them, so the same tests apply.
function signingOf({ recipe }: TargetFile['signing']): TargetFile['signing'] {
  if (recipe === 'none') return { recipe };
  if (recipe === 'fixed') return { recipe, value: '0'.repeat(64) };
  return { recipe: 'hmac-sha256', key: { file: 'key' } };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function notifyOf({ notify }: TargetFile): Promise<Pick<TargetFile, 'notify'>> {
  if (notify === undefined) return {};
  const port = await freePort();
  return { notify: { url: `http://127.0.0.1:${port}/notify`, host: '127.0.0.1', port } };
}

/** Limits that replace those of a target. */
type OtherLimits = Partial<Pick<Limits, 'requests' | 'amountPerRequest' | 'amountTotal'>>;

/** Returns the limits of the target without its rate limit; unlimited ones get values that no run reaches. */
function limitsFor(file: TargetFile, others: OtherLimits): NonNullable<TargetFile['limits']> {
  const { timeoutMs, concurrent, requests, amountPerRequest, amountTotal } = { ...limitsOf(file), ...others };
  const text = (amount: number) => (Number.isFinite(amount) ? amount.toFixed(4) : '999999999999');
  return {
    // A local endpoint is late only when the machine is busy.
    timeoutMs: Math.max(timeoutMs, 120_000),
    concurrent,
    requests: Number.isFinite(requests) ? requests : 1_000_000_000,
    requestsPerSecond: 1_000_000,
    amountPerRequest: text(amountPerRequest),
    amountTotal: text(amountTotal),
  };
}

/** Returns the keys of a target file about what may be sent; secrets, paths and addresses are left out. */
function sendableKeys(file: TargetFile): TargetFile {
  const { name, returnUrl, acquirer: _, ...others } = file;
  const kept = Object.entries(others).filter(([key]) => ['words', 'requests'].includes(keyContentAt([key])));
  const read = withReplaced(Object.fromEntries(kept) as JsonObject, {
    path: () => undefined,
    secret: () => undefined,
  });
  return { ...(read as TargetFile), name, ...defined({ returnUrl }) };
}

// Returns the target file that a run uses for a base URL without a target file.
function unknownServiceFile(written: TargetFile, baseUrl: string): TargetFile {
  const { name, environment, allow } = resolvedTarget(
    loadTarget(embeddedTargetFile(), {}),
    baseUrl,
    undefined,
  );
  return { ...written, name, environment, allow, signing: { recipe: 'none' } };
}

/**
 * Starts a local endpoint in place of a target: same merchant, capabilities, effects, encodings and limits, without its
 * secrets, cards, headers and addresses. `folder` gets its files; `others` replace limits.
 */
export async function substituteFor(
  file: string,
  folder: string,
  baseUrl?: string,
  others: OtherLimits = {},
): Promise<Substitute> {
  const written = readTargetFile(file);
  // The error must name this file, not the copy below.
  checkTargetRules(written, file);
  const real =
    written.environment === 'embedded' && baseUrl !== undefined
      ? unknownServiceFile(written, baseUrl)
      : written;
  if (real.environment === 'embedded') return { targetFile: file };
  const { merchant_id, account_id, otherAccountId } = real.merchant;
  const signing = signingOf(real.signing);
  const accounts = [account_id, ...(otherAccountId === undefined ? [] : [otherAccountId])];
  const endpoint = await startMock({
    merchants: { [merchant_id]: accounts },
    ...(signing.recipe === 'hmac-sha256' ? { signing: { recipe: 'hmac-sha256', key } } : {}),
  });
  const { cards } = readTargetFile(embeddedTargetFile());
  const standIn: TargetFile = {
    ...sendableKeys(real),
    baseUrl: endpoint.url,
    signing,
    ...defined({ cards }),
    ...(await notifyOf(real)),
    limits: limitsFor(real, others),
  };
  const targetFile = join(folder, 'target.json');
  writeFileSync(join(folder, 'key'), key);
  writeFileSync(targetFile, JSON.stringify(standIn));
  return { targetFile, endpoint };
}

/** The result of a rehearsal; only the target in its settings differs. */
export type Rehearsal = Awaited<ReturnType<typeof rehearse>>;

/** Limits without effect; the amount per request stays, since amounts are drawn up to it. */
const unbounded = { requests: 1_000_000_000, amountTotal: 999_999_999_999 } as const;

/** One test of a rehearsal. */
export interface RehearsedTest {
  /** Spec file, relative to the folder of specs. */
  readonly file: string;
  /** Title path below the file. */
  readonly title: string;
  readonly operation: string;
  /** Why it does not run or stops early. */
  readonly skipped?: string;
  /** First line of an error of the rehearsal; findings about the embedded endpoint are ignored. */
  readonly error?: string;
}

const firstLine = (text: string) => text.split('\n')[0] ?? '';

/**
 * Runs the specs against an endpoint in place of the target, without limits on requests and total amount;
 * `amountPerRequest` replaces that of the target. Throws if the rehearsal fails.
 */
export async function rehearse(options: RunOptions, view?: LiveView, amountPerRequest?: number) {
  const folder = makeTemporary('plan');
  const asked = environmentOf(options);
  const { endpoint, targetFile } = await substituteFor(
    targetFileIn(asked),
    folder,
    asked.CONFORMANCE_BASE_URL,
    {
      ...unbounded,
      ...defined({ amountPerRequest }),
    },
  );
  let served: Served | undefined;
  try {
    const { CONFORMANCE_BASE_URL: _, CONFORMANCE_EMBEDDED_URL: __, ...own } = asked;
    const environment: NodeJS.ProcessEnv = {
      CONFORMANCE_MOCK_KEY: 'key-of-a-rehearsal',
      ...own,
      CONFORMANCE_TARGET: targetFile,
      CONFORMANCE_OUT: join(folder, 'out'),
    };
    served = await serveTarget(readSettings(environment), environment);
    const { settings } = served;
    demandPattern(settings);
    let opened = false;
    if (options.grep === undefined) {
      const { report } = await openRun(settings);
      // If the target allows nothing there is nothing to rehearse, and the plan says so.
      opened = report.stopped === undefined;
    }
    const tests: RehearsedTest[] = [];
    const told = ({ file, title, operation = 'several', skipped, error }: RanTest, total: number) => {
      const reason = error === undefined ? skipped?.reason : undefined;
      tests.push({
        file,
        title,
        operation,
        ...defined({ skipped: reason, error: error && firstLine(error) }),
      });
      view?.tests(tests.length, total, 0);
    };
    const run = () => runSpecs({ ...settings, opened }, folder, told);
    const errors = await withTemporaryFiles(folder, run);
    throwIfStopped();
    if (errors[0] !== undefined)
      throw new ConfigurationError(`The rehearsal ended early: ${firstLine(errors[0])}`);
    if (tests.length === 0)
      throw new ConfigurationError(
        'No test was selected: the choice of operations and titles matches nothing.',
      );
    return { settings, tests, exchanges: readEvidence(settings.out).exchanges };
  } finally {
    await Promise.all([endpoint?.close(), served?.close()]);
    removeFolder(folder);
  }
}
