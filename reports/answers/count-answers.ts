import { type OperationId, operationIds } from '../../schemas/types.ts';
import type { EvidenceExchange } from '../evidence/lines.ts';
import { answerWords } from './answer-words.ts';

/** How the service answered the requests of one operation. */
export interface AnswerCounts {
  /** A documented success form. */
  readonly accepted: number;
  /** A refusal in any form. */
  readonly refused: number;
  /** A body that is neither an answer nor a refusal. */
  readonly malformed: number;
  /** Status 429 or a server error. */
  readonly failed: number;
  /** No whole answer. */
  readonly none: number;
  /** The same of the requests that the document allows: meant to be right, and right. */
  readonly allowed: {
    readonly sent: number;
    readonly accepted: number;
    readonly refused: number;
    readonly malformed: number;
    readonly failed: number;
    readonly none: number;
    /** Without an answer that can be judged: none, too large, 429 or 503. */
    readonly undecided: number;
  };
  /** What refusals said, the commonest first; of allowed requests where any was refused. */
  readonly refusals: readonly { readonly text: string; readonly count: number }[];
}

/** Texts of refusals that are told for each operation. */
const mostTexts = 3;

type Kind = 'accepted' | 'refused' | 'malformed' | 'failed' | 'none';

function kindOf({ received, judgement }: EvidenceExchange): Kind {
  if (received.kind === 'none') return 'none';
  if (judgement.outcome !== 'unclear') return judgement.outcome;
  return received.status === 429 || received.status >= 500 ? 'failed' : 'malformed';
}

/** Tells a request that the document allows: meant to be right, and breaking no clause on the caller. */
function isAllowed({ sent, judgement }: EvidenceExchange): boolean {
  return sent.intent === 'valid' && judgement.request !== 'broken';
}

function isUndecided({ received, judgement }: EvidenceExchange): boolean {
  if (received.kind === 'none' || received.status === 429 || received.status === 503) return true;
  // A body may be long for nothing but blanks, and was judged all the same.
  return judgement.findings.some(
    ({ clause, verdict }) => clause.startsWith('1.4/') && verdict === 'inconclusive',
  );
}

function refusalsOf(refused: readonly EvidenceExchange[]): AnswerCounts['refusals'] {
  const counts = new Map<string, { text: string; count: number }>();
  for (const { received } of refused) {
    if (received.kind === 'none') continue;
    const text = answerWords(received);
    // Orders and times differ from answer to answer; what they are told is the same.
    const key = text.replaceAll(/[0-9A-Za-z-]*[0-9]{5,}[0-9A-Za-z-]*/g, '#');
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { text, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()].sort((one, other) => other.count - one.count).slice(0, mostTexts);
}

function countsOf(own: readonly EvidenceExchange[]): AnswerCounts {
  const having = (some: readonly EvidenceExchange[], kind: Kind) =>
    some.filter((one) => kindOf(one) === kind);
  const allowed = own.filter(isAllowed);
  const refused = having(allowed, 'refused');
  return {
    accepted: having(own, 'accepted').length,
    refused: having(own, 'refused').length,
    malformed: having(own, 'malformed').length,
    failed: having(own, 'failed').length,
    none: having(own, 'none').length,
    allowed: {
      sent: allowed.length,
      accepted: having(allowed, 'accepted').length,
      refused: refused.length,
      malformed: having(allowed, 'malformed').length,
      failed: having(allowed, 'failed').length,
      none: having(allowed, 'none').length,
      undecided: allowed.filter(isUndecided).length,
    },
    refusals: refusalsOf(refused.length > 0 ? refused : having(own, 'refused')),
  };
}

/** How the service answered, by operation; operations without an exchange are absent. */
export function countAnswers(
  exchanges: readonly EvidenceExchange[],
): Readonly<Partial<Record<OperationId, AnswerCounts>>> {
  return Object.fromEntries(
    operationIds.flatMap((id) => {
      const own = exchanges.filter(({ operation }) => operation === id);
      return own.length === 0 ? [] : [[id, countsOf(own)] as const];
    }),
  );
}
