import type { Origin } from '../types.ts';

const begins = ' (met with ';

/** A message with the one field and class of values of the request that met it. */
export function withExample(
  message: string,
  { class: kind, field }: NonNullable<Origin['carries']>,
  path: string,
): string {
  return `${message}${begins}${kind} in ${field ?? (path || 'every field')})`;
}

/** What a message says of the clause alone: what its example was met with stands for others, and need not be the cause. */
export function withoutExample(message: string): string {
  const at = message.indexOf(begins);
  return at === -1 ? message : message.slice(0, at);
}
