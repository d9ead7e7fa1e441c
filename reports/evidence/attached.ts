import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FullConfig, TestInfo } from '@playwright/test';
import type { TestResult } from '@playwright/test/reporter';
import type { Shard } from '../run/choices.ts';

/** What a test attaches for the merge: evidence, what its run knew at the beginning, or what it knew at its end. */
const kinds = ['evidence', 'run', 'end'] as const;
type Kind = (typeof kinds)[number];

/** An attachment for the merge, unpacked. */
export interface Attached {
  readonly kind: Kind;
  readonly shard: Shard;
  readonly text: string;
}

/** A shard as a reader sees it, such as `shard 1/2`; a run that is not split is the only one. */
export function shardName({ number, of }: Shard): string {
  return `shard ${number}/${of}`;
}

/** True if the reports of a run are merged later, perhaps on another machine. */
function isBlobWritten({ reporter }: FullConfig): boolean {
  // In processes of tests these are always pairs.
  const reporters: readonly (readonly unknown[])[] = Array.isArray(reporter) ? reporter : [];
  return reporters.some(([name]) => name === 'blob');
}

/** Attaches masked text to a test, packed, if a blob report is written: only there it is needed. */
export function attachForMerge(info: TestInfo, kind: Kind, text: string): void {
  const { config } = info;
  if (!isBlobWritten(config)) return;
  const { current, total } = config.shard ?? { current: 1, total: 1 };
  // By way of `attach` each one would be a step of the test.
  info.attachments.push({
    name: `${kind} of ${shardName({ number: current, of: total })}`,
    contentType: 'application/gzip',
    body: gzipSync(text),
  });
}

/** Attaches a closed part of the evidence likewise; nothing for `undefined`. */
export function attachPart(info: TestInfo, file: string | undefined): void {
  if (file !== undefined && isBlobWritten(info.config))
    attachForMerge(info, 'evidence', readFileSync(file, 'utf8'));
}

/** Most bytes of an unpacked attachment. */
const longest = 512 * 1024 * 1024;

/** What a test attached for the merge. */
export function attachedTo({ attachments }: Pick<TestResult, 'attachments'>): readonly Attached[] {
  return attachments.flatMap(({ name, body, path }) => {
    const [, kind, number, of] = /^(\w+) of shard (\d+)\/(\d+)$/.exec(name) ?? [];
    const known = kinds.find((one) => one === kind);
    if (known === undefined || (body === undefined && path === undefined)) return [];
    const bytes = gunzipSync(body ?? readFileSync(path ?? ''), { maxOutputLength: longest });
    return [{ kind: known, shard: { number: Number(number), of: Number(of) }, text: bytes.toString('utf8') }];
  });
}
