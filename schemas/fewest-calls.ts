/** The fewest of some calls, in their order, that still show something: parts and then each of them are left out in turn. */
export function fewestCalls<Call>(
  calls: readonly Call[],
  shows: (some: readonly Call[]) => boolean,
): readonly Call[] {
  let kept = calls;
  for (let size = Math.ceil(calls.length / 2); size > 0; ) {
    const before = kept.length;
    for (let at = 0; at < kept.length; ) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (fewer.length > 0 && shows(fewer)) kept = fewer;
      else at += size;
    }
    // What one call leaves out may make another one needless.
    if (size > 1) size = Math.ceil(size / 2);
    else if (kept.length === before) size = 0;
  }
  return kept;
}
