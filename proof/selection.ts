import { deriveSeed } from '../generators/seed.ts';
import type { Acquirer } from '../mock/acquirers/acquirer.ts';
import { acquirers } from '../mock/acquirers/registry.ts';
import { faults } from '../mock/faults/registry.ts';
import { type ValueFault, valueFaults } from '../mock/faults/values.ts';
import type { Hostile } from '../mock/hostile/proven/hostile.ts';
import { hostiles } from '../mock/hostile/proven/registry.ts';
import type { Misfit } from '../mock/misfits/misfit.ts';
import { misfits } from '../mock/misfits/registry.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { didYouMean } from '../targets/nearest.ts';
import { type AcquirerFault, acquirerFaults } from './acquirer-faults.ts';
import { drawServices, readUsed } from './drawn-services.ts';
import type { Used } from './freedoms/registry.ts';
import { drawMet } from './meet-services.ts';

/** Options of a proof. */
export interface ProofOptions {
  readonly seed?: string;
  readonly runs?: string;
}

/** The variants that a proof covers. */
export interface Selection {
  readonly faults: typeof faults;
  /** Set if the proof covers everything. */
  readonly whole?: true;
  /** Faults caused by a class of values in a field. */
  readonly values?: readonly ValueFault[];
  /** Conforming services. */
  readonly services: readonly (readonly Used[])[];
  /** Conforming services that also meet the specs over connections. */
  readonly met: readonly (readonly Used[])[];
  readonly misfits: readonly Misfit[];
  readonly hostiles: readonly Hostile[];
  readonly acquirers: readonly Acquirer[];
  /** Faults planted into acquirers. */
  readonly planted: readonly AcquirerFault[];
}

function matcher(glob: string): RegExp {
  const literal = (text: string) => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${glob.split('*').map(literal).join('.*')}$`);
}

/** Picks rows by comma-separated globs; throws `ConfigurationError` if nothing matches. */
function pick<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  glob: string | undefined,
  option: string,
): Row[] {
  if (glob === undefined) return [...rows];
  const wanted = glob.split(',').map(matcher);
  const picked = rows.filter((row) => wanted.some((one) => one.test(nameOf(row))));
  if (picked.length > 0) return picked;
  const names = rows.map(nameOf);
  throw new ConfigurationError(`${option} "${glob}" matches nothing.${didYouMean(glob, names)}`);
}

/** Globs by kind; if one kind is given, the others are excluded. */
export interface Globs {
  readonly fault?: string | undefined;
  readonly misfit?: string | undefined;
  readonly hostile?: string | undefined;
  readonly acquirer?: string | undefined;
}

/** Number of value faults in a full proof: a sample, because all of them would take hours. */
const sampled = 48;

/** A sample of value faults that depends on the seed. */
function sampleOf(seed: number): readonly ValueFault[] {
  return [...valueFaults()]
    .map((fault) => ({ fault, rank: deriveSeed(seed, fault.id) }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, sampled)
    .map(({ fault }) => fault);
}

/** One of several parts of a proof: each takes every `of`-th row; the first also takes the value faults. */
export interface Part {
  readonly number: number;
  readonly of: number;
}

/** Which conforming services are judged. */
export interface ServiceWish {
  /** How many are drawn; alone it excludes all other kinds. */
  readonly services?: number | undefined;
  readonly serviceSeed?: number | undefined;
  /** The freedoms of a single service, as `NAME` or `NAME=JSON`. */
  readonly freedom?: readonly string[] | undefined;
}

/** Number of services in a full proof: judged by recorded requests, and met by the specs. */
const [drawn, meeting] = [500, 12];

/** Selects the variants of a proof by glob or part; the seed draws services, value faults and planted faults. */
export function selectVariants(
  { fault, misfit, hostile, acquirer }: Globs,
  seed = 1,
  part: Part = { number: 1, of: 1 },
  { services, serviceSeed = seed, freedom }: ServiceWish = {},
): Selection {
  const isAlone = freedom !== undefined || (services !== undefined && part.of === 1);
  const all = !isAlone && [fault, misfit, hostile, acquirer].every((glob) => glob === undefined);
  const given = freedom?.map((text) => readUsed(text, serviceSeed));
  const count = services ?? (all ? Math.ceil(drawn / part.of) : 0);
  const own = <Row>(rows: readonly Row[]) => rows.filter((_, at) => at % part.of === part.number - 1);
  const some = <Row>(
    rows: readonly Row[],
    nameOf: (row: Row) => string,
    glob: string | undefined,
    option: string,
  ) => (all || glob !== undefined ? own(pick(rows, nameOf, glob, option)) : []);
  const hosts = some(acquirers, ({ name }) => name, acquirer, '--acquirer');
  return {
    ...(all && { whole: true }),
    ...(fault?.startsWith('value-') === true
      ? { faults: [], values: pick(valueFaults(), ({ id }) => id, fault, '--fault') }
      : {
          faults: some(faults, ({ id }) => id, fault, '--fault'),
          values: all && part.number === 1 ? sampleOf(seed) : [],
        }),
    services: given === undefined ? drawServices(serviceSeed, count) : [given],
    met:
      given === undefined
        ? drawMet(serviceSeed, all && part.of === 1 ? meeting : 0)
        : [given].filter((used) => used.some((one) => one.freedom.onWire)),
    misfits: some(misfits, ({ name }) => name, misfit, '--misfit'),
    hostiles: some(hostiles, ({ name }) => name, hostile, '--hostile'),
    acquirers: hosts,
    planted:
      hosts.length === 0 ? [] : acquirerFaults(seed).filter(({ acquirer: host }) => hosts.includes(host)),
  };
}
