import type { SentOutcome } from '../../schemas/sent.ts';

/** Outcomes in the order in which tables show them. */
export const shownOutcomes = [
  'accepted',
  'refused',
  'changed',
  'crashed',
  'unclear',
  'missing',
  'forbidden',
] as const satisfies readonly SentOutcome[];

/** What each outcome of a class of values in a field means. */
export const outcomeMeanings: Readonly<Record<SentOutcome, string>> = {
  accepted: 'accepted',
  refused: 'refused, although the plain request was accepted',
  changed: 'answered with a deviation that a plain value does not cause',
  crashed: 'a server error, or an answer that cannot be read',
  unclear: 'sent only beside values that explain what happened',
  missing: 'not sent by this run',
  forbidden: 'not to be sent',
};
