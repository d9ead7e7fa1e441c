import { clauseOf } from '../clauses.ts';
import { entriesOf, isBlank } from '../history/outcome.ts';
import { isObject } from '../json.ts';
import { documentedOperations } from '../operations.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonValue } from '../types.ts';
import { payerMembers } from './payouts.ts';
import { namesOf, postedFields } from './redirect-page.ts';
import { formType, mediaTypeOf } from './requests.ts';
import type { Rule, View } from './rule.ts';
import { statesIn } from './subscription-state.ts';
import { decimal, ordersOf } from './values.ts';

/** The indexes of the readings of a conflicting clause that an accepted request shows. */
const readingsShown: Readonly<Record<ClauseId, (view: View) => readonly (0 | 1)[]>> = table({
  '1.1/amount/decimal': ({ operation, answer }) =>
    [answer, ...entriesOf(operation, answer)]
      .flatMap(({ amount, refund_amount }) => [amount, refund_amount])
      .flatMap(asReading(/^[0-9]+\.[0-9]{2}$/, decimal)),
  '1.3/one-result-per-order/searches': ({ operation, answer }) => {
    const records = entriesOf(operation, answer);
    if (records.length < 2) return [];
    return [ordersOf(records) < records.length ? 1 : 0];
  },
  '8/searches/orders-per-request': ({ operation, answer }) => {
    const orders = ordersOf(entriesOf(operation, answer));
    if (orders === 0) return [];
    return [orders > (operation.lists?.limit ?? 0) ? 0 : 1];
  },
  '2.8/inputs/repeated': (view) => {
    const fields = postedFields(view) ?? {};
    return Object.keys(view.request).flatMap((field) => {
      const [own = field, ...others] = namesOf(field);
      const isAlternate = others.some((name) => Object.hasOwn(fields, name));
      return [...(Object.hasOwn(fields, own) ? ([0] as const) : []), ...(isAlternate ? ([1] as const) : [])];
    });
  },
  '2.13/source/payer-part': ({ request, answer }) => {
    if (payerMembers.some((name) => !isBlank(answer[name]))) return [1];
    return payerMembers.some((name) => !isBlank(request[name])) ? [0] : [];
  },
  '4/body-type/usable': ({ operation, exchange }) => {
    const type = mediaTypeOf(exchange.sent.headers['content-type']);
    if (type === operation.declares) return [0];
    return type === formType && operation.declares !== undefined ? [1] : [];
  },
  '4.1/told-apart': ({ operation }) => [operation.id === 'apm-payment' ? 0 : 1],
  '4.3/body-layout': bodyLayout,
  '4.8/body-layout': bodyLayout,
  '4.8/inactived/own-answer': ({ answer }) => [statesIn(answer).length > 0 ? 0 : 1],
  '5.1/encryption_data/echo': ({ answer }) => [isBlank(answer.encryption_data) ? 1 : 0],
});

function bodyLayout({ exchange }: View): readonly (0 | 1)[] {
  return [exchange.sent.encoding === 'xml' ? 1 : 0];
}

function asReading(narrow: RegExp, wide: RegExp) {
  return (value: JsonValue | undefined): readonly (0 | 1)[] => {
    if (typeof value !== 'string' || !wide.test(value)) return [];
    return [narrow.test(value) ? 1 : 0];
  };
}

/** Observes which reading of a contradictory passage the service follows; every documented reading is allowed. */
export const readings: Rule = {
  name: 'readings',
  clauses: Object.keys(readingsShown),
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'answer',
  check(view, recorder) {
    if (view.outcome !== 'accepted' || !isObject(view.exchange.sent.value)) return;
    for (const [id, readingsOf] of Object.entries(readingsShown)) {
      const { operations, conflict } = clauseOf(id);
      if (!operations.includes(view.operation.id)) continue;
      for (const at of new Set(readingsOf(view))) {
        const reading = conflict?.readings[at];
        if (reading !== undefined) recorder.observes(id, reading, `${view.operation.title}: ${reading}`);
      }
    }
  },
};
