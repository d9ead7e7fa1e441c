import { fixedClass, whyFixed } from '../../../generators/covering.ts';
import { drawOf, textClasses } from '../../../generators/value-classes.ts';
import { certificationRuns } from '../../../schemas/certification.ts';
import { unmetPrerequisite } from '../../../schemas/skip-reasons.ts';
import type { JudgedExchange } from '../../../schemas/types.ts';
import type { Harness } from '../harness.ts';
import { untilDecided, withRetries } from '../retries.ts';
import type { Service } from '../service.ts';
import { startCoverage } from './coverage.ts';
import { namedContract } from './named-contract.ts';
import { troublesOf } from './trouble.ts';

const operation = 'cancel-subscription';
const field = 'contract_name';
const withoutContract = `${unmetPrerequisite}: a payment with a subscription returned no recurring_id`;

/** Cancels subscriptions with contract names of every class, each opened by a payment under that name. */
export async function coverSubscriptions(service: Service, { evidence }: Harness): Promise<void> {
  const { context, seed } = service;
  const held = whyFixed('direct-payment', context)(`subscription.${field}`);
  const planned = textClasses.map(({ id }) => ({ field, class: id }));
  const named = ['merchant_id', 'account_id', 'recurring_id'].map((name) => ({
    field: name,
    class: fixedClass.id,
  }));
  const coverage = startCoverage(
    operation,
    [...named, ...(held === undefined ? planned : [])],
    held === undefined ? [] : planned.map((pair) => ({ ...pair, why: held })),
  );
  const cancelNamed = async (
    by: Service,
    name: string | undefined,
    kind?: string,
  ): Promise<JudgedExchange | undefined> => {
    const first = await namedContract(by, name);
    if (first === undefined) return undefined;
    const how = kind === undefined ? {} : { caseName: `classes/${kind}`, carries: { field, class: kind } };
    return (kind === undefined ? untilDecided : withRetries)(async (attempt) => {
      const body = attempt === 0 ? first : await namedContract(by, name);
      return by.send(operation, body ?? by.cannot(withoutContract), how);
    });
  };
  let why = 'the test ended before';
  try {
    const control = await cancelNamed(service, undefined);
    if (control === undefined) return service.cannot(withoutContract);
    coverage.note(named, 'accepted');
    const count = Math.ceil(textClasses.length * Math.min(1, service.runs / certificationRuns));
    const classes = held === undefined ? textClasses.slice(0, count) : [];
    await coverage.beside((note) =>
      service.beside(classes, async (own, { id, make }) => {
        const judged = await cancelNamed(own, String(make(drawOf(0, '', seed, field, id))), id);
        const [trouble] = judged === undefined ? [] : troublesOf(judged, control);
        note([{ field, class: id }], judged === undefined ? 'unclear' : (trouble?.outcome ?? 'accepted'));
      }),
    );
    await coverage.settle(() => cancelNamed(service, undefined));
    why = `a run of ${service.runs} cases sends fewer`;
  } finally {
    const origin = service.exchanges.at(-1)?.exchange.origin;
    if (origin !== undefined) evidence.note({ kind: 'sent', origin, ...coverage.row(why) });
  }
}
