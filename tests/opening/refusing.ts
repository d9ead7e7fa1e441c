/** A hundred suspects. */
export const hundred: readonly number[] = Array.from({ length: 100 }, (_none, at) => at);

/** A question that the guilty fail, and how often it was asked. */
export function refusing(guilty: readonly number[]) {
  let asked = 0;
  const passes = async (some: readonly number[]) => {
    asked += 1;
    return !some.some((one) => guilty.includes(one));
  };
  return { passes, asked: () => asked };
}
