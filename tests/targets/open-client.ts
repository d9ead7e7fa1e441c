import { join } from 'node:path';
import type { Answer, JudgedExchange, NoAnswer } from '../../schemas/types.ts';
import { createPace } from '../../targets/sending/pace.ts';
import { createSender, type SenderParts } from '../../targets/sending/sender.ts';
import { loadTarget, type Target } from '../../targets/target.ts';
import type { WireRequest } from '../../targets/transport/client.ts';
import { stillClock } from './still-clock.ts';
import { environment, folderWith, sandbox } from './target-folder.ts';

/** Part of a request or an answer that the tests of the client share. */
export const envelope = { merchant_id: 'M1', account_id: 'A1' };
/** Part of a request or an answer that the tests of the client share. */
export const origin = { test: 'query › answers', ordinal: 0 };
/** Part of a request or an answer that the tests of the client share. */
export const card = {
  card: '4111111111111111',
  expiration_month: '12',
  expiration_year: '2035',
  security_code: '123',
};
/** Part of a request or an answer that the tests of the client share. */
export const ok: Answer = {
  kind: 'answer',
  status: 200,
  headers: {},
  body: Buffer.from('{"return_status":"1"}'),
  durationMs: 1,
};
/** Part of a request or an answer that the tests of the client share. */
export const busy: Answer = {
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': '2' },
  body: new Uint8Array(),
  durationMs: 1,
};

/** A client over answers that are given, with what it sent and recorded. */
export function openClient(
  answers: readonly (Answer | NoAnswer)[] = [ok],
  changes: object = {},
  { target: other, ...parts }: Partial<SenderParts> & { readonly target?: Target } = {},
) {
  const folder = folderWith({
    't.json': { ...sandbox, allow: ['reads', 'moves-money'], cards: [card], ...changes },
  });
  const target = other ?? loadTarget(join(folder, 't.json'), environment);
  const wires: WireRequest[] = [];
  const recorded: JudgedExchange[] = [];
  const clock = stillClock();
  const client = createSender({
    signer: { armed: true, sign: (body, operation) => `${operation}:${Object.keys(body).length}` },
    transport: async (wire) => {
      wires.push(wire);
      return answers[Math.min(wires.length, answers.length) - 1] ?? ok;
    },
    record: (judged) => recorded.push(judged),
    settings: { target, seed: 7, out: join(folder, 'out'), runner: 1, runId: 'r' },
    pace: createPace({ requestsPerSecond: 1000, concurrent: 1 }, clock),
    ...parts,
  });
  return { client, wires, recorded, clock, out: join(folder, 'out') };
}
