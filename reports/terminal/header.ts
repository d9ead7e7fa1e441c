import pc from 'picocolors';
import { plainLine } from '../../schemas/plain-text.ts';
import type { ReporterOptions } from '../reporter-options.ts';

/** The lines printed before the first test. */
export function renderHeader({
  suite,
  target,
  profile,
  seed,
  runId,
  runs,
  operations,
  variants,
}: ReporterOptions): readonly string[] {
  const what = operations.length === 12 ? 'all operations' : operations.join(', ');
  const address = target.environment === 'embedded' ? 'embedded' : target.baseUrl;
  return [
    `${pc.bold('payment-acquiring-conformance')} ${suite.version}`,
    variants === true
      ? `proof against many variants of ${target.name}, seed ${seed}, ${runs} cases per property`
      : `${target.name} (${address}), ${what}, profile ${profile}, seed ${seed}, ${runs} cases per property`,
    // How to find the orders of this run where they are.
    ...(target.environment === 'embedded' ? [] : [`every order_no begins with ${runId}-`]),
    '',
  ].map((line, at) => (at === 0 ? line : plainLine(line)));
}
