import { expect, test } from 'vitest';
import { leftOpen, stateOf, unknownOrders } from '../../schemas/history/states.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { Exchange, JsonObject, JsonValue, Statuses } from '../../schemas/types.ts';
import { ledgerEntriesOf } from '../../targets/ledger/entries.ts';
import { judgeBy } from '../../targets/sending/outcomes.ts';
import { answers } from './corpus/answers.ts';
import { requests } from './corpus/requests.ts';
import { exchangeOf } from './exchange-of.ts';

const lists = (entry: JsonValue): readonly (readonly JsonValue[])[] => [
  [null],
  [entry, null],
  [null, entry],
  [[entry]],
  ['x', 1],
];

test.each(documentedOperations.filter(({ batch, lists: listed }) => batch ?? listed))(
  '$id: an entry that is no object ends no judgement',
  ({ id, batch, lists: listed }) => {
    const field = batch?.field ?? listed?.field ?? '';
    const answer = (answers as Readonly<Record<string, JsonObject>>)[id] ?? {};
    const [entry = null] = answer[field] as JsonValue[];
    const said: (Statuses | undefined)[] = [undefined, { [id]: { refused: ['2'], pending: ['3'] } }];
    for (const list of lists(entry))
      for (const status of [200, 202, 400])
        for (const statuses of said) {
          const body = JSON.stringify({ ...answer, [field]: list });
          const exchange: Exchange = exchangeOf(id, requests[id], body, { status });
          const judged = judgeBy(statuses, exchange);
          expect(judged.judgement.findings.filter(({ verdict }) => verdict === 'suite-error')).toEqual([]);
          stateOf(judged, statuses);
          unknownOrders(judged, statuses);
          ledgerEntriesOf(judged, () => true, statuses);
          if (batch !== undefined && status === 200 && list.every((one) => one === null))
            expect(leftOpen(judged, statuses)).toEqual(requests[id][field]);
        }
  },
);
