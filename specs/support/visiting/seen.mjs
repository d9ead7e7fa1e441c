/** How many things of each kind are kept of what a page does, and how many characters of each. */
const kept = { each: 50, characters: 300 };

/** A page that does more than so many things is not watched any longer. */
export const mostSeen = 20_000;

/**
 * Counts what a page does without end, and keeps the beginning of it.
 * @param {() => void} enough is called when a page does too much
 */
export function startSeeing(enough) {
  const lists = { foreignRequests: [], dialogs: [], scriptErrors: [] };
  const counts = { foreignRequests: 0, dialogs: 0, scriptErrors: 0 };
  return {
    /**
     * @param {'foreignRequests' | 'dialogs' | 'scriptErrors'} kind
     * @param {string} text
     */
    note(kind, text) {
      counts[kind] += 1;
      if (counts[kind] === mostSeen) enough();
      if (counts[kind] <= kept.each) lists[kind].push(text.slice(0, kept.characters));
    },
    /** What was seen; `counts` only where more happened than is kept. */
    told() {
      const more = Object.entries(counts).filter(([, count]) => count > kept.each);
      return { ...lists, ...(more.length > 0 ? { counts: Object.fromEntries(more) } : {}) };
    },
  };
}
