/** Most events of each kind that are kept of a page, and most characters of each. */
const kept = { each: 50, characters: 300 };

/** Events of one kind after which a page is no longer watched. */
export const mostSeen = 20_000;

/**
 * Counts all events of a page and keeps the first of them.
 * @param {() => void} enough is called when a page has too many events
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
    /** The events; `counts` only if there were more than are kept. */
    told() {
      const more = Object.entries(counts).filter(([, count]) => count > kept.each);
      return { ...lists, ...(more.length > 0 ? { counts: Object.fromEntries(more) } : {}) };
    },
  };
}
