import type { PageVisit } from '../../../schemas/types.ts';
import { fieldsOf, type RawPost } from './posted-fields.ts';

type Posted = NonNullable<PageVisit['posted']>;

/** A visit as the browser process reports it: with an unread post, or only the length of one that is too long. */
export interface SeenPage extends Omit<PageVisit, 'posted'> {
  readonly posted?: Omit<Posted, 'fields'> & { readonly raw: RawPost & { readonly length: number } };
}

/** Most fields of a post that are kept. */
const mostFields = 2000;

/** Reads the post of a visit; a post with too many bytes or fields is a failure to watch the page. */
export async function readVisit({ posted, ...page }: SeenPage): Promise<PageVisit> {
  if (posted === undefined) return page;
  const { raw, method, url, ...more } = posted;
  const fields = await fieldsOf(raw);
  const isWhole = fields.length <= mostFields && (raw.body !== '' || raw.length === 0);
  const detail = `a post of ${raw.length} bytes in ${fields.length} fields`;
  return {
    ...page,
    posted: { method, url, fields: fields.slice(0, mostFields), ...more },
    ...(isWhole ? {} : { failure: { reason: 'excess', detail } }),
  };
}
