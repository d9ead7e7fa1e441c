import type { Statement } from '../../reports/statement/format.ts';
import { clauseOf, clauses, hasClause } from '../../schemas/clauses.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { type ClauseId, type OperationId, operationIds } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { didYouMean } from '../../targets/nearest.ts';

/** What a known deviation is about. */
export interface NamedFinding {
  readonly clause: ClauseId;
  readonly operation: OperationId;
}

const isOperation = (word: string): word is OperationId => operationIds.some((id) => id === word);

function breachesOf(statement: Statement | undefined): readonly NamedFinding[] {
  const grave = (statement?.findingGroups ?? []).filter(
    ({ verdict }) => verdict === 'fail' || verdict === 'warn',
  );
  return grave.map(({ clause, operation }) => ({ clause, operation }));
}

function onlyOne(found: readonly NamedFinding[], name: string): NamedFinding {
  const names = [...new Set(found.map(({ clause, operation }) => `${clause}/${operation}`))];
  const [first] = found;
  if (first !== undefined && names.length === 1) return { clause: first.clause, operation: first.operation };
  throw new ConfigurationError(`"${name}" is several findings; name one of ${names.join(', ')}.`);
}

function ofClause(clause: ClauseId, statement: Statement | undefined): NamedFinding {
  const about = clauseOf(clause).operations.map((operation) => ({ clause, operation }));
  const met = breachesOf(statement).filter((one) => one.clause === clause);
  return onlyOne(met.length > 0 ? met : about, clause);
}

// A run refuses a file with such an entry.
function aboutIt(named: NamedFinding): NamedFinding {
  const { operations } = clauseOf(named.clause);
  if (operations.length === 0 || operations.some((one) => one === named.operation)) return named;
  throw new ConfigurationError(
    `"${named.clause}" is not about ${named.operation}; it is about ${operations.join(', ')}.`,
  );
}

/**
 * The clause and operation that a text names: `CLAUSE/OPERATION`, a clause that is broken in one operation, or the
 * first characters of the exchange that a finding of the last run prints.
 */
export function namedFinding(text: string, statement: Statement | undefined): NamedFinding {
  const name = plainLine(text);
  if (hasClause(text)) return ofClause(text, statement);
  const at = text.lastIndexOf('/');
  const [clause, operation] = [text.slice(0, Math.max(0, at)), text.slice(at + 1)];
  if (hasClause(clause) && isOperation(operation)) return aboutIt({ clause, operation });
  const found = (statement?.findings ?? []).filter(
    ({ exchange, verdict }) => exchange.startsWith(text) && (verdict === 'fail' || verdict === 'warn'),
  );
  if (found.length > 0 && text !== '') return onlyOne(found, name);
  const ids = clauses.map(({ id }) => id);
  const meant = isOperation(operation)
    ? didYouMean(
        text,
        ids.map((id) => `${id}/${operation}`),
      )
    : didYouMean(text, ids);
  throw new ConfigurationError(
    `"${name}" is neither a clause, nor CLAUSE/OPERATION, nor a finding of the last run.${meant}`,
  );
}
