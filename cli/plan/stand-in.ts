import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Mock, startMock } from '../../mock/server.ts';
import { given } from '../../schemas/given.ts';
import { type Limits, limitsOf } from '../../targets/file/limits.ts';
import { readTargetFile, type TargetFile } from '../../targets/file/target-file.ts';
import { embeddedTargetFile } from '../../targets/settings.ts';
import { loadTarget, placedTarget } from '../../targets/target.ts';

const key = 'key-of-a-rehearsal';

/** An embedded endpoint that stands in for a target, and the target file that leads to it. */
export interface StandIn {
  readonly targetFile: string;
  /** Absent where the runner starts its own. */
  readonly endpoint?: Mock;
}

// The endpoint checks signatures where the suite can make them, so that the same tests apply.
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

/** Limits that stand in the place of those of a target. */
export type OtherLimits = Partial<Pick<Limits, 'requests' | 'amountPerRequest' | 'amountTotal'>>;

/** The bounds of the target without its pace; what has no bound gets one that nothing reaches. */
function boundsOf(file: TargetFile, others: OtherLimits): NonNullable<TargetFile['limits']> {
  const { timeoutMs, concurrent, requests, amountPerRequest, amountTotal } = { ...limitsOf(file), ...others };
  const text = (amount: number) => (Number.isFinite(amount) ? amount.toFixed(4) : '999999999999');
  return {
    // An endpoint on this machine answers late only where the machine is busy.
    timeoutMs: Math.max(timeoutMs, 120_000),
    concurrent,
    requests: Number.isFinite(requests) ? requests : 1_000_000_000,
    requestsPerSecond: 1_000_000,
    amountPerRequest: text(amountPerRequest),
    amountTotal: text(amountTotal),
  };
}

/** The keys that a stand-in takes over as they are; of the others, which are secret or lead elsewhere, it has its own or none. */
const takesOver: Readonly<Record<keyof TargetFile, boolean>> = {
  name: true,
  environment: true,
  merchant: true,
  capabilities: true,
  allow: true,
  encodings: true,
  currencies: true,
  returnUrl: true,
  optimise: true,
  fixed: true,
  orderNumbers: true,
  capture: true,
  refunds: true,
  settle: true,
  statuses: true,
  apmMethods: true,
  payouts: true,
  subscription: true,
  laws: false,
  baseUrl: false,
  signing: false,
  cards: false,
  notify: false,
  limits: false,
  acquirer: false,
  testData: false,
  headers: false,
  tls: false,
  proxy: false,
  deviations: false,
  certification: false,
};

function takenFrom(file: TargetFile): TargetFile {
  const kept = Object.entries(file).filter(([name]) => takesOver[name as keyof TargetFile]);
  return Object.fromEntries(kept) as unknown as TargetFile;
}

// What a run makes of an address without a target file.
function strangerFile(written: TargetFile, baseUrl: string): TargetFile {
  const { name, environment, allow } = placedTarget(loadTarget(embeddedTargetFile(), {}), baseUrl, undefined);
  return { ...written, name, environment, allow, signing: { recipe: 'none' } };
}

/**
 * Starts an endpoint on loopback that stands in for a target: same merchant, capabilities, effects, encodings and limits,
 * but none of its secrets, cards, headers or addresses. `folder` keeps the files that lead to it; `others` are limits in the place of its own.
 */
export async function standInFor(
  file: string,
  folder: string,
  baseUrl?: string,
  others: OtherLimits = {},
): Promise<StandIn> {
  const written = readTargetFile(file);
  const real =
    written.environment === 'embedded' && baseUrl !== undefined ? strangerFile(written, baseUrl) : written;
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
    ...takenFrom(real),
    baseUrl: endpoint.url,
    signing,
    ...given({ cards }),
    ...(await notifyOf(real)),
    limits: boundsOf(real, others),
  };
  const targetFile = join(folder, 'target.json');
  writeFileSync(join(folder, 'key'), key);
  writeFileSync(targetFile, JSON.stringify(standIn));
  return { targetFile, endpoint };
}
