import { describe, expect, test } from 'vitest';
import { wholeChoices } from '../../reports/run/choices.ts';
import type { StatementInput } from '../../reports/statement.ts';
import type { NoAnswer } from '../../schemas/types.ts';
import { EffectForbidden } from '../../targets/refused-send.ts';
import { answer, finding, type Parts } from './hand-made.ts';
import { signingCause } from './opening-causes.ts';
import { evidenceOf, statementOf } from './small-register.ts';

const refused = (body: string, status = 200): Parts => ({
  received: answer(body, status),
  judgement: { outcome: 'refused' },
});
const silent = (reason: NoAnswer['reason'] = 'timeout'): Parts => ({
  received: { kind: 'none', reason, detail: '400 ms', durationMs: 400 },
  judgement: { outcome: 'none', exercised: [] },
});
const numbered = (parts: readonly Parts[]) =>
  evidenceOf(...parts.map((one, at) => ({ id: at.toString(16).padStart(10, '0'), ...one })));
const many = (count: number, parts: Parts = {}) => Array.from({ length: count }, () => parts);
const told = (parts: readonly Parts[], input: Partial<StatementInput> = {}) => {
  const { result, exitCode, reasons } = statementOf(numbered(parts), input);
  return [`${result} ${exitCode}`, ...reasons.filter((reason) => !reason.startsWith('1 stated'))];
};
const ok = { return_status: '1', return_message: 'OK' };
const envelope = '{"return_status":"0","return_message":"The signature is not valid"}';

test('a service that lost what it held leaves a run incomplete, in words', () => {
  const says = 'the service lost what it held';
  const note = { kind: 'found', name: 'lost', says, ends: false, exchanges: [] } as const;
  expect(told([{}])[0]).toBe('conformant 0');
  const evidence = { exchanges: numbered([{}]), notes: [note], problems: [] };
  expect(told([{}], { evidence })).toEqual(['incomplete 3', says]);
});

describe('an operation of which nothing is accepted', () => {
  test('leaves a run incomplete and says what came back', () => {
    expect(told([refused(envelope), refused(envelope), refused('{"message":"no"}', 401)])).toEqual([
      'incomplete 3',
      'refund: none of 3 allowed requests was accepted (refused 3, most often "200 The signature is not valid")',
    ]);
    expect(told([refused(envelope)], { profile: 'ci' })).toEqual([
      'incomplete 3',
      'refund: the one allowed request was not accepted (refused 1, most often "200 The signature is not valid")',
    ]);
  });

  test.each([
    [
      'its text',
      { refund_status: '0', refund_message: 'E0010:not settled yet' },
      '200 E0010:not settled yet',
    ],
    ['its status', { refund_status: '2' }, '200 refund_status 2'],
  ])('is one of whose orders none succeeded, by %s', (_what, entry, text) => {
    const taken: Parts = { received: answer(JSON.stringify({ ...ok, refund_orders: [entry] })) };
    expect(told([taken, taken])).toEqual([
      'incomplete 3',
      `no refund succeeded (refused 2, most often "${text}")`,
    ]);
    const done = answer(JSON.stringify({ ...ok, refund_orders: [entry, { refund_status: '1' }] }));
    expect(told([taken, { received: done }])[0]).toBe('conformant 0');
  });

  test('is not one whose orders are done later, by the target file', () => {
    const taken: Parts = {
      received: answer(JSON.stringify({ ...ok, refund_orders: [{ refund_status: '2' }] })),
    };
    expect(told([taken], { statuses: { refund: { pending: ['2'] } } })[0]).toBe('conformant 0');
    expect(told([taken], { statuses: { refund: { refused: ['2'] } } })[0]).toBe('incomplete 3');
  });

  test('is no service that was met where every request broke the document', () => {
    const broken: Parts = { ...refused(envelope), judgement: { outcome: 'refused', request: 'broken' } };
    const watched = { choices: { ...wholeChoices, only: 'what the watched caller sent' } };
    const says = 'nothing was accepted, and of 2 requests that were answered the document allows none';
    expect(told([broken, broken], watched)).toEqual(['incomplete 3', says]);
    expect(told([broken, {}], watched)[0]).toBe('conformant 0');
    const taken: Parts = { judgement: { outcome: 'accepted', request: 'broken' } };
    expect(told([broken, taken], watched)[0]).toBe('conformant 0');
  });

  test.each([[404], [405], [415], [302]])('leaves a run incomplete with status %i', (status) => {
    expect(told([refused('', status)])[0]).toBe('incomplete 3');
  });

  test('says how often each kind of answer came', () => {
    const unclear = (status: number): Parts => ({
      received: answer('', status),
      judgement: { outcome: 'unclear' },
    });
    expect(told([unclear(200), unclear(429), unclear(500), unclear(502), silent()])).toEqual([
      'incomplete 3',
      'refund: none of 5 allowed requests was accepted (malformed 1; 429 or 5xx 3; no answer 1)',
    ]);
  });

  test('is told with the cause that the opening found', () => {
    const steps = [
      { operation: 'refund', state: 'not-accepted', cause: signingCause, exchanges: [] } as const,
    ];
    expect(told([refused(envelope)], { opening: { spent: { requests: 0, amount: 0 }, steps } })[1]).toMatch(
      /; the signature is wrong$/,
    );
  });

  test('counts requests that are wrong on purpose for nothing', () => {
    const odd: Parts = { sent: { intent: 'odd' }, judgement: { request: 'broken' } };
    expect(told([odd])).toEqual(['incomplete 3', 'refund: no allowed request could be sent']);
    // What was meant to be right and broke a clause on the caller is not allowed either.
    expect(told([{ judgement: { request: 'broken' } }])).toEqual(told([odd]));
  });

  test('passes no clause on the service', () => {
    const { clauses } = statementOf(numbered([refused(envelope)]));
    expect(clauses.filter(({ obliged, verdict }) => obliged === 'service' && verdict === 'pass')).toEqual([]);
  });

  test('is left to the caller when everything about it was left out', () => {
    const reason = new EffectForbidden('refund', 'moves-money').message;
    const note = { kind: 'skipped', operation: 'refund', reason } as const;
    const parts = {
      selected: ['refund', 'capture'],
      choices: { ...wholeChoices, allow: ['moves-money'] },
    } as const;
    const { reasons } = statementOf(numbered([{}]), parts, [{ ...note, operation: 'capture' }]);
    expect(reasons.filter((one) => one.startsWith('capture'))).toEqual([]);
    const hindered = statementOf(numbered([{}]), parts, [
      { ...note, operation: 'capture', reason: 'no answer' },
    ]);
    expect(hindered.reasons).toContain('capture: no allowed request could be sent (no answer)');
    expect(hindered.exitCode).toBe(3);
    const both = statementOf(numbered([{}]), parts, [
      { ...note, operation: 'capture' },
      { ...note, operation: 'capture', reason: 'no answer' },
    ]);
    expect([both.exitCode, both.reasons[0]]).toEqual([3, hindered.reasons[0]]);
  });

  test('is no gap where only some tests ran and none of them sent it a request', () => {
    const parts = {
      selected: ['refund', 'capture'],
      choices: { ...wholeChoices, only: 'shard 1 of 2' },
    } as const;
    expect(told([{}], parts)[0]).toBe('conformant 0');
    expect(told([refused(envelope)], parts)[0]).toBe('incomplete 3');
  });
});

describe('a service that does not answer', () => {
  test('leaves a run incomplete when a fifth of the allowed requests is exceeded', () => {
    expect(told([...many(4), silent()])[0]).toBe('conformant 0');
    expect(told([...many(3), silent()])).toEqual(['incomplete 3', '1 of 4 allowed requests got no answer']);
  });

  test('leaves a run incomplete with three answers and more than 2 % undecided', () => {
    const busy: Parts = { received: answer('', 503), judgement: { outcome: 'unclear', exercised: [] } };
    expect(told([...many(20), ...many(2, busy)])[0]).toBe('conformant 0');
    expect(told([...many(20), ...many(3, busy)])).toEqual([
      'incomplete 3',
      'refund: 3 of 23 allowed requests got no answer that can be judged (429, 503 or too large 3: a lower limits.requestsPerSecond may help)',
    ]);
    const asked: Parts = { ...busy, received: answer('', 429) };
    expect(told([...many(20), ...many(2, asked), silent()])).toEqual([
      'incomplete 3',
      'refund: 3 of 23 allowed requests got no answer that can be judged (429, 503 or too large 2: a lower limits.requestsPerSecond may help; no answer 1)',
    ]);
    expect(told([...many(160), ...many(3, silent('too-large'))])[0]).toBe('conformant 0');
    // Little traffic hides nothing either.
    expect(told([...many(3), ...many(2, busy)])[0]).toBe('incomplete 3');
  });

  test('is told from one that puts requests off and answers their case later', () => {
    const at = (ordinal: number, more: Parts = {}): Parts => ({
      ...more,
      origin: { caseName: 'plain', ordinal },
    });
    const busy = (status: number): Parts => ({
      received: answer('', status),
      judgement: { outcome: 'unclear', exercised: [] },
    });
    const later = (attempt: Parts) => [
      ...many(20),
      at(0, busy(429)),
      at(1, busy(503)),
      at(2, busy(429)),
      attempt,
    ];
    expect(told(later(at(3)))[0]).toBe('conformant 0');
    // The test is the case of a request without a name, and two that were answered later hide nothing in little traffic.
    const plain = (ordinal: number, more: Parts = {}): Parts => ({ ...more, origin: { ordinal } });
    expect(told([plain(0, busy(429)), plain(1), plain(2, busy(429)), plain(3)])[0]).toBe('conformant 0');
    // Answered before, in another case, not at all, or too large: what was put off is lost.
    for (const attempt of [
      { origin: { caseName: 'other', ordinal: 3 } },
      { origin: { caseName: 'plain', ordinal: 3, test: 'another' } },
      { origin: { ordinal: 3 } },
      { origin: { caseName: 'plain', ordinal: 3, path: '7' } },
      at(3, silent()),
    ])
      expect(told(later(attempt))[0]).toBe('incomplete 3');
    expect(told([...many(20), at(0), at(1, busy(429)), at(2, busy(429)), at(3, busy(429))])[0]).toBe(
      'incomplete 3',
    );
    // A time-out asks for nothing, and a service that puts off more than a fifth was hardly met.
    expect(told([...many(20), at(0, silent()), at(1, silent()), at(2, silent()), at(3)])[0]).toBe(
      'incomplete 3',
    );
    expect(told([...many(8), at(0, busy(429)), at(1, busy(429)), at(2, busy(429)), at(3)])).toEqual([
      'incomplete 3',
      'refund: 3 of 12 allowed requests got no answer that can be judged (429, 503 or too large 3: a lower limits.requestsPerSecond may help; answered in a later attempt 3)',
    ]);
  });

  test('is told from one whose answers are only padded with blanks', () => {
    const found = (clause: string, verdict: 'warn' | 'inconclusive'): Parts => ({
      judgement: { findings: [finding({ clause, verdict })] },
    });
    const padded = found('1.4/body/bounded', 'warn');
    expect(told(many(5, padded))[0]).not.toMatch(/^incomplete/);
    expect(told([...many(3), ...many(3, found('1.4/json', 'inconclusive'))])[0]).toMatch(/^incomplete/);
  });

  test('has its opening named when that stopped the run', () => {
    expect(
      told([refused(envelope)], {
        opening: { spent: { requests: 0, amount: 0 }, steps: [], stopped: signingCause },
      })[1],
    ).toBe('the opening stopped the run: the signature is wrong');
  });
});

describe('what the caller left out', () => {
  const whole = { capabilities: {}, selected: statementOf().run.selected };

  test('is told by name and never decides', () => {
    const { partial, result, exitCode } = statementOf(numbered([{}]), {
      ...whole,
      capabilities: { payout: false },
      choices: {
        allow: ['moves-money'],
        only: 'tests that match "refund"',
        notify: false,
        secondAccount: false,
      },
    });
    expect(partial).toEqual(['declared absent: payout', 'only refund', 'only tests that match "refund"']);
    expect(`${result} ${exitCode}`).toBe('conformant 0');
  });

  test('names a missing browser, which leaves a certification incomplete', () => {
    const reason = 'no browser starts (none is there); install one';
    const clauses = ['2.8/theForm/automatic-post'] as const;
    const note = { kind: 'skipped', operation: 'redirect-payment', clauses, reason } as const;
    const exchanges = numbered([{}]);
    const parts = { selected: ['refund', 'redirect-payment'] } as const;
    const { partial, reasons } = statementOf(exchanges, parts, [note]);
    expect(partial).toContain('no browser');
    expect(reasons.join()).not.toContain('not tested (no browser');
    const certified = statementOf(exchanges, { ...parts, profile: 'certification' }, [note]);
    expect(certified.result).toBe('incomplete');
    expect(certified.reasons.join()).toContain(reason);
  });

  test('names operations not allowed, and a missing address and account', () => {
    const selected = ['direct-payment', 'query', 'refund'] as const;
    const choices = { allow: ['reads', 'moves-money'], notify: false, secondAccount: false } as const;
    expect(statementOf(numbered([{}]), { selected, capabilities: {}, choices }).partial).toEqual([
      'only direct-payment, query, refund',
      'no notification address',
      'no second account',
    ]);
    expect(
      statementOf(numbered([{}]), { selected, capabilities: {}, choices: { ...choices, allow: ['reads'] } })
        .partial,
    ).toEqual([
      'only direct-payment, query, refund',
      'not allowed: direct-payment, refund',
      'no second account',
    ]);
  });
});

test('refusals are counted by their words, whatever orders they name', () => {
  const bodies = ['order r1-000017 is unknown', 'order r1-000018 is unknown', 'too late'];
  const parts = bodies.map((text) => refused(JSON.stringify({ error: { detail: text } }), 422));
  const [counts] = Object.values(
    statementOf(numbered([...parts, refused('<h1>Sorry</h1>', 403)])).run.operations,
  );
  expect(counts?.answers).toMatchObject({
    accepted: 0,
    refused: 4,
    refusals: [
      { text: '422 order rx-xxxxxx is unknown', count: 2 },
      { text: '422 too late', count: 1 },
      { text: '403 Sorry', count: 1 },
    ],
  });
});

test('a limit of the target makes a run partial and excuses no unmet operation', () => {
  const reason = 'limit of the target reached: limits.amountTotal is 100';
  const note = { kind: 'skipped', operation: 'refund', reason } as const;
  const { result, exitCode, partial } = statementOf(numbered([{}]), {}, [note]);
  expect([result, exitCode, partial.at(-1)]).toEqual(['conformant', 0, 'limits.amountTotal reached']);
  const parts = { selected: ['refund', 'capture'] } as const;
  const { exitCode: code, reasons } = statementOf(numbered([{}]), parts, [{ ...note, operation: 'capture' }]);
  expect(code).toBe(3);
  expect(reasons).toContain(`capture: no allowed request could be sent (${reason})`);
});

test('tests that an unclear answer ended leave a run incomplete beyond a fiftieth', () => {
  const ran = (tests: number) =>
    many(tests).map((_, at): Parts => ({ origin: { file: 'refund.spec.js', test: `runs ${at}` } }));
  const reason = 'prerequisite undecided: direct-payment was not accepted (unclear: 200)';
  const ended = { kind: 'skipped', operation: 'refund', test: 'refund.spec.ts › ends', reason } as const;
  const said = (tests: number, note: typeof ended | Omit<typeof ended, 'test'>) => {
    const { exitCode, reasons } = statementOf(numbered(ran(tests)), {}, [note]);
    return [exitCode, reasons[0]];
  };
  expect(said(48, ended)).toEqual([
    3,
    `1 of 49 tests ended at a request that they build on, as it got no answer that can be judged; the first: ${reason}`,
  ]);
  expect(said(49, ended)[0]).toBe(0);
});

test('a field that cannot be read is told apart from an answer that did not come', () => {
  const found = finding({ clause: '1.4/xml/well-formed', verdict: 'inconclusive' });
  const inPart: Parts = { judgement: { findings: [found] } };
  expect(told([...many(8), ...many(3, inPart)])[1]).toBe(
    'refund: 3 of 11 allowed requests got no answer that can be judged (a field that the answer holds only as an entity 3)',
  );
});

describe('limits that end tests', () => {
  const ran = (tests: number) =>
    Array.from(
      { length: tests },
      (_, at): Parts => ({ origin: { file: 'refund.spec.js', test: `runs ${at}` } }),
    );
  const ended = (limit: string, tests: number, from = 0) =>
    Array.from({ length: tests }, (_, at) => ({
      kind: 'skipped' as const,
      operation: 'refund' as const,
      test: `refund.spec.ts › ends ${from + at}`,
      reason: `limit of the target reached: limits.${limit}`,
    }));
  const scope = { encodings: {}, signing: 'none', allow: [], limits: { amountPerRequest: 5 } };
  const limited = (
    parts: readonly Parts[],
    notes: Parameters<typeof statementOf>[2],
    input: Partial<StatementInput> = {},
  ) => statementOf(numbered(parts), { runsPerProperty: 25, scope, ...input }, notes);

  test.each([
    ['requests is 200', 'limits.requests is 200'],
    ['amountTotal is 100 for this one of 4 shards', 'limits.amountTotal is 100'],
    ['amountPerRequest is 0.5, refund needs 2.04', 'limits.amountPerRequest is 0.5'],
  ])('leave a run incomplete beyond a tenth: %s', (limit, shown) => {
    const { result, exitCode, reasons } = limited(ran(17), ended(limit, 2));
    expect([result, exitCode]).toEqual(['incomplete', 3]);
    expect(reasons[0]).toBe(
      `a limit ended 2 of 19 tests (${shown}); a full run needs about 470 requests and 98.00`,
    );
  });

  test('leave it partial up to a tenth, and to whoever only explores', () => {
    const few = limited(ran(18), ended('requests is 200', 2));
    expect([few.result, few.exitCode, few.partial.at(-1)]).toEqual([
      'conformant',
      0,
      'limits.requests reached',
    ]);
    expect(limited(ran(1), ended('requests is 200', 9)).exitCode).toBe(3);
  });

  test('are counted among the tests that nothing else kept from running', () => {
    const others = ended('requests is 9', 50, 10).map((one) => ({
      ...one,
      reason: new EffectForbidden('capture', 'creates').message,
    }));
    const { reasons } = limited(ran(3), [
      ...ended('requests is 9', 1),
      ...ended('amountTotal is 7', 1, 1),
      ...others,
    ]);
    expect(reasons[0]).toMatch(
      /^limits ended 2 of 5 tests \(limits\.amountTotal is 7, limits\.requests is 9\); /,
    );
  });

  test('count a test as ended also where it had begun', () => {
    const begun: Parts = { origin: { file: 'refund.spec.js', test: 'ends 0' } };
    expect(limited([...ran(1), begun], ended('requests is 2', 1)).reasons[0]).toMatch(
      /^a limit ended 1 of 2 tests/,
    );
  });
});

describe('what the target file names', () => {
  const asked = (account_id: string, outcome: 'accepted' | 'refused'): Parts => ({
    sent: { value: { merchant_id: '1', account_id, card: '411111xxxxxx1111' } },
    ...(outcome === 'accepted' ? {} : refused(envelope)),
  });
  const named = [{ key: 'merchant.otherAccountId', members: { account_id: '2' } }];
  const ours = many(3, asked('1', 'accepted'));

  test('and never worked leaves a run incomplete under its own key', () => {
    expect(told([...ours, ...many(3, asked('2', 'refused'))], { named })).toEqual([
      'incomplete 3',
      'merchant.otherAccountId: none of 3 allowed requests with it (2) was accepted, while others were',
    ]);
    const cards = [{ key: 'cards[1]', members: { account_id: '2', card: '411111xxxxxx1111' } }];
    const reason = told([...ours, ...many(4, asked('2', 'refused'))], { named: cards })[1];
    expect(reason).toContain('cards[1]: none of 4 allowed requests with it');
  });

  test('and worked once, or fails like everything else, is no reason', () => {
    const once = [...ours, ...many(3, asked('2', 'refused')), asked('2', 'accepted')];
    expect(told(once, { named })[0]).toBe('conformant 0');
    expect(told([...ours, ...many(2, asked('2', 'refused'))], { named })[0]).toBe('conformant 0');
    expect(told(many(3, asked('2', 'refused')), { named }).join()).not.toContain('otherAccountId');
  });
});

test('an operation that is accepted in another layout alone was not tested further', () => {
  const cause = { ...signingCause, kind: 'layout', says: 'refund is accepted in other words' } as const;
  const steps = [{ operation: 'refund', state: 'not-accepted', cause, exchanges: [] } as const];
  const opening = { steps, spent: { requests: 1, amount: 0 } };
  expect(told([{}], { opening })).toEqual(['incomplete 3', 'refund is accepted in other words']);
});
