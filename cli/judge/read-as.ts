import { clausesOf } from '../../schemas/clauses.ts';
import { isDocumented } from '../../schemas/operations.ts';
import type { JudgedExchange } from '../../schemas/types.ts';

/** How an answer was read: as a refusal, without a browser, or without knowing whether its request was signed. */
export function readAs(judged: JudgedExchange): readonly string[] {
  const { exchange, judgement } = judged;
  const isRefusal = judgement.outcome === 'refused' && judgement.request !== 'broken';
  const isOpen =
    !['accepted', 'none'].includes(judgement.outcome) &&
    judgement.findings.some(({ verdict }) => verdict === 'inconclusive');
  const notes = [
    isRefusal && 'taken for a refusal and judged as one; --accepted judges it as a success',
    needsBrowser(judged),
    isOpen &&
      !exchange.sent.signed &&
      'whether its request was rightly signed is not known, so what a wrong signature may explain is inconclusive',
  ];
  return notes.filter((what) => typeof what === 'string');
}

/** What only a browser shows of a saved page (2.8), counted. */
function needsBrowser({ exchange: { operation }, judgement }: JudgedExchange): string | undefined {
  if (judgement.outcome !== 'accepted' || !isDocumented(operation)) return undefined;
  const judged = new Set(judgement.exercised);
  const all = clausesOf(operation).filter(({ section }) => section === '2.8');
  const open = all.filter((clause) => clause.needsBrowser === true && !judged.has(clause.id));
  if (open.length === 0) return undefined;
  const stated = open.filter(({ evidence }) => evidence === 'stated').length;
  return `${open.length} of the ${all.length} clauses of 2.8 were not judged (${stated} of them stated): they need a browser`;
}
