/**
 * Works on all of some things, so many at a time and begun in their order. What goes wrong with one stops none of the others; the
 * first error is thrown when all have ended.
 */
export async function sideBySide<Item>(
  items: readonly Item[],
  atATime: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const failures: unknown[] = [];
  const takeNext = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atATime, items.length) }, takeNext));
  if (failures.length > 0) throw failures[0];
}
