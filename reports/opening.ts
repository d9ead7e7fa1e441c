import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../schemas/defined.ts';
import { groupedBy } from '../schemas/json.ts';
import type { Cause, OpeningReport, OpeningStep } from '../schemas/opening.ts';
import { plainLine } from '../schemas/plain-text.ts';
import { type OperationId, operationIds } from '../schemas/types.ts';

/** A cause and the operations that it keeps from being accepted; no operations if it stopped the whole run. */
export interface ReportedCause {
  readonly cause: Cause;
  readonly operations: readonly OperationId[];
}

/** The causes to report: the one that stopped the run, or one for each way in which operations failed. */
export function causesOf(opening: OpeningReport | undefined): readonly ReportedCause[] {
  if (opening === undefined) return [];
  if (opening.stopped !== undefined) return [{ cause: opening.stopped, operations: [] }];
  const failed = opening.steps.flatMap(({ operation, cause }) =>
    cause === undefined ? [] : [{ operation, cause }],
  );
  const alike = groupedBy(failed, ({ cause }) => `${cause.kind}\n${cause.key ?? ''}\n${cause.says}`);
  const found = [...alike.values()].flatMap((some) => {
    const operations = some.map(({ operation }) => operation);
    return some.slice(0, 1).map(({ cause }) => ({ cause, operations }));
  });
  return [...found, ...(opening.unusable ?? []).map((cause) => ({ cause, operations: [] }))];
}

/** The distinct causes of failed operations, without the one that stopped the run. */
export function sharedCauses({ stopped: _, ...report }: OpeningReport): readonly ReportedCause[] {
  return causesOf(report);
}

/** One line for each operation whose body encoding the opening found by trying. */
export function writingLines({ steps }: OpeningReport): readonly string[] {
  return steps.flatMap(({ operation, writing }) => {
    if (writing === undefined) return [];
    const { encoding, contentType } = writing;
    return `${operation} is written as ${encoding} (${contentType}), which the service accepts: name it under "encodings.${operation}" of the target file`;
  });
}

/** The rows of a cause as label and text: what was sent, what came back, what to check. */
export function causeRows({ cause }: ReportedCause): readonly (readonly [label: string, text: string])[] {
  const { sent, answered, comparedWith, key, advice } = cause;
  return [
    ['sent', sent],
    ['answered', answered],
    ...(comparedWith === undefined ? [] : [['compared', comparedWith] as const]),
    ...(key === undefined ? [] : [['look at', key] as const]),
    ['next', advice],
  ];
}

/** The headline of a cause: its kind, its operations and the problem. */
export function causeHeadline({ cause, operations }: ReportedCause): string {
  return `${cause.kind}${operations.length === 0 ? '' : ` (${operations.join(', ')})`}: ${cause.says}`;
}

/** A cause as lines for reports: its headline, and its rows indented. */
export function causeBlock(told: ReportedCause, indent: number): readonly string[] {
  const rows = causeRows(told).map(([label, text]) => `${' '.repeat(indent)}${label.padEnd(9)} ${text}`);
  return [causeHeadline(told), ...rows];
}

/** A cause as lines for a terminal. */
export function causeLines(told: ReportedCause): readonly string[] {
  return causeBlock(told, 2).map(plainLine);
}

/** File in the reports folder with the result of the opening. */
export const openingFile = 'opening.json';

/** Reads the result of the opening from a reports folder; undefined if the file is missing or not valid. */
export function readOpening(out: string): OpeningReport | undefined {
  const file = join(out, openingFile);
  if (!existsSync(file)) return undefined;
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as OpeningReport | null;
    return Array.isArray(read?.steps) ? read : undefined;
  } catch {
    return undefined;
  }
}

const rank = ['accepted', 'not-accepted', 'not-asked'] as const;

/** Joins the openings of several shards: for each operation the best step, with the exchanges of all. */
export function joinOpenings(openings: readonly OpeningReport[]): OpeningReport | undefined {
  if (openings.length === 0) return undefined;
  const steps = openings.flatMap((opening) => opening.steps);
  // If several openings have a value, the first one counts.
  const { stopped, unusable, service } = Object.assign({}, ...openings.toReversed()) as OpeningReport;
  const sum = (part: (spent: OpeningReport['spent']) => number) =>
    openings.reduce((total, { spent }) => total + part(spent), 0);
  return {
    steps: operationIds.flatMap((id): readonly OpeningStep[] => {
      const own = steps.filter(({ operation }) => operation === id);
      const [best] = own.toSorted((one, other) => rank.indexOf(one.state) - rank.indexOf(other.state));
      return best === undefined ? [] : [{ ...best, exchanges: own.flatMap(({ exchanges }) => exchanges) }];
    }),
    ...defined({ stopped, unusable, service }),
    spent: { requests: sum(({ requests }) => requests), amount: sum(({ amount }) => amount) },
  };
}
