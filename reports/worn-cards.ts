import type { countAnswers } from './answers/count-answers.ts';

/** Words of a refusal that speaks of payments that are too many, not of one that is wrong. */
const tooMany =
  /velocit|frequen|\btoo often\b|\btoo many\b.{0,20}\b(?:pay|transact|attempt|request|use|time|charge)|\blimit\b.{0,20}\b(?:card|attempts|count)\b|\b(?:card|attempts|count)\b.{0,20}\b(?:limit|exceeded)/i;

/** What helps where card payments were accepted, and others were refused in words that speak of too many; at most one line. */
export function wornCards(answers: ReturnType<typeof countAnswers>): readonly string[] {
  const counts = answers['direct-payment'];
  if (counts === undefined || counts.allowed.accepted === 0 || counts.allowed.refused === 0) return [];
  const worn = counts.refusals.find(({ text }) => tooMany.test(text));
  if (worn === undefined) return [];
  return [
    `${worn.count} card payments were refused as too many (${worn.text}): more test cards under "cards", or a lower limits.requestsPerSecond, may help`,
  ];
}
