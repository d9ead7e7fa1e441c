import { type Moved, movedText, movedValue } from '../../reports/evidence/moved.ts';
import type { JsonValue, PageVisit } from '../../schemas/types.ts';
import type { SendOptions } from '../../targets/sender.ts';
import { servedPage } from './visit.ts';

/** Opens an answer in the sealed browser. */
export type Visit = NonNullable<SendOptions['visit']>;

interface Known {
  readonly place: string;
  /** What was seen; undefined where it may not be told of another page. */
  readonly seen: Promise<PageVisit | undefined>;
}

/** What a browser was seen to do with a page that is equal but for its own addresses. */
function movedVisit(page: PageVisit, moved: Moved): PageVisit {
  return movedValue(page as unknown as JsonValue, moved) as unknown as PageVisit;
}

/**
 * Looks at a page of a proof once: where two variants of a test answer with pages that are equal but for their addresses, a
 * browser does the same with both. A page that did not post, or asked for a script, is looked at each time.
 */
export function visitingOnce(visit: Visit): (variant: string) => Visit {
  const known = new Map<string, Known>();
  return (variant) => async (sent, answer, fetchScript) => {
    const place = `/${variant}/`;
    const { url, headers, body } = servedPage(sent, answer);
    // The ellipsis stands in no text of single bytes.
    const own: Moved = [place, '…'];
    const key = JSON.stringify([
      movedText(url, own),
      headers,
      movedText(Buffer.from(body).toString('latin1'), own),
    ]);
    const before = known.get(key);
    if (before !== undefined) {
      const seen = await before.seen;
      return seen === undefined ? visit(sent, answer, fetchScript) : movedVisit(seen, [before.place, place]);
    }
    let asked = false;
    const visited = visit(sent, answer, (script) => {
      asked = true;
      return fetchScript(script);
    });
    const kept = visited.then(
      (page) => (asked || page.posted === undefined || page.failure !== undefined ? undefined : page),
      () => undefined,
    );
    known.set(key, { place, seen: kept });
    return visited;
  };
}
