const thing = /transaction|order|payment|subscription|recurring|record/i;
const isUnknown =
  /unknown|not (?:be )?(?:found|known|exist)|no such|(?:has|have|with|there is) no\b|does(?:n't| not) exist|missing/i;

/** Tells words, or a code made of words, that say of an order or subscription that nobody knows it. */
export function speaksOfUnknown(said: string): boolean {
  const words = said.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  return thing.test(words) && isUnknown.test(words);
}
