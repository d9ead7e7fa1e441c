import { redactTextOf } from '../reports/redact.ts';
import type { Cause } from '../schemas/opening.ts';
import { answeredWords, sentWords } from './answer-words.ts';
import type { Case } from './case.ts';
import { suspicions } from './causes/registry.ts';

/** The first cause that explains why a request was not accepted, in masked words. */
export async function causeOf(one: Case): Promise<Cause> {
  const about = { sent: sentWords(one.main), answered: answeredWords(one.main) };
  for (const { kind, explain } of suspicions) {
    const finding = await explain(one);
    if (finding === undefined) continue;
    const masked = Object.fromEntries(
      Object.entries(finding).map(([name, text]) => [name, redactTextOf(one.main, text)]),
    ) as typeof finding;
    return { kind, ...masked, ...about };
  }
  throw new Error('no suspicion is left for a refused request');
}
