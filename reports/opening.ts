import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { given } from '../schemas/given.ts';
import { groupedBy } from '../schemas/json.ts';
import type { Cause, OpeningReport, OpeningStep } from '../schemas/opening.ts';
import { plainLine } from '../schemas/plain-text.ts';
import { type OperationId, operationIds } from '../schemas/types.ts';
import { wrap } from './terminal/on-screen.ts';

/** A cause and the operations that it keeps from being accepted; none when it stopped the whole run. */
export interface ToldCause {
  readonly cause: Cause;
  readonly operations: readonly OperationId[];
}

/** The causes that a reader has to look at: the one that stopped the run, or one for each way in which operations failed. */
export function causesOf(opening: OpeningReport | undefined): readonly ToldCause[] {
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

/** The causes of an opening, each once, whether one of them stopped the run or none. */
export function sharedCauses({ stopped: _, ...report }: OpeningReport): readonly ToldCause[] {
  return causesOf(report);
}

/** One line for each operation whose body the run writes in a way that the opening found accepted. */
export function writingLines({ steps }: OpeningReport): readonly string[] {
  return steps.flatMap(({ operation, writing }) => {
    if (writing === undefined) return [];
    const { encoding, contentType } = writing;
    return `${operation} is written as ${encoding} (${contentType}), which the service accepts: name it under "encodings.${operation}" of the target file`;
  });
}

/** The rows of a cause as label and text: what was sent, what came back, what to look at. */
export function causeRows({ cause }: ToldCause): readonly (readonly [label: string, text: string])[] {
  const { sent, answered, comparedWith, key, advice } = cause;
  return [
    ['sent', sent],
    ['answered', answered],
    ...(comparedWith === undefined ? [] : [['compared', comparedWith] as const]),
    ...(key === undefined ? [] : [['look at', key] as const]),
    ['next', advice],
  ];
}

/** A cause in one line: its kind, the operations that it is about, and what is the matter. */
export function causeHead({ cause, operations }: ToldCause): string {
  return `${cause.kind}${operations.length === 0 ? '' : ` (${operations.join(', ')})`}: ${cause.says}`;
}

/** A cause as lines for reports: its head, and its rows indented. */
export function causeBlock(told: ToldCause, indent: number): readonly string[] {
  const rows = causeRows(told).map(([label, text]) => `${' '.repeat(indent)}${label.padEnd(9)} ${text}`);
  return [causeHead(told), ...rows];
}

/** Columns of a terminal that nothing of an opening is wider than. */
export const columns = 80;

/** The same for a terminal. */
export function causeLines(told: ToldCause): readonly string[] {
  return causeBlock(told, 2).flatMap((line) => wrap(plainLine(line), columns));
}

/** File in the reports folder that the opening of a run leaves. */
export const openingFile = 'opening.json';

/** What the opening of the run in a folder found out; undefined where there was none, and where the file is no report of one. */
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

/** What the openings of several shards found out together: of each operation the step that tells most. */
export function joinOpenings(openings: readonly OpeningReport[]): OpeningReport | undefined {
  if (openings.length === 0) return undefined;
  const steps = openings.flatMap((opening) => opening.steps);
  // What more than one of them found out, the first one says.
  const { stopped, unusable, learned, service } = Object.assign(
    {},
    ...openings.toReversed(),
  ) as OpeningReport;
  const sum = (part: (spent: OpeningReport['spent']) => number) =>
    openings.reduce((total, { spent }) => total + part(spent), 0);
  return {
    steps: operationIds.flatMap((id): readonly OpeningStep[] => {
      const own = steps.filter(({ operation }) => operation === id);
      const [best] = own.toSorted((one, other) => rank.indexOf(one.state) - rank.indexOf(other.state));
      return best === undefined ? [] : [{ ...best, exchanges: own.flatMap(({ exchanges }) => exchanges) }];
    }),
    ...given({ stopped, unusable, learned, service }),
    spent: { requests: sum(({ requests }) => requests), amount: sum(({ amount }) => amount) },
  };
}
