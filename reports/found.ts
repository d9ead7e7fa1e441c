import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FoundNote } from './evidence/lines.ts';
import { whyForgot } from './forgotten.ts';

/** What the monitor of a run looks for in the service, by name; what each means stands in the table of the monitor. */
export type FoundName =
  | 'silent'
  | 'gateway'
  | 'breaks-down'
  | 'refuses'
  | 'refuses-operation'
  | 'throttled'
  | 'forgets';

/** What the monitor of a run found out about the service. */
export interface Found {
  readonly name: FoundName;
  /** In words: since which request, and what the service said. */
  readonly says: string;
  /** Whether nothing more was sent. */
  readonly ends: boolean;
  /** Id of the exchange from which on refusals say nothing of what they were asked for. */
  readonly since?: string;
}

// Every run starts with this folder empty; all workers write to it.
const fileOf = (out: string) => join(out, 'runner', 'found.ndjson');

/** The log of the exchanges of a run that its monitor shares among the workers. */
export const monitorLog = (out: string) => join(out, 'runner', 'monitor.ndjson');

function linesOf<Line>(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

const toldIn = (out: string) => linesOf<Found>(fileOf(out));

/** Ids of what was refused from the moment on that a finding of the monitor names. */
function refusedSince(out: string, { name, since }: Found): readonly string[] {
  if (since === undefined) return [];
  const lines = linesOf<Readonly<Record<'id' | 'operation' | 'seen', string>>>(monitorLog(out));
  const first = lines.findIndex(({ id }) => id === since);
  const own = lines.slice(first).filter(({ seen }) => seen === 'refused');
  const isOne = name === 'refuses-operation';
  return own.filter(({ operation }) => !isOne || operation === lines[first]?.operation).map(({ id }) => id);
}

/** Tells all workers of a run, and its reports, what was found; returns what was found first under that name, which stands. */
export function tellFound(out: string, found: Found): Found {
  mkdirSync(dirname(fileOf(out)), { recursive: true });
  appendFileSync(fileOf(out), `${JSON.stringify(found)}\n`);
  return toldIn(out).find(({ name, ends }) => (found.ends ? ends : name === found.name)) ?? found;
}

/** Everything that was found in a run, each once, as notes of its evidence; what ended it comes first. */
export function foundIn(out: string): readonly FoundNote[] {
  const told = toldIn(out);
  const ended = told.filter(({ ends }) => ends).slice(0, 1);
  const others = new Map(told.filter(({ ends }) => !ends).map((one) => [one.says, one]));
  const forgot = whyForgot(out);
  const lost: readonly Found[] = forgot === undefined ? [] : [{ name: 'forgets', says: forgot, ends: false }];
  return [...ended, ...others.values(), ...lost].map((found) => {
    const { name, says, ends } = found;
    return { kind: 'found', name, says, ends, exchanges: refusedSince(out, found) };
  });
}

/** Why nothing more is sent in a run; undefined while it goes on. */
export function whyStopped(out: string): string | undefined {
  return toldIn(out).find(({ ends }) => ends)?.says;
}
