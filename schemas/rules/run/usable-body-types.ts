import { say } from '../../findings/say.ts';
import { documentedOperations, isDocumented, operationOf } from '../../operations.ts';
import type { DocumentedOperationId, JudgedExchange } from '../../types.ts';
import { mediaTypeOf } from '../body-types.ts';
import type { RunRule } from './run-rule.ts';

const formType = 'application/x-www-form-urlencoded';
const usable = '4/body-type/usable';
const layouts: Partial<Record<DocumentedOperationId, string>> = {
  'redirect-payment': '4.3/body-layout',
  'cancel-subscription': '4.8/body-layout',
};

/** Section 4: declared type and sample header contradict each other (C-01, C-05); one of them has to be understood. */
export const usableBodyTypes: RunRule = {
  name: 'usable-body-types',
  clauses: [usable, ...Object.values(layouts)],
  operations: documentedOperations.map(({ id }) => id),
  check(run, about) {
    for (const operation of documentedOperations) {
      const sent = run.filter(
        ({ exchange }) => exchange.operation === operation.id && exchange.received.kind === 'answer',
      );
      if (sent.length === 0 || sent.some(({ judgement }) => judgement.outcome === 'accepted')) continue;
      const refused = sent.filter(isTypeRefused);
      const last = refused.at(-1);
      const types = new Set(
        refused.map(({ exchange }) => mediaTypeOf(exchange.sent.headers['content-type'])),
      );
      const both = types.has(formType) && (operation.declares === undefined || types.has(operation.declares));
      if (last === undefined || !both) continue;
      const expected = say('either-type', [], operation.declares ?? 'some type', formType);
      const received = say('status-for-each');
      about(last).breaks(usable, { kind: 'status', path: '', expected, received });
      const layout = layouts[operation.id];
      const encodings = new Set(
        refused.map(({ exchange }) => (exchange.sent.encoding === 'xml' ? 'xml' : 'object')),
      );
      if (layout !== undefined && encodings.size === 2) {
        about(last).breaks(layout, {
          kind: 'status',
          path: '',
          expected: say('either-layout'),
          received,
        });
      }
    }
  },
};

function isTypeRefused({ exchange }: JudgedExchange): boolean {
  const right =
    isDocumented(exchange.operation) && exchange.sent.url.endsWith(operationOf(exchange.operation).path);
  return right && exchange.received.kind === 'answer' && exchange.received.status === 415;
}
