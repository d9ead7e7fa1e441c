import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadReplay } from '../../cli/explore/replay-file.ts';

import { type Exploration, runExplore } from '../../cli/investigate/explore.ts';
import { main } from '../../cli/main.ts';
import { exchangeStatus } from '../../cli/subcommand.ts';
import { publishedCards } from '../../generators/context.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { complaintOf, folderWith } from '../targets/target-folder.ts';
import { forgetSignals } from './command.ts';
import { sandboxTarget } from './sandbox-target.ts';

interface Told {
  readonly case: { readonly name: string; readonly clause?: string; readonly expectation: string };
  readonly notes: readonly string[];
  readonly request: { readonly body: Record<string, unknown>; readonly intent: string };
  readonly outcome: string;
  readonly grade: string;
  readonly answer: { readonly status: number };
  readonly findings: readonly { readonly clause: string; readonly path: string }[];
  readonly fields: readonly { readonly path: string; readonly verdict: string; readonly values: number }[];
}

beforeEach(() => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  return () => vi.unstubAllEnvs();
});

/** Runs the command in this process and returns what it printed. */
async function look(asked: Partial<Exploration> & Pick<Exploration, 'operation'>) {
  const printed: string[] = [];
  const plain = { orders: 'paid', edits: [], full: false, seed: 11 } as const;
  const status = await runExplore({ ...plain, ...asked }, (text) => printed.push(text));
  return { status, text: printed.join('\n') };
}

async function told(asked: Parameters<typeof look>[0]): Promise<Told[]> {
  const { text } = await look({ ...asked, json: true });
  return text.split('\n').map((line) => JSON.parse(line) as Told);
}

async function complaint(asked: Parameters<typeof look>[0]): Promise<string> {
  const error = await look(asked).catch((reason: unknown) => reason);
  return complaintOf(() => {
    throw error;
  });
}

describe('explore against the embedded endpoint', () => {
  test('judges a batch of 51 freshly paid orders in one command', async () => {
    const [one] = await told({ operation: 'refund', entries: 51 });
    expect(one?.case).toMatchObject({ clause: '8/refund/over-limit', expectation: 'refused' });
    expect(one?.notes[0]).toMatch(/^51 card payments made first/);
    expect(one?.request.body.refund_orders).toHaveLength(51);
    expect(one).toMatchObject({ outcome: 'refused', grade: 'broken', findings: [] });
  });

  test('has a batch at the limit accepted entry by entry', async () => {
    const [one] = await told({ operation: 'refund', entries: 50 });
    expect(one).toMatchObject({ outcome: 'accepted', grade: 'complete', findings: [] });
    expect(one?.fields.find(({ path }) => path === 'refund_orders[].refund_status')).toMatchObject({
      verdict: 'pass',
      values: 50,
    });
  });

  test('shows the finding of a planted fault and exits non-conformant', async () => {
    const asked = { operation: 'refund', entries: 1, fault: 'refund-reference-id-three-digits' } as const;
    const { status, text } = await look(asked);
    expect(status).toBe(1);
    expect(text).toMatch(/2\.9\/refund_reference_id\/shape {2}fail .*POST \/v1\/refund/);
    expect(text).toContain('at        refund_orders[0].refund_reference_id');
    expect(text).toMatch(/^ {2}must {6}be a transaction_id.* {2}\| {2}found "T.*-\d{3}" \(string\)$/m);
    expect(text).toContain(`explore refund --fault ${asked.fault} --entries 1 --seed 11`);
    const [one] = await told(asked);
    expect(one?.fields.find(({ path }) => path === 'refund_orders[].refund_reference_id')).toMatchObject({
      verdict: 'fail',
    });
  });

  test('sets answer and verdict beside each other in wide terminals only', async () => {
    const widths = [160, 80, undefined];
    const texts = await Promise.all(
      widths.map(async (width) => (await look({ operation: 'query', kind: 'valid', width })).text),
    );
    expect(texts.map((text) => text.includes('│'))).toEqual([true, false, false]);
    for (const text of texts) expect(text).toMatch(/POST \/v1\/retrievalTrans[\s\S]+curl -sS -X POST/);
  });

  test('masks cards and codes in everything that it prints', async () => {
    const { text } = await look({ operation: 'direct-payment', case: 'full', full: true });
    const json = JSON.stringify(await told({ operation: 'direct-payment', case: 'full' }));
    for (const { card } of publishedCards) expect(text + json).not.toContain(card);
    expect(text).toMatch(/"card": "\d{6}x+\d{4}"/);
    expect(text).toMatch(/"security_code": "x+"/);
  });

  test('sends an edited body and grades it as what it became', async () => {
    const edits = ['refund_orders[0].amount:=12.5', 'refund_orders[0].refund_reason='];
    const [one] = await told({ operation: 'refund', entries: 1, edits });
    const [entry] = (one?.request.body.refund_orders ?? []) as Record<string, unknown>[];
    expect(entry).toMatchObject({ amount: 12.5 });
    expect(entry).not.toHaveProperty('refund_reason');
    expect(one).toMatchObject({ grade: 'broken', request: { intent: 'odd' } });
  });

  test('finds a case by name in whatever kind has it', async () => {
    const [one] = await told({ operation: 'refund', case: 'refund_orders/51-entries' });
    expect(one?.case).toMatchObject({ name: 'refund_orders/51-entries', kind: 'boundary' });
    expect(one?.notes[0]).toMatch(/^51 card payments/);
    expect(await complaint({ operation: 'refund', case: 'refund_orders/51-entrie' })).toContain(
      'Did you mean "refund_orders/51-entries"?',
    );
  });

  test('repeats the same request for the same seed', async () => {
    const asked = { operation: 'capture', kind: 'fault', count: 3 } as const;
    const [first, second] = [await told(asked), await told(asked)];
    expect(first).toHaveLength(3);
    expect(second.map(({ request }) => request)).toEqual(first.map(({ request }) => request));
  });

  test('cancels a subscription that it opened first', async () => {
    const [one] = await told({ operation: 'cancel-subscription' });
    expect(one).toMatchObject({ outcome: 'accepted', findings: [] });
  });

  test('gives the embedded endpoint something to list', async () => {
    const looks = [await told({ operation: 'query' }), await told({ operation: 'refund-search' })].flat();
    const listed = looks.map(
      ({ fields }) => fields.find(({ path }) => path.endsWith('[].transaction_id'))?.values,
    );
    expect(listed).toEqual([2, 2]);
    expect(looks.flatMap(({ findings }) => findings)).toEqual([]);
  });

  test('gives a verdict on every input of the redirect page', async () => {
    const [one] = await told({ operation: 'redirect-payment' });
    expect(one?.findings).toEqual([]);
    expect(one?.fields.length).toBeGreaterThan(14);
    expect(new Set(one?.fields.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
  });

  test('lists cases with expectation and clause and sends nothing', async () => {
    const { text } = await look({ operation: 'refund', kind: 'boundary', list: true });
    expect(text).toMatch(/refund_orders\/51-entries +refused +8\/refund\/over-limit/);
    expect(text).not.toContain('POST');
    const rows = JSON.parse(
      (await look({ operation: 'refund', list: true, json: true })).text,
    ) as Told['case'][];
    expect(new Set(rows.map(({ expectation }) => expectation))).toEqual(
      new Set(['accepted', 'refused', 'not-shown']),
    );
  });

  test('refuses an unknown fault and entries where there is no batch', async () => {
    expect(await complaint({ operation: 'query', fault: 'refund-reference-id-three-digit' })).toContain(
      'Did you mean "refund-reference-id-three-digits"?',
    );
    expect(await complaint({ operation: 'payout', entries: 3 })).toContain('payout has none');
    expect(await complaint({ operation: 'refund', entries: 3, kind: 'fault' })).toContain('leave out --kind');
  });
});

describe('replay files', () => {
  test('hold how a request is made again, and neither body nor secrets', async () => {
    const file = join(folderWith({}), 'replay.json');
    const edits = [
      'amount="9.99"',
      'card=4111111111111111',
      'security_code=987',
      'note=call 5555555555554444',
    ];
    const { text } = await look({ operation: 'direct-payment', case: 'full', edits, save: file });
    expect(loadReplay(file)).toEqual({
      operation: 'direct-payment',
      case: 'full',
      seed: 11,
      orders: 'paid',
      edits: ['amount="9.99"'],
    });
    expect(text).toContain('without the secrets that edits set: card, security_code, note');
    expect(text).toContain("--edit 'card=<secret>'");
    expect(text + readFileSync(file, 'utf8')).not.toMatch(/4111111111111111|5555555555554444|=987/);
  });

  test('repeat the request and its verdict from the command line', async () => {
    const file = join(folderWith({}), 'replay.json');
    const asked = { operation: 'capture', entries: 2, edits: ['capture_orders[1].amount="0.001"'] } as const;
    const [before] = await told({ ...asked, save: file });
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
    onTestFinished(() => log.mockRestore());
    forgetSignals();
    expect(await main(['explore', '--load', file, '--json'])).toBe(0);
    const again = JSON.parse(lines[0] ?? '') as Told;
    expect(again.request.body).toEqual(before?.request.body);
    expect(again.outcome).toBe(before?.outcome);
  });

  test('are written before anything is sent, which a place that takes none prevents', async () => {
    const { lines, file } = await sandboxTarget(['reads', 'creates', 'moves-money']);
    const asked = { operation: 'refund', entries: 1, target: file } as const;
    expect(await complaint({ ...asked, save: '/no/such/folder/replay.json' })).toBe(
      '/no/such/folder/replay.json cannot be written (ENOENT).',
    );
    expect(await complaint({ ...asked, edits: ['refund_orders[0].refund_amout=1'] })).toContain(
      'Did you mean "refund_amount"?',
    );
    expect(lines).toEqual([]);
  });

  test('are refused when they are none', () => {
    const folder = folderWith({
      'a.json': '{',
      'b.json': { operation: 'refund', seed: 1, edits: [], body: {} },
    });
    for (const name of ['a.json', 'b.json', 'c.json']) {
      expect(() => loadReplay(join(folder, name)), name).toThrow(ConfigurationError);
    }
  });
});

test.each([
  ['unclear', [], 3],
  ['none', [], 3],
  ['accepted', ['inconclusive'], 3],
  ['unclear', ['fail', 'inconclusive'], 1],
  ['refused', ['warn'], 0],
  ['accepted', [], 0],
] as const)('an answer that is %s, with the verdicts %j, ends with %i', (outcome, verdicts, status) => {
  expect(exchangeStatus({ outcome, findings: verdicts.map((verdict) => ({ verdict })) })).toBe(status);
});

describe('explore against another target', () => {
  test('says what is paid before it pays, with number and sum', async () => {
    const { lines, file } = await sandboxTarget(['reads', 'moves-money']);
    const said: (readonly [text: string, sent: number])[] = [];
    const asked = { operation: 'refund', entries: 2, target: file, edits: [], full: false } as const;
    await runExplore(asked, (text) => said.push([text, lines.length]));
    expect(said[0]).toEqual([
      expect.stringMatching(
        /^Sending this makes first: 2 card payments of \d+\.\d\d [A-Z]{3}(?:, .*)? in all\.$/,
      ),
      0,
    ]);
    expect(lines).toHaveLength(3);
  });

  test('sends nothing that the target does not allow', async () => {
    const { lines, file } = await sandboxTarget(['reads']);
    expect(await complaint({ operation: 'refund', entries: 2, target: file })).toBe(
      'Nothing is sent: effect not allowed by the target: moves-money (refund).',
    );
    expect(lines).toEqual([]);
    const { status } = await look({ operation: 'query', target: file });
    expect([status, lines.length]).toEqual([0, 1]);
  });

  test('takes unknown orders where paying is not allowed', async () => {
    const { lines, file } = await sandboxTarget(['irreversible']);
    const [one] = await told({ operation: 'cancel', entries: 3, target: file });
    expect(one?.notes[0]).toMatch(/^0 of 3 orders paid first, .*effect not allowed/);
    expect(lines).toHaveLength(1);
  });

  test('keeps to the amounts that the target allows', async () => {
    const { file } = await sandboxTarget(['reads', 'creates', 'moves-money']);
    const edits = ['refund_orders[0].refund_amount="900.00"'];
    expect(await complaint({ operation: 'refund', entries: 1, target: file, edits })).toMatch(
      /^Nothing more is sent: limit of the target reached: limits\.amountPerRequest is 10/,
    );
  });
});
