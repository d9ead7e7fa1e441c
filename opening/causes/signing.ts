import { oddityOf } from '../../targets/secret.ts';
import type { Suspicion } from '../case.ts';
import { alikeWords, blameOf } from './party.ts';

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
      key:
        how.recipe === 'module' ? 'signing.module' : how.recipe === 'none' ? 'signing.recipe' : 'signing.key',
      says: `the signature is not accepted${only}: our request is answered as one with a wrong signature is`,
      comparedWith,
      advice:
        how.recipe === 'none'
          ? 'Name the recipe and the key of the service under "signing"; now 64 zeros are sent.'
          : `Look at signing.key first (${how.key?.shown ?? 'no key'}${odd === undefined ? '' : `; its value ${odd}`}), then at the recipe (${how.recipe}) and its fields; then at merchant_id and at "headers".`,
    };
  },
};
