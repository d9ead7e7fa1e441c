import { acquirers } from '../../mock/acquirers/registry.ts';
import { dialects } from '../../mock/dialects/registry.ts';
import { faults } from '../../mock/faults/registry.ts';
import { valueFaults } from '../../mock/faults/values.ts';
import { hostiles } from '../../mock/hostile/proven/registry.ts';
import { misfits } from '../../mock/misfits/registry.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean, didYouMeanOrKnown } from '../../targets/nearest.ts';

/** What the embedded endpoint is dressed as. */
export interface Dress {
  readonly fault?: string;
  readonly dialect?: string;
  readonly misfit?: string;
  readonly hostile?: string;
  readonly acquirer?: string;
}

/** Throws `ConfigurationError`, naming the nearest one, for a fault, dialect, misfit, hostile service or acquirer that is not known. */
export function demandKnownVariant({ fault, dialect, misfit, hostile, acquirer }: Dress): void {
  const demand = (kind: string, name: string | undefined, known: readonly string[]) => {
    if (name !== undefined && !known.includes(name))
      throw new ConfigurationError(
        `no ${kind} is called "${name}".${kind === 'fault' ? didYouMean(name, known) : didYouMeanOrKnown(name, known)}`,
      );
  };
  demand(
    'fault',
    fault,
    // Those of values are many, and derived when one of them is asked for.
    [...faults, ...(fault?.startsWith('value-') === true ? valueFaults() : [])].map(({ id }) => id),
  );
  demand(
    'dialect',
    dialect,
    dialects.map(({ name }) => name),
  );
  demand(
    'misfit',
    misfit,
    misfits.map(({ name }) => name),
  );
  demand(
    'hostile service',
    hostile,
    hostiles.map(({ name }) => name),
  );
  demand(
    'acquirer',
    acquirer,
    acquirers.map(({ name }) => name),
  );
}
