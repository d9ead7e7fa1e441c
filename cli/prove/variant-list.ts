import { deriveSeed } from '../../generators/seed.ts';
import type { Acquirer } from '../../mock/acquirers/acquirer.ts';
import { acquirers } from '../../mock/acquirers/registry.ts';
import type { Dialect } from '../../mock/dialects/dialect.ts';
import { dialects } from '../../mock/dialects/registry.ts';
import type { Fault } from '../../mock/faults/fault.ts';
import { isPseudoService } from '../../mock/faults/pseudo-services.ts';
import { faults } from '../../mock/faults/registry.ts';
import type { ValueFault } from '../../mock/faults/value-fault.ts';
import { valueFaults } from '../../mock/faults/values.ts';
import type { Hostile } from '../../mock/hostile/proven/hostile.ts';
import { hostiles } from '../../mock/hostile/proven/registry.ts';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { misfits } from '../../mock/misfits/registry.ts';
import { given } from '../../schemas/given.ts';
import { operationOf } from '../../schemas/operations.ts';
import { bodyField } from '../../schemas/sent.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { type AcquirerFault, acquirerFaults } from './acquirer-faults.ts';

/** What one proof is about. */
export interface Selection {
  readonly faults: typeof faults;
  /** About everything: then the dialects share out the longest tests. */
  readonly whole?: true;
  /** Faults that a class of values in a field brings about. */
  readonly values?: readonly ValueFault[];
  readonly dialects: typeof dialects;
  readonly misfits: readonly Misfit[];
  readonly hostiles: readonly Hostile[];
  readonly acquirers: readonly Acquirer[];
  /** Faults planted into acquirers. */
  readonly planted: readonly AcquirerFault[];
}

/** A service below the base address of the embedded endpoint, as the specs are told of it. */
export interface VariantRow {
  readonly name: string;
  readonly operation?: string;
  readonly clause?: string;
  /** The verdict that it deserves: where it is `fail`, a milder one does not catch it. */
  readonly verdict?: Fault['verdict'];
  /** The field and the class of values that a finding has to name. */
  readonly carries?: { readonly field: string; readonly class: string };
  /** Only what was found and where is recorded of its exchanges: their contents are not looked at again. */
  readonly bare?: true;
  /** Operations that it answers in its own way; tests that call none of them do not meet it. */
  readonly touches?: readonly string[];
  /** Meets a share of the long and of the repeated tests. */
  readonly shares?: true;
  /** Meets only what another variant meets as well: it is there to be compared with. */
  readonly compared?: true;
  /** Cases of a property; those of the proof unless given. */
  readonly runs?: number;
  /** Words that the title of a test must hold for the test to meet it; of several the one or the other. */
  readonly title?: string | readonly string[];
  /** Path below the base address; the name unless given. */
  readonly path?: string;
  /** A target of its own: name of its evidence, target file, base address, and folder of its opening. */
  readonly own?: {
    readonly name: string;
    readonly file: string;
    readonly url: string;
    readonly opening: string;
  };
}

/** Path of the unchanged endpoint, whose answers tell a fault from nothing at all. */
export const plainVariant = 'dialects/plain';

const isPlain = ({ name }: Pick<Dialect, 'name'>): boolean => `dialects/${name}` === plainVariant;

function matcher(glob: string): RegExp {
  const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${glob.split('*').map(literal).join('.*')}$`);
}

/** Picks rows by glob; throws `ConfigurationError` when nothing matches. */
function pick<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  glob: string | undefined,
  option: string,
): Row[] {
  if (glob === undefined) return [...rows];
  const picked = rows.filter((row) => matcher(glob).test(nameOf(row)));
  if (picked.length > 0) return picked;
  const names = rows.map(nameOf);
  throw new ConfigurationError(`${option} "${glob}" matches nothing.${didYouMean(glob, names)}`);
}

/** Globs of a selection; naming some kinds leaves the others out. */
export interface Globs {
  readonly fault?: string | undefined;
  readonly dialect?: string | undefined;
  readonly misfit?: string | undefined;
  readonly hostile?: string | undefined;
  readonly acquirer?: string | undefined;
}

/** Faults of values in a whole proof: a sample, for all of them would take hours. */
const sampled = 48;

/** So many faults of values, other ones for another seed. */
function sampleOf(seed: number): readonly ValueFault[] {
  return [...valueFaults()]
    .map((fault) => ({ fault, rank: deriveSeed(seed, fault.id) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, sampled)
    .map(({ fault }) => fault);
}

/** Picks what a proof is about by glob; the seed draws the faults of values and those that are planted into acquirers. */
export function selectVariants({ fault, dialect, misfit, hostile, acquirer }: Globs, seed = 1): Selection {
  const all = [fault, dialect, misfit, hostile, acquirer].every((glob) => glob === undefined);
  const some = <Row>(
    rows: readonly Row[],
    nameOf: (row: Row) => string,
    glob: string | undefined,
    option: string,
  ) => (all || glob !== undefined ? pick(rows, nameOf, glob, option) : []);
  const hosts = some(acquirers, ({ name }) => name, acquirer, '--acquirer');
  return {
    ...(all && { whole: true }),
    ...(fault?.startsWith('value-') === true
      ? { faults: [], values: pick(valueFaults(), ({ id }) => id, fault, '--fault') }
      : { faults: some(faults, ({ id }) => id, fault, '--fault'), values: all ? sampleOf(seed) : [] }),
    dialects: some(dialects, ({ name }) => name, dialect, '--dialect'),
    misfits: some(misfits, ({ name }) => name, misfit, '--misfit'),
    hostiles: some(hostiles, ({ name }) => name, hostile, '--hostile'),
    acquirers: hosts,
    planted:
      hosts.length === 0 ? [] : acquirerFaults(seed).filter(({ acquirer: host }) => hosts.includes(host)),
  };
}

/** Tells whether one exchange shows a fault, so that nothing has to be compared with other exchanges. */
export function showsInOneExchange({ id, operation, verdict, needs }: Fault): boolean {
  const { lists } = operationOf(operation);
  return needs !== 'run' && verdict !== 'observed' && lists === undefined && !isPseudoService(id);
}

function faultRow(fault: Fault, isBare: boolean, shares?: true): VariantRow {
  const { id, operation, clause, verdict, situation } = fault;
  const name = `faults/${id}`;
  // A service that is wrong all over is met by tests of every operation, until its clause is cited.
  if (isPseudoService(id)) return { name, clause, verdict, ...given({ shares }) };
  const bare = isBare && showsInOneExchange(fault) && { bare: true as const };
  return { name, operation, clause, verdict, ...given({ title: situation }), ...bare };
}

/**
 * The list that the specs register their tests for: the plain endpoint, every fault, every dialect. `keep` tells whether the
 * contents of all exchanges are kept.
 */
export function variantRows(
  { faults, dialects, whole }: Pick<Selection, 'faults' | 'dialects' | 'whole'>,
  keep: 'bare' | 'whole' = 'whole',
): readonly VariantRow[] {
  return [
    ...faults.map((fault) => faultRow(fault, keep === 'bare', whole)),
    // What the others are compared with meets everything.
    { name: plainVariant, ...(!dialects.some(isPlain) && { compared: true as const }) },
    ...dialects
      .filter((dialect) => !isPlain(dialect))
      .map(({ name, touches }) => ({ name: `dialects/${name}`, ...given({ touches, shares: whole }) })),
  ];
}

/** Cases with which the plan of values is sent whole. */
const wholePlan = 25;

/**
 * The list for faults of values. Each meets the tests of its kind alone, those that send every class in every field or those
 * that write bodies in every way: a test of the other kind may show it too, without naming field and class.
 */
export function valueRows(values: readonly ValueFault[]): readonly VariantRow[] {
  return values.map((fault) => ({
    ...faultRow(fault, false),
    carries: { field: fault.field, class: fault.class },
    runs: wholePlan,
    title: fault.field === bodyField ? 'every way of writing' : 'every class of values',
  }));
}
