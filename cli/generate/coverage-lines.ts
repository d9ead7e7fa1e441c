import type { MakeContext } from '../../generators/context.ts';
import { type CoveringPlan, coveringPlan, unknownBatchPlan } from '../../generators/covering.ts';
import { bodyClasses, textClasses } from '../../generators/value-classes.ts';
import { encodingOfType, operationOf } from '../../schemas/operations.ts';
import { classOfSize } from '../../schemas/sent.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';

function planOf(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
): CoveringPlan | undefined {
  const { family } = operationOf(operation);
  if (family === 'batch') return unknownBatchPlan(operation, context, seed);
  return family === 'payment' || family === 'payout' ? coveringPlan(operation, context, seed) : undefined;
}

function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`)).join(', ');
}

/** The ways to write a body, and the numbers of entries of a batch. */
function beside(operation: DocumentedOperationId): readonly string[] {
  const { batch, encoding, declares } = operationOf(operation);
  const types = new Set([encoding, ...(declares === undefined ? [] : [encodingOfType[declares]])]);
  return [
    ...[...types].map((type) => `  body in ${type}: ${bodyClasses[type].map(({ id }) => id).join(', ')}`),
    ...(batch === undefined
      ? []
      : [`  ${batch.field}: ${classOfSize(1)} to ${classOfSize(batch.limit)}, each of them`]),
  ];
}

/** Tells which classes of values the requests of an operation carry in which field, and what is not sent and why. */
export function coverageLines(
  operation: DocumentedOperationId,
  context: MakeContext,
  seed: number,
): readonly string[] {
  const plan = planOf(operation, context, seed);
  if (plan === undefined) return [...fixedLines(operation), ...beside(operation)];
  const carried = plan.requests.flatMap(({ carries }) => carries);
  const fields = [...new Set(carried.map(({ field }) => field))];
  const pairs = new Set(carried.map((one) => `${one.field} ${one.class}`));
  const used = new Set(carried.map((one) => one.class));
  const whys = [...new Set(plan.notSent.map(({ why }) => why))];
  return [
    `${operation}: ${plan.requests.length} requests carry ${pairs.size} pairs of a field and a class of values`,
    ...fields.map(
      (name) =>
        `  ${name}: ${counted(carried.filter(({ field }) => field === name).map((one) => one.class))}`,
    ),
    ...beside(operation),
    ...whys.map((why) => {
      const some = plan.notSent.filter((one) => one.why === why);
      return `  not sent, because ${why}: ${counted(some.map(({ field }) => field))}`;
    }),
    ...Object.entries(plan.sentences)
      .filter(([id]) => used.has(id))
      .map(([id, sentence]) => `  ${id}: ${sentence}`),
  ];
}

function fixedLines(operation: DocumentedOperationId): readonly string[] {
  const names = operationOf(operation).core.filter((name) => name !== 'encryption_data');
  if (operationOf(operation).family !== 'subscription')
    return [`${operation}: ${names.join(', ')} are what the run and earlier answers name; nothing to vary`];
  const classes = textClasses.map(({ id }) => id);
  return [
    `${operation}: ${classes.length} cancellations of contracts that a payment opened under a name`,
    `  contract_name: ${classes.join(', ')}`,
  ];
}
