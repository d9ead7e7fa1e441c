import type { Acquirer } from '../mock/acquirers/acquirer.ts';
import type { Statement } from '../reports/statement/format.ts';
import { impossibleKinds } from '../schemas/rules/run/reconciliation.ts';

/** The result of a certification run of one acquirer. */
export interface AcquirerScore {
  readonly name: string;
  readonly exit: number;
  readonly result: string;
  /** Reasons why it is not clean and complete; empty if it is. */
  readonly problems: readonly string[];
}

/** Scores an acquirer: exit 0, every stated clause met, no fail, no unannounced warning, no impossible history. */
export function scoreAcquirer(
  { name, announces }: Pick<Acquirer, 'name' | 'announces'>,
  {
    result,
    clauses,
    reasons,
    exitCode: exit,
    money,
  }: Pick<Statement, 'result' | 'clauses' | 'reasons' | 'exitCode' | 'money'>,
): AcquirerScore {
  const problems = clauses.flatMap(({ id, operation, evidence, obliged, verdict, why = '' }) => {
    const what = `${verdict} ${id}${operation === undefined ? '' : ` ${operation}`}`;
    if (verdict === 'fail' || verdict === 'suite-error') return [what];
    if (verdict === 'warn' && !announces.includes(id)) return [what];
    const isOpen = verdict === 'not-tested' || verdict === 'inconclusive';
    return isOpen && evidence === 'stated' && obliged === 'service' ? [`${what}: ${why}`] : [];
  });
  const said = exit === 0 ? [] : [`exit ${exit}, ${result}`, ...reasons];
  const impossible = money?.impossible.map(
    (one) => `impossible history of ${one.name}: ${impossibleKinds[one.kind]}`,
  );
  return { name, exit, result, problems: [...said, ...problems, ...(impossible ?? [])] };
}
