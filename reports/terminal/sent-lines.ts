import pc from 'picocolors';
import type { SentOutcome } from '../../schemas/sent.ts';
import { shownOutcomes } from '../pages/sent-words.ts';
import type { Statement } from '../statement/format.ts';
import { countSent } from '../statement/sent-rows.ts';

/** Reasons that are printed. */
const mostReasons = 3;

// How many of which requests a short run sends differs by operation, and stands on the page.
const inShort = (why: string) => why.replace(/^(a run of \d+ cases sends) .*$/, '$1 fewer');

/** What the requests carried: pairs of a field and a class of values by what became of them, and what a shorter run did not send. */
export function sentLines({ sent = [] }: Pick<Statement, 'sent'>): readonly string[] {
  if (sent.length === 0) return [];
  const counts = sent.map(countSent);
  const of = (outcome: SentOutcome) => counts.reduce((sum, one) => sum + one[outcome], 0);
  const words = shownOutcomes
    .filter((outcome) => outcome !== 'missing' && of(outcome) > 0)
    .map((outcome) => `${of(outcome)} ${outcome === 'forbidden' ? 'not to be sent' : outcome}`);
  const whys = [...new Set(sent.flatMap(({ missing }) => missing?.split('; ') ?? []).map(inShort))];
  const shown = whys.slice(0, mostReasons).join('; ');
  const more = whys.length > mostReasons ? `; and ${whys.length - mostReasons} more reasons` : '';
  return [
    `Values in fields    ${words.join(', ')}`,
    ...(of('missing') === 0 ? [] : [pc.yellow(`${of('missing')} missing: ${shown}${more}`)]),
    '',
  ];
}
