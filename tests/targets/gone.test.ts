import { describe, expect, test } from 'vitest';
import { isResponding } from '../../opening/responding.ts';
import type { Answer, JudgedExchange, NoAnswer } from '../../schemas/types.ts';
import { createPace } from '../../targets/sending/pace.ts';
import { createSender } from '../../targets/sending/sender.ts';
import type { Settings } from '../../targets/settings.ts';
import { loadTarget } from '../../targets/target.ts';
import { stillClock } from './still-clock.ts';
import { environment, folderWith, sandbox } from './target-folder.ts';

const none = (reason: NoAnswer['reason']): NoAnswer => ({ kind: 'none', reason, detail: '', durationMs: 1 });
const answer = (status: number): Answer => ({
  kind: 'answer',
  status,
  headers: {},
  body: Buffer.from('{}'),
  durationMs: 1,
});

async function sendTo(
  came: readonly (Answer | NoAnswer)[],
  changes: { signature?: string; allow?: [] } = {},
) {
  const folder = folderWith({ 't.json': { ...sandbox, baseUrl: 'http://127.0.0.1:1', allow: ['reads'] } });
  const target = loadTarget(`${folder}/t.json`, environment);
  const recorded: JudgedExchange[] = [];
  let arrived = 0;
  const client = createSender({
    signer: { armed: true, sign: () => 'signed' },
    transport: async () => came[arrived++] ?? none('unreachable'),
    record: (judged) => recorded.push(judged),
    settings: { target, seed: 7, out: folder, runner: 1, runId: 'r' },
    pace: createPace({ requestsPerSecond: 1000, concurrent: 1 }, stillClock()),
    isResponding: (asking, _settings, origin, operation) =>
      isResponding(
        asking,
        { target: { ...target, allow: changes.allow ?? target.allow } } as Settings,
        origin,
        operation,
      ),
  });
  const { signature } = changes;
  const body = { merchant_id: 'M1', account_id: 'A1' };
  const judged = await client.send('query', body, {
    ...(signature === undefined ? {} : { signature }),
    origin: { test: 'query › answers', ordinal: 3 },
  });
  const verdicts = judged.judgement.findings.map(({ clause, verdict }) => `${clause} ${verdict}`);
  return { judged, verdicts, recorded };
}

describe('a connection that dies under an allowed request', () => {
  test('is a failure where a read that was sent after it is answered', async () => {
    const { verdicts, recorded } = await sendTo([none('reset'), answer(200)]);
    expect(verdicts).toEqual(['4.4/status-200 fail']);
    expect(recorded).toHaveLength(2);
    expect(new Set(recorded.map(({ exchange }) => exchange.id)).size).toBe(2);
    // A service may live and yet break every answer to a query.
    expect(recorded.map(({ exchange }) => exchange.operation)).toEqual(['refund-search', 'query']);
  });

  test.each([
    ['reaches nobody', none('unreachable')],
    ['dies as well', none('reset')],
    ['gets no answer in time', none('timeout')],
    ['is answered by a gateway', answer(503)],
  ])('decides nothing where a read after it %s', async (_how, came) => {
    const { judged, recorded } = await sendTo([none('reset'), came]);
    const { findings } = judged.judgement;
    expect(findings).toMatchObject([{ clause: '4.4/status-200', verdict: 'inconclusive' }]);
    expect(findings[0]?.received).toBe('no answer: reset, and none to a read after it');
    expect(
      recorded.flatMap(({ judgement }) => judgement.findings).map(({ verdict }) => verdict),
    ).not.toContain('fail');
  });

  test('asks after the service once, and not after the read that asks', async () => {
    const { recorded } = await sendTo([none('reset'), none('reset'), answer(200)]);
    expect(recorded).toHaveLength(2);
  });

  test('decides nothing where no read may be sent and nobody takes a connection', async () => {
    const { verdicts, recorded } = await sendTo([none('reset')], { allow: [] });
    expect(verdicts).toEqual(['4.4/status-200 inconclusive']);
    expect(recorded).toHaveLength(1);
  });
});

test('a connection that dies under a wrongly signed request is only a warning', async () => {
  const { recorded, verdicts } = await sendTo([none('reset'), answer(200)], { signature: 'another' });
  expect(recorded).toHaveLength(1);
  expect(verdicts).toEqual(['7.8/robustness warn']);
});
