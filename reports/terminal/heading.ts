import pc from 'picocolors';
import { counted, plainLine } from '../../schemas/plain-text.ts';
import { partsLeftOut, wholeChoices, withShard } from '../run/choices.ts';
import type { RunPlan } from '../run/run-facts.ts';

/** The lines printed before the first test. */
export function renderHeader({
  facts,
  orderPrefix = `${facts.runId}-`,
}: Pick<RunPlan, 'facts' | 'orderPrefix'>): readonly string[] {
  const { suite, target, profile, warnings, seed, day, capabilities, selected, shard } = facts;
  const { name, choices } = withShard(target.name, facts.choices ?? wholeChoices, shard);
  const what = selected.length === 12 ? 'all operations' : selected.join(', ');
  const address = target.environment === 'embedded' ? 'embedded' : target.baseUrl;
  const left = partsLeftOut({ capabilities, selected, choices });
  return [
    `${pc.bold('payment-acquiring-conformance')} ${suite.version}`,
    `${name} (${address}), ${what}`,
    `profile ${profile}${warnings === 'fail' ? ', warnings fail' : ''}, seed ${seed}${day === undefined ? '' : ` of ${day}`}, ${counted(facts.runsPerProperty, 'case')} per property`,
    ...(left.length === 0 ? [] : [`partial: ${left.join('; ')}`]),
    // With this prefix, the orders of this run can be found in the target.
    ...(target.environment === 'embedded' || orderPrefix === ''
      ? []
      : [`every order_no begins with ${orderPrefix}`]),
    '',
  ].map((line, at) => (at === 0 ? line : plainLine(line)));
}
