import { describe, expect, test } from 'vitest';
import type { Carried, CoveringPlan } from '../../generators/covering.ts';
import type { SentRow } from '../../schemas/history/sent.ts';
import type { Finding, JsonObject, JudgedExchange, PageVisit } from '../../schemas/types.ts';
import { type Covering, cover } from '../../specs/support/covering/cover.ts';
import type { Harness } from '../../specs/support/harness.ts';
import type { Service, Situation } from '../../specs/support/service.ts';

const carried = (field: string, kind: string) => ({ field, class: kind }) as unknown as Carried;
const plan = {
  operation: 'redirect-payment',
  notSent: [],
  requests: Array.from({ length: 40 }, (_, at) => ({
    name: `classes/${at}`,
    at,
    carries: [carried(`field${at}`, `script${at}`), carried(`field${at}`, `plain${at}`)],
  })),
} as unknown as CoveringPlan;

/** A service whose pages post unless a value of theirs is a script, and what was noted about a plan sent to it. */
async function coverOver(
  isSilent: (carried: readonly Carried[]) => boolean,
  sent: CoveringPlan = plan,
  isRefused: (carried: readonly Carried[]) => boolean = () => false,
  situation: Situation = {},
  more: Pick<Covering, 'movesMoneyAgain'> = {},
) {
  const exchanges: JudgedExchange[] = [];
  const notes: JsonObject[] = [];
  const service: Service = {
    runs: 25,
    exchanges,
    leftOpen: ({ judgement }: JudgedExchange) => (judgement.outcome === 'refused' ? [{}] : []),
    beside: <Item>(items: readonly Item[], act: (by: Service, item: Item) => Promise<unknown>) =>
      Promise.all(items.map((item) => act(service, item))),
    async send(_operation: string, body: { carried: readonly Carried[] }) {
      const silent = isSilent(body.carried);
      const findings = silent ? [{ verdict: 'fail', clause: '2.8/theForm/automatic-post', path: '' }] : [];
      const judged = {
        exchange: {
          origin: { test: 'covers', file: 'x', ordinal: exchanges.length },
          received: { kind: 'answer', status: 200 },
          page: silent ? {} : { posted: { fields: [] } },
        },
        judgement: {
          operation: 'redirect-payment',
          outcome: isRefused(body.carried) ? 'refused' : 'accepted',
          findings: findings as Finding[],
        },
      } as unknown as JudgedExchange;
      exchanges.push(judged);
      return judged;
    },
  } as unknown as Service;
  const harness = {
    settings: {},
    evidence: { note: (line: JsonObject) => notes.push(line) },
  } as unknown as Harness;
  const body = (_request: unknown, some: readonly Carried[]) => ({ carried: some }) as unknown as JsonObject;
  await cover(service, harness, { plan: sent, body, situation, ...more });
  const silent = exchanges.filter(({ exchange }) => exchange.page?.posted === undefined).length;
  const rows = notes.filter(({ kind }) => kind === 'sent') as unknown as SentRow[];
  return { sent: exchanges.length, silent, notes, rows };
}

describe('a plan that is sent to pages', () => {
  test('ends after a few that post nothing, and says why', async () => {
    const visit = async () => ({}) as PageVisit;
    const isSilent = (some: readonly Carried[]) => some.some((one) => one.class.startsWith('script'));
    const { silent, notes } = await coverOver(isSilent, plan, () => false, { visit });
    expect(silent).toBe(8);
    expect(JSON.stringify(notes)).toContain('8 pages posted nothing');
  });

  test('is sent whole where pages post', async () => {
    const { sent, silent } = await coverOver(() => false);
    expect([sent, silent]).toEqual([41, 0]);
  });
});

test('a plan over orders that were paid once ends with an answer that leaves one open', async () => {
  let met = 0;
  const isRefused = (some: readonly Carried[]) => some.length > 0 && ++met === 3;
  const { sent, rows } = await coverOver(() => false, plan, isRefused, {}, { movesMoneyAgain: true });
  // The plain request and three of the plan: nothing is asked again to find what was refused, or whether it is taken now.
  expect(sent).toBe(4);
  expect(rows[0]?.missing).toBe('an answer left open what became of its orders');
});

describe('texts that a field does not mean', () => {
  const odd = Array.from({ length: 20 }, (_, at) => ({
    ...carried(`shaped${at}`, `odd${at}`),
    isBeyond: true,
  }));
  const mixed = {
    ...plan,
    requests: plan.requests.map((request) => ({ ...request, carries: [...request.carries, ...odd] })),
  } as unknown as CoveringPlan;

  test('stand aside where too many of them are refused, and others are sent alone', async () => {
    const { rows } = await coverOver(
      () => false,
      mixed,
      (some) => some.some((one) => one.class.startsWith('odd') || one.class === 'plain39'),
    );
    expect(rows[0]?.missing).toBeUndefined();
    const lettersOf = (name: string) =>
      Object.entries(rows[0]?.fields ?? {}).flatMap(([field, letters]) =>
        field.startsWith(name) ? [letters.replaceAll('.', '')] : [],
      );
    expect(new Set(lettersOf('field'))).toEqual(new Set(['aa', 'ra']));
    expect(lettersOf('shaped')).toContain('r');
  });
});

describe('classes that are refused wherever they stand', () => {
  const names = Array.from({ length: 20 }, (_, at) => `class${String(at).padStart(2, '0')}`);
  const fields = Array.from({ length: 10 }, (_, at) => `field${at}`);
  const rotating = {
    ...plan,
    requests: names.map((_, at) => ({
      name: `classes/${at}`,
      at,
      carries: fields.map((field, offset) => carried(field, names[(at + offset) % names.length] ?? '')),
    })),
  } as unknown as CoveringPlan;
  const isOdd = (one: Carried) => Number(one.class.slice(-2)) % 2 === 1;

  test('are met one by one, and what is taken is met in every field', async () => {
    const { sent, rows } = await coverOver(
      () => false,
      rotating,
      (some) => some.some(isOdd),
    );
    const [row] = rows;
    const lettersOf = (name: string) =>
      Object.values(row?.fields ?? {}).map((letters) => letters[row?.classes.indexOf(name) ?? -1]);
    for (const name of names) {
      const isRefused = isOdd({ class: name } as Carried);
      expect(new Set(lettersOf(name))).toEqual(new Set(isRefused ? ['r', 'u'] : ['a']));
    }
    // A first look of 20 and two controls, each class once, and the plan with one request of it again.
    expect(sent).toBeLessThanOrEqual(20 + 2 + 20 + 21);
  });

  test('leave room for texts that a field means beside those that it does not', async () => {
    const shaped = Array.from({ length: 30 }, (_, at) => ({
      ...carried(`shaped${at}`, `odd${at}`),
      isBeyond: true,
    }));
    const beside = {
      ...rotating,
      requests: rotating.requests.map((request) => ({
        ...request,
        carries: [...request.carries, ...shaped],
      })),
    } as unknown as CoveringPlan;
    const { rows } = await coverOver(
      () => false,
      beside,
      (some) => some.some((one) => isOdd(one) || one.isBeyond === true),
    );
    const [row] = rows;
    const even = (row?.classes ?? []).filter((name) => /^class\d[02468]$/.test(name));
    for (const [field, letters] of Object.entries(row?.fields ?? {}).filter(([name]) => /^field/.test(name)))
      expect([field, even.map((name) => letters[row?.classes.indexOf(name) ?? -1]).join('')]).toEqual([
        field,
        'a'.repeat(10),
      ]);
  });

  test('cost nothing where none is refused', async () => {
    expect((await coverOver(() => false, rotating)).sent).toBe(21);
  });
});
