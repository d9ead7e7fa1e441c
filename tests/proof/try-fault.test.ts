import { expect, test } from 'vitest';
import { findFault } from '../../mock/faults/registry.ts';
import { openStore, type Recording } from '../../proof/recording.ts';
import { endpointOf } from '../../proof/replay.ts';
import { openStage, tryFault } from '../../proof/try-fault.ts';
import { startRedaction } from '../../reports/redact.ts';
import type { SentRequest } from '../../schemas/types.ts';
import { openCaller, signing } from '../mock/caller.ts';
import { otherAccount, party, pay } from '../mock/journey.ts';

const address = 'http://127.0.0.1:41001';

/** A recorded test with three queries, the last one by the account of the first. */
async function recordQueries(): Promise<Recording> {
  const answers = endpointOf({ signing }).open();
  const caller = openCaller(address, {
    answer(path, headers, body) {
      const sent = { method: 'POST', url: address + path, headers, body } as SentRequest;
      const answer = answers({ id: '', operation: 'query', sent, origin: { test: '', ordinal: 0, seed: 1 } });
      if (answer === undefined) throw new Error(`nothing answers ${path}`);
      return answer;
    },
  });
  await pay(caller, 1, 'stored');
  for (const who of [party, otherAccount, party]) await caller.send('query', who);
  const judged = caller.exchanges;
  const requests = judged.map(({ exchange: { received: _, ...request } }) => request);
  return {
    tests: [{ requests, twins: [], calls: new Set(['direct-payment', 'query']), isQuick: false }],
    judged,
    statement: {} as Recording['statement'],
    ...{ exchanges: [], sent: [], problems: [] },
    store: openStore(),
  };
}

test('the evidence of a fault holds although another run was started since', async () => {
  const fault = findFault('query-page-now-and-then');
  if (fault === undefined) throw new Error('the fault is gone');
  startRedaction({ seed: 1, origins: { [address]: 'embedded' } });
  const stage = await openStage(await recordQueries(), endpointOf({ signing }));
  const tried = () => tryFault(fault, stage, endpointOf({ signing, fault: fault.id }));
  const caught = { score: { state: 'caught' }, unheld: [] };
  expect(await tried()).toMatchObject(caught);
  // The endpoint of every run has a port of its own.
  startRedaction({ seed: 1, origins: { 'http://127.0.0.1:41002': 'embedded' } });
  expect(await tried()).toMatchObject(caught);
});
