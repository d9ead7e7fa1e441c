import { isObject } from '../json.ts';
import type { View } from '../rules/rule.ts';
import type { JsonObject, JsonValue } from '../types.ts';

/** Tells whether a member that is missing at a path of the answer is one that the request left out itself. */
export type IsLeftOut = (path: string) => boolean;

/**
 * Tells which members of result entries are missing because entries of a broken request left them out: what was not said cannot
 * be repeated. No more entries may lack a name than were sent without it (2.9; order of entries is free).
 */
export function leftOut({ operation, request, answer, grade }: View): IsLeftOut {
  const { batch } = operation;
  if (batch === undefined || grade !== 'broken') return () => false;
  const [asked, answered] = [request[batch.field], answer[batch.field]];
  return (path) => {
    const [, list, name] = /^(\w+)\[[0-9]+\]\.(\w+)$/.exec(path) ?? [];
    if (name === undefined || list !== batch.field || !batch.entry.includes(name)) return false;
    // What is no list says nothing about any entry.
    if (!Array.isArray(asked)) return true;
    return (
      count(answered, (entry) => entry[name] === undefined) <= count(asked, (entry) => !isText(entry[name]))
    );
  };
}

function count(entries: JsonValue | undefined, is: (entry: JsonObject) => boolean): number {
  return Array.isArray(entries) ? entries.filter((entry) => is(isObject(entry) ? entry : {})).length : 0;
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value !== '';
}
