import type { Acquirer } from '../mock/acquirers/acquirer.ts';
import { acquirers } from '../mock/acquirers/registry.ts';
import { digestOf } from '../mock/derive.ts';
import type { Fault } from '../mock/faults/fault.ts';
import { faults, isPseudoService } from '../mock/faults/registry.ts';
import { table } from '../schemas/table.ts';

/** A fault planted into an acquirer. */
export interface AcquirerFault {
  readonly acquirer: Acquirer;
  readonly fault: Fault;
}

/** Number of faults planted into each acquirer. */
const faultsPerAcquirer = 15;

/** The faults that an acquirer never shows, by its name. */
const invisibleFaults: Readonly<Record<string, (fault: Fault) => boolean>> = table({
  // Nothing has succeeded yet when it answers, and what is pending may lack more and be called otherwise.
  'settles-later': ({ id }) =>
    /-success-|-processing-date$|^refund-.*-reference-(?:id-)?(?:absent|empty)$|^capture-.*-(?:amount|currency)-absent$/.test(
      id,
    ),
  // It captures by itself, and leaves out the values that these faults change.
  quiet: ({ id }) => /^(?:(?:apm-payment|query)-encryption-data|capture|payout)-/.test(id),
});

/** Faults on large amounts; the generated amounts are rarely large enough. */
const seldomShown = /-large-/;

// A fault does not fit if it looks like an announced warning, needs a missing answer, or needs a rare situation.
function fits({ announces, name }: Acquirer, fault: Fault): boolean {
  const { clause, verdict, id, rare } = fault;
  const isShown = rare !== true && !seldomShown.test(id) && invisibleFaults[name]?.(fault) !== true;
  return verdict !== 'observed' && isShown && !announces.includes(clause) && !isPseudoService(id);
}

/** A sample of faults over all acquirers, the same for the same seed; each fault is in one acquirer only. */
export function acquirerFaults(seed: number): readonly AcquirerFault[] {
  const rank = ({ id }: Fault) => digestOf('acquirer fault', String(seed), id);
  const left = [...faults].sort((one, other) => (rank(one) < rank(other) ? -1 : 1));
  return acquirers.flatMap((acquirer) => {
    const some = left.filter((fault) => fits(acquirer, fault)).slice(0, faultsPerAcquirer);
    for (const fault of some) left.splice(left.indexOf(fault), 1);
    return some.map((fault) => ({ acquirer, fault }));
  });
}
