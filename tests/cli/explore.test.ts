import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readable } from '../../cli/explore/session.ts';
import { explore } from '../../cli/investigate/explore.ts';
import { statusOf } from '../../cli/subcommand.ts';
import { defaultContext, publishedCards } from '../../generators/context.ts';
import { sampleOne } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { addSecret } from '../../reports/redact/secret-index.ts';
import type { DocumentedOperationId, JsonObject } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { folderWith } from '../targets/target-folder.ts';
import { runCommand } from './command.ts';
import { sandboxTarget } from './sandbox-target.ts';
import { servedExplore } from './served-explore.ts';

beforeEach(() => {
  vi.stubEnv('CONFORMANCE_OUT', folderWith({}));
  return () => vi.unstubAllEnvs();
});

describe('the page of explore, over the embedded endpoint', () => {
  test('judges a batch of 51 freshly paid orders', async () => {
    const { paid, send } = await servedExplore();
    const made = await paid({ operation: 'refund', kind: 'boundary', case: 'refund_orders/51-entries' });
    expect(made).toMatchObject({ clause: '8/refund/over-limit', expectation: 'refused' });
    expect(made.payments).toMatch(/^51 card payments of /);
    const { told } = await send(made);
    expect(told.request.refund_orders).toHaveLength(51);
    expect(told).toMatchObject({ outcome: 'refused', grade: 'broken', findings: [] });
  });

  test('has a batch at the limit accepted', async () => {
    const { paid, send } = await servedExplore();
    const made = await paid({ operation: 'refund', kind: 'boundary', case: 'refund_orders/50-entries' });
    expect((await send(made)).told).toMatchObject({ outcome: 'accepted', grade: 'complete', findings: [] });
  });

  test('begins a batch with a single order', async () => {
    const { make } = await servedExplore();
    expect((await make({ operation: 'capture' })).body.capture_orders).toHaveLength(1);
  });

  test('shows the finding of a planted fault', async () => {
    vi.stubEnv('CONFORMANCE_FAULT', 'refund-reference-id-three-digits');
    const { paid, send } = await servedExplore();
    const { told } = await send(await paid({ operation: 'refund' }));
    expect(told.findings).toMatchObject([
      { clause: '2.9/refund_reference_id/shape', path: 'refund_orders[0].refund_reference_id' },
    ]);
  });

  test('masks cards and codes in everything that it shows', async () => {
    const { make, send } = await servedExplore();
    const made = await make({ operation: 'direct-payment', case: 'full' });
    const { told } = await send(made);
    for (const { card } of publishedCards) expect(JSON.stringify([made.body, told])).not.toContain(card);
    expect(told.request).toMatchObject({
      card: expect.stringMatching(/^\d{6}x+\d{4}$/),
      security_code: 'xxx',
    });
  });

  test('grades an edited body as what it became', async () => {
    const { make, send } = await servedExplore();
    const made = await make({ operation: 'refund' });
    const [entry] = made.body.refund_orders as JsonObject[];
    const { refund_reason: _, ...rest } = entry ?? {};
    const { told } = await send(made, { refund_orders: [{ ...rest, amount: 12.5 }] });
    const [sent] = told.request.refund_orders as JsonObject[];
    expect(sent).toMatchObject({ amount: 12.5 });
    expect(sent).not.toHaveProperty('refund_reason');
    expect(told.grade).toBe('broken');
  });

  test('draws the same request for the same seed', async () => {
    const { make } = await servedExplore();
    const wish = { operation: 'capture', kind: 'fault', case: 'account_id/absent' };
    expect((await make(wish)).body).toEqual((await make(wish)).body);
  });

  test('cancels a subscription that it opened first', async () => {
    const { paid, send } = await servedExplore();
    const made = await paid({ operation: 'cancel-subscription' });
    expect(made.payments).toMatch(/^a card payment of \d+\.\d\d [A-Z]{3} with a subscription$/);
    expect((await send(made)).told).toMatchObject({ outcome: 'accepted', findings: [] });
  });

  test('finds nothing wrong with the redirect page', async () => {
    const { make, send } = await servedExplore();
    expect((await send(await make({ operation: 'redirect-payment' }))).told.findings).toEqual([]);
  });

  test('lists cases of each expectation', async () => {
    const { make } = await servedExplore();
    const lists = await Promise.all(
      ['valid', 'boundary', 'fault'].map((kind) => make({ operation: 'refund', kind })),
    );
    const expected = lists.flatMap(({ cases }) => cases.map(({ expectation }) => expectation));
    expect(new Set(expected)).toEqual(new Set(['accepted', 'refused', 'not-shown']));
  });

  test('gives a field the values of its classes, each one its own order number', async () => {
    const { make } = await servedExplore();
    const valuesOf = async (path: string) =>
      (await make({ operation: 'refund' })).fields.find((field) => field.path === path)?.values ?? [];
    const reasons = await valuesOf('refund_orders[].refund_reason');
    expect(reasons.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['right-to-left', 'emoji', '255-characters', 'like-sql', 'misfit 12']),
    );
    expect(reasons.find(({ id }) => id === '255-characters')?.value).toHaveLength(255);
    const path = 'refund_orders[].order_no';
    const numbers = [...(await valuesOf(path)), ...(await valuesOf(path))].filter(
      ({ id }) => id === 'digits-only',
    );
    expect(new Set(numbers.map(({ value }) => value)).size).toBe(2);
  });
});

describe('explore FILE', () => {
  const request = (operation: DocumentedOperationId) =>
    sampleOne(validRequest(operation, defaultContext, 'full'), 5);
  const fileOf = (content: unknown) =>
    join(folderWith({ 'request.json': content as object }), 'request.json');

  async function sent(content: unknown, options: readonly string[] = []) {
    const { status, lines } = await runCommand(explore, ['explore', fileOf(content), ...options]);
    return { status, text: stripVTControlCharacters(lines.join('\n')) };
  }

  test('sends what generate prints, and shows answer, judgement and curl without a card', async () => {
    const { status, text } = await sent(request('direct-payment'));
    expect(status).toBe(0);
    expect(text).toMatch(
      /^POST \/v1\/authorise\n\{[\s\S]+\n\n200 [\s\S]+\n\naccepted \(request complete\): 0 findings\n[\s\S]+\ncurl -sS -X POST/,
    );
    for (const { card } of publishedCards) expect(text).not.toContain(card);
    expect(text).toMatch(/"card": "\d{6}x+\d{4}"/);
  });

  test('sends a body alone as that of the named operation', async () => {
    const { text } = await sent(request('query').body, ['--operation', 'query']);
    expect(text).toMatch(/^POST \/v1\/retrievalTrans\n/);
  });

  test('prints the finding of a planted fault and exits non-conformant', async () => {
    vi.stubEnv('CONFORMANCE_FAULT', 'direct-payment-card-whole');
    const { status, text } = await sent(request('direct-payment'));
    expect([status, text]).toEqual([1, expect.stringMatching(/ fail .*POST \/v1\/authorise/)]);
  });

  test('refuses a file that holds no request', async () => {
    for (const content of ['{', {}, [], { operation: 'refund' }, { operation: 'refnd', body: {} }])
      await expect(sent(content), JSON.stringify(content)).rejects.toThrow(ConfigurationError);
    await expect(sent({ operation: 'refnd', body: {} })).rejects.toThrow('Did you mean "refund"?');
    await expect(runCommand(explore, ['explore', 'no-such.json'])).rejects.toThrow(
      'there is no such request file',
    );
  });

  test('sends nothing that the target does not allow', async () => {
    const { lines, file } = await sandboxTarget(['reads']);
    await expect(sent(request('refund'), ['--target', file])).rejects.toThrow(
      'Nothing is sent: effect not allowed by the target: moves-money (refund).',
    );
    expect(lines).toEqual([]);
    expect([(await sent(request('query'), ['--target', file])).status, lines.length]).toEqual([0, 1]);
  });
});

describe('explore against another target', () => {
  test('says what paying first makes, with number and sum, and makes it when asked', async () => {
    const { lines, file } = await sandboxTarget(['reads', 'moves-money']);
    const { make, pay, send } = await servedExplore({ target: file });
    const made = await make({
      operation: 'refund',
      kind: 'boundary',
      case: 'refund_orders/same-entry-twice',
    });
    expect(made.payments).toMatch(/^1 card payment of \d+\.\d\d [A-Z]{3} in all$/);
    expect(lines).toEqual([]);
    await send((await pay(made)).made);
    expect(lines).toHaveLength(2);
  });

  test('offers no payment where paying is not allowed', async () => {
    const { lines, file } = await sandboxTarget(['irreversible']);
    const { make, pay, send } = await servedExplore({ target: file });
    const made = await make({ operation: 'cancel' });
    expect(made.payments).toBeUndefined();
    expect(await pay(made)).toMatchObject({
      status: 404,
      error: expect.stringContaining('the target allows none'),
    });
    await send(made);
    expect(lines).toHaveLength(1);
  });

  test('keeps to the amounts that the target allows', async () => {
    const { lines, file } = await sandboxTarget(['reads', 'creates', 'moves-money']);
    const { make, send } = await servedExplore({ target: file });
    const made = await make({ operation: 'refund' });
    const [entry] = made.body.refund_orders as JsonObject[];
    const { status, told } = await send(made, { refund_orders: [{ ...entry, refund_amount: '900.00' }] });
    expect([status, told.error]).toEqual([
      409,
      expect.stringMatching(/^limit of the target reached: limits\.amountPerRequest is 10/),
    ]);
    expect(lines).toEqual([]);
  });

  test('shows neither person, card, code, token nor key, whoever typed them', async () => {
    const key = 'Canary-key-4f8Kz91Q';
    addSecret(key);
    const { file } = await sandboxTarget(['reads', 'creates', 'moves-money']);
    const { make, send } = await servedExplore({ target: file });
    const typed = {
      first_name: 'Zebedee',
      last_name: "D'Angelocanary",
      billing_address: 'Canary Lane 77',
      shopper_email: 'zebedee.canary@example.com',
      token_id: 'tok_4f8Kz91QmCanary77',
      delivery_address: `at ${key}`,
    };
    const { told } = await send(await make({ operation: 'direct-payment', case: 'full' }), typed);
    const text = JSON.stringify(told);
    expect(told.outcome).toBe('accepted');
    expect([...Object.values(typed), key].filter((value) => text.includes(value))).toEqual([]);
  });
});

test.each([
  [true, [], 3],
  [false, ['inconclusive'], 3],
  [true, ['fail', 'inconclusive'], 1],
  [false, ['fail', 'suite-error'], 4],
  [false, ['warn'], 0],
  [false, [], 0],
] as const)(
  'an outcome that is open (%s), with the verdicts %j, ends with %i',
  (isOpen, verdicts, status) => {
    expect(
      statusOf(
        verdicts.map((verdict) => ({ verdict })),
        isOpen,
      ),
    ).toBe(status);
  },
);

test('JSON is indented, XML has a line for each element, others stay as they came', () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readable('<respon><a>1</a><b/></respon>')).toBe('<respon>\n<a>1</a>\n<b/>\n</respon>');
  expect(readable('plain')).toBe('plain');
});
