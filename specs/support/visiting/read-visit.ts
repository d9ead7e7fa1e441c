import type { PageVisit } from '../../../schemas/types.ts';
import { fieldsOf, type RawPost } from './posted-fields.ts';

type Posted = NonNullable<PageVisit['posted']>;

/** A visit as the process of the browser tells it: the post is not read yet, of one that is too long there is only the length. */
export interface SeenPage extends Omit<PageVisit, 'posted'> {
  readonly posted?: Omit<Posted, 'fields'> & { readonly raw: RawPost & { readonly length: number } };
}

/** Most fields of a post that are kept. */
const mostFields = 2000;

/** Reads the post of a visit; one of more bytes or fields than are read is a failure to watch the page. */
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
