import { isDeepStrictEqual } from 'node:util';
import { type OperationId, operationIds } from '../../schemas/types.ts';
import type { Statement } from '../statement/format.ts';

/** What two runs have in common, and what one of them alone has. */
export interface SharedScope {
  /** Operations that both runs exercised. */
  readonly shared: readonly OperationId[];
  /** Operations that one of them alone exercised. */
  readonly alone: readonly OperationId[];
  /** Both runs were asked for the same, by the same contract. */
  readonly same: boolean;
  /** What else the runs differ in, one phrase each. */
  readonly differences: readonly string[];
}

function differ(what: string, from: string | number, to: string | number): string[] {
  return from === to ? [] : [`${what} ${from}, now ${to}`];
}

/** Compares what two runs were asked for; a clause that only one of them could test tells nothing about the service. */
export function sharedScope(before: Statement, after: Statement): SharedScope {
  const ran = (statement: Statement, id: OperationId) => statement.run.operations[id] !== undefined;
  const shared = operationIds.filter((id) => ran(before, id) && ran(after, id));
  const alone = operationIds.filter((id) => ran(before, id) !== ran(after, id));
  const contracts = before.suite.contractSha256 === after.suite.contractSha256;
  const differences = [
    ...differ('target', before.target.name, after.target.name),
    ...differ('address', before.target.baseUrl, after.target.baseUrl),
    ...differ('profile', before.profile, after.profile),
    ...differ('cases per property', before.run.runsPerProperty, after.run.runsPerProperty),
    ...(contracts
      ? []
      : [`contract of suite ${before.suite.version}, now another of ${after.suite.version}`]),
  ];
  // Statements of earlier versions say nothing of what was left out.
  const samePart = isDeepStrictEqual(before.partial ?? [], after.partial ?? []);
  return {
    shared,
    alone,
    same: alone.length === 0 && samePart && differences.length === 0,
    differences,
  };
}

/** The scope of a comparison in one line; none when both runs were asked for the same. */
export function scopeLine(
  { shared, alone, same, differences }: SharedScope,
  leftOut: number,
  unseen: number,
): string[] {
  if (same) return [];
  const operations =
    shared.length === 0
      ? 'The runs exercised no operation in common'
      : alone.length === 0
        ? 'Compared on what both runs tested'
        : `Compared on what both runs tested: ${shared.join(', ')}; only one of them: ${alone.join(', ')}`;
  const open =
    leftOut === 0 ? [] : [`${leftOut} ${leftOut === 1 ? 'clause' : 'clauses'} of one run not counted`];
  const hidden =
    unseen === 0
      ? []
      : [
          `${unseen} ${unseen === 1 ? 'behaviour or field' : 'behaviours and fields'} that the smaller run could not see not counted`,
        ];
  return [`${[operations, ...differences, ...open, ...hidden].join('; ')}.`];
}
