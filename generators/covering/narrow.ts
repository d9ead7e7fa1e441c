/** What a search found: the culprits, and the members of which it could not tell. */
export interface Narrowed<Member> {
  readonly culprits: readonly Member[];
  readonly unclear: readonly Member[];
}

/** Sends some of the members; tells whether they show the trouble, and undefined when nothing more may be sent. */
export type Shows<Member> = (members: readonly Member[]) => Promise<boolean | undefined>;

/**
 * Halves a group that shows some trouble until each single member that shows it alone is known. Likely members are tried
 * first; those that only show it together stay unclear, and so does what is left when nothing more may be sent.
 */
export async function narrow<Member>(
  group: readonly Member[],
  shows: Shows<Member>,
  likely: readonly Member[] = [],
): Promise<Narrowed<Member>> {
  const culprits: Member[] = [];
  for (const one of likely) if ((await shows([one])) === true) culprits.push(one);
  if (culprits.length === 0) return halve(group, shows);
  const rest = group.filter((one) => !culprits.includes(one));
  const more = rest.length > 0 ? await shows(rest) : false;
  if (more !== true) return { culprits, unclear: more === undefined ? rest : [] };
  const further = await halve(rest, shows);
  return { culprits: [...culprits, ...further.culprits], unclear: further.unclear };
}

/** Narrows a group that is known to show the trouble. */
async function halve<Member>(group: readonly Member[], shows: Shows<Member>): Promise<Narrowed<Member>> {
  if (group.length <= 1) return { culprits: group, unclear: [] };
  const middle = Math.ceil(group.length / 2);
  const found: Narrowed<Member>[] = [];
  for (const half of [group.slice(0, middle), group.slice(middle)]) {
    const shown = await shows(half);
    if (shown === undefined) found.push({ culprits: [], unclear: half });
    else if (shown) found.push(await halve(half, shows));
  }
  // Neither half shows it: it takes some of both.
  if (found.length === 0) return { culprits: [], unclear: group };
  return {
    culprits: found.flatMap(({ culprits }) => culprits),
    unclear: found.flatMap(({ unclear }) => unclear),
  };
}
