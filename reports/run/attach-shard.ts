import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestInfo } from '@playwright/test';
import { defined } from '../../schemas/defined.ts';
import { jsonText } from '../../schemas/plain-text.ts';
import { attachForMerge, attachPart } from '../evidence/attached.ts';
import { partsFolder } from '../evidence/collect.ts';
import { readOpening } from '../opening.ts';
import { redactNote } from '../redact.ts';
import type { ShardEnd, ShardStart } from './join-shards.ts';
import { browserIn, presentPlan } from './run-facts.ts';
import { problemNotesIn } from './service-problems.ts';

/** The parts of the evidence in a folder whose names begin so. */
function partsIn(out: string, start: string): readonly string[] {
  const folder = join(out, partsFolder);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.startsWith(start) && name.endsWith('.ndjson'))
    .sort()
    .map((name) => join(folder, name));
}

/** Attaches to a test of the preflight what the run knows before its first test, and the evidence of the preflight. */
export function attachStart(info: TestInfo, out: string): void {
  const plan = presentPlan(out);
  if (plan === undefined) return;
  const start: ShardStart = { plan, ...defined({ opening: readOpening(out) }) };
  attachForMerge(info, 'run', jsonText(start));
  for (const part of partsIn(out, 'opening')) attachPart(info, part);
}

/** Attaches to a closing test what belongs to no test: the monitor's findings, and what workers noted after their tests. */
export function attachEnd(info: TestInfo, out: string): void {
  const problems = problemNotesIn(out).map(redactNote) as ShardEnd['problems'];
  const end: ShardEnd = { problems, ...defined({ browser: browserIn(out) }) };
  attachForMerge(info, 'end', jsonText(end));
  for (const part of partsIn(out, 'worker-')) attachPart(info, part);
}
