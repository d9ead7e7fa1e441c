import { acquirers } from '../../mock/acquirers/registry.ts';
import { faults } from '../../mock/faults/registry.ts';
import { valueFaults } from '../../mock/faults/values.ts';
import { hostiles } from '../../mock/hostile/proven/registry.ts';
import { misfits } from '../../mock/misfits/registry.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean, didYouMeanOrKnown } from '../../targets/nearest.ts';

/** The variant that the embedded endpoint serves. */
export interface Variant {
  readonly fault?: string;
  readonly misfit?: string;
  readonly hostile?: string;
  readonly acquirer?: string;
}

const named = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);

/** The word for each kind in errors, and its known names. */
const kinds: {
  readonly [Kind in keyof Required<Variant>]: readonly [string, (name: string) => readonly string[]];
} = {
  // Value faults are many, so they are derived only on request.
  fault: [
    'fault',
    (name) => [...faults, ...(name.startsWith('value-') ? valueFaults() : [])].map(({ id }) => id),
  ],
  misfit: ['misfit', () => named(misfits)],
  hostile: ['hostile service', () => named(hostiles)],
  acquirer: ['acquirer', () => named(acquirers)],
};

/** Throws `ConfigurationError` with the nearest name for an unknown variant of any kind. */
export function demandKnownVariant(dress: Variant): void {
  for (const kind of Object.keys(kinds) as (keyof Variant)[]) {
    const { [kind]: name } = dress;
    if (name === undefined) continue;
    const [words, namesFor] = kinds[kind];
    const known = namesFor(name);
    const meant = kind === 'fault' ? didYouMean : didYouMeanOrKnown;
    if (!known.includes(name))
      throw new ConfigurationError(`no ${words} is called "${name}".${meant(name, known)}`);
  }
}
