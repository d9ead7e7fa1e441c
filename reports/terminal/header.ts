import pc from 'picocolors';
import { plainLine } from '../../schemas/plain-text.ts';
import { partsLeftOut } from '../run/choices.ts';
import type { ReporterOptions } from '../run/run-facts.ts';

/** The lines printed before the first test. */
export function renderHeader({
  suite,
  target,
  profile,
  seed,
  day,
  runId,
  orderPrefix = `${runId}-`,
  runs,
  operations,
  capabilities,
  choices,
}: ReporterOptions): readonly string[] {
  const what = operations.length === 12 ? 'all operations' : operations.join(', ');
  const address = target.environment === 'embedded' ? 'embedded' : target.baseUrl;
  const left = partsLeftOut({ capabilities, selected: operations, choices });
  return [
    `${pc.bold('payment-acquiring-conformance')} ${suite.version}`,
    `${target.name} (${address}), ${what}, profile ${profile}, seed ${seed}${day === undefined ? '' : ` of ${day}`}, ${runs} cases per property`,
    ...(left.length === 0 ? [] : [`partial: ${left.join('; ')}`]),
    // How to find the orders of this run where they are.
    ...(target.environment === 'embedded' || orderPrefix === ''
      ? []
      : [`every order_no begins with ${orderPrefix}`]),
    '',
  ].map((line, at) => (at === 0 ? line : plainLine(line)));
}
