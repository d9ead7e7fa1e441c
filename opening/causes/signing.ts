import { oddityOf } from '../../targets/secret.ts';
import type { Target } from '../../targets/target.ts';
import type { Suspicion } from '../case.ts';
import { alikeWords, blameOf } from './party.ts';

type Signing = Target['signing'];

const keyOf = { module: 'signing.module', none: 'signing.recipe', fixed: 'signing.value' } as Partial<
  Record<Signing['recipe'], string>
>;

/** Where to look, and in which order, for each recipe. */
function adviceOn(how: Signing, odd: string | undefined): string {
  const last = 'then at merchant_id and at "headers".';
  const value = odd === undefined ? '' : `; its value ${odd}`;
  switch (how.recipe) {
    case 'none':
      return 'Name the recipe and the key of the service under "signing"; now 64 zeros are sent.';
    case 'module':
      return `Look at what sign() of signing.module returns for this body, and at the key that it takes; ${last}`;
    case 'fixed':
      return `Look at signing.value: a service that checks signatures takes one value for no two requests; ${last}`;
    default:
      return `Look at signing.key first (${how.key?.shown ?? 'no key'}${value}), then at the recipe (${how.recipe}) and its fields; ${last}`;
  }
}

/** The service answers our request exactly as it answers a wrong signature. */
export const signing: Suspicion = {
  kind: 'signing',
  async explain(one) {
    const blame = await blameOf(one);
    if (blame?.party !== 'signing') return undefined;
    const comparedWith = alikeWords(blame.alike);
    if (blame.inHeader)
      return {
        key: 'headers',
        says: 'the service does not take the credentials of the caller: its answer speaks of a header',
        comparedWith,
        advice: 'Put the credential that the operator gave you under "headers"; then look at signing.key.',
      };
    const { signing: how, environment } = one.target;
    const odd = environment === 'embedded' ? undefined : how.key && oddityOf(how.key.reveal());
    const only = one.accepted.size > 0 ? ` for ${one.operation}` : '';
    return {
      key: keyOf[how.recipe] ?? 'signing.key',
      says: `the signature is not accepted${only}: our request is answered as one with a wrong signature is`,
      comparedWith,
      advice: adviceOn(how, odd),
    };
  },
};
