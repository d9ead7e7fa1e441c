import type { MakeContext } from '../generators/context.ts';
import { deriveSeed } from '../generators/seed.ts';
import { orderOf, situationOf, subscriptionOf, type TestData } from '../generators/situations.ts';
import type { BodyFormat } from '../schemas/opening.ts';
import type { DocumentedOperationId, JsonObject, JudgedExchange } from '../schemas/types.ts';
import { requestContext } from '../targets/sending/request-context.ts';
import type { Channel, RequestVariation } from '../targets/sending/sender.ts';
import type { Settings } from '../targets/settings.ts';

/** How a request of the opening differs from a plain one. */
export type OpeningVariation = Omit<RequestVariation, 'space'> & { readonly caseName: string };

type Amounts = NonNullable<TestData['context']['amounts']>;

/** Sends the requests of an opening one after another, and keeps what they created. */
export interface Requester {
  /** The current test data, with the accepted payments and subscriptions so far. */
  testData(shape: TestData['shape']): TestData;
  /** New test data of the run, with other order numbers, amounts and persons. */
  freshTestData(shape: TestData['shape']): TestData;
  /** Restricts the amounts of all further test data to those that the service accepts. */
  keepTo(amounts: Amounts): void;
  /** Sends all further bodies of an operation in the encoding that the service accepts. */
  writeAs(operation: DocumentedOperationId, format: BodyFormat): void;
  send(operation: DocumentedOperationId, body: JsonObject, how: OpeningVariation): Promise<JudgedExchange>;
  /** All exchanges, in order. */
  readonly exchanges: readonly JudgedExchange[];
}

/** Title of the test to which the exchanges of an opening belong; each shard of a run has its own opening. */
export function openingTitle({ shard }: Pick<Settings, 'shard'>): string {
  return shard === undefined || shard.number === 1
    ? 'opening'
    : `opening of shard ${shard.number}/${shard.of}`;
}

/** Creates the requester of an opening. */
export function createRequester(line: Pick<Channel, 'from'>, settings: Settings, title: string): Requester {
  const { exchanges, send } = line.from({ test: title }, { space: 'opening' });
  let context = openingContext(settings);
  const written = new Map<DocumentedOperationId, BodyFormat>();
  let draws = 0;
  const testData = (shape: TestData['shape']): TestData => ({
    context,
    seed: deriveSeed(settings.seed, title, String(draws)),
    shape,
    get orders() {
      return exchanges.flatMap((judged) => orderOf(judged) ?? []);
    },
    get subscriptions() {
      return exchanges.flatMap((judged) => subscriptionOf(judged) ?? []);
    },
  });
  return {
    exchanges,
    testData,
    freshTestData(shape) {
      draws += 1;
      return testData(shape);
    },
    keepTo(amounts) {
      context = { ...context, amounts };
    },
    writeAs: (operation, format) => void written.set(operation, format),
    send: (operation, body, how) => send(operation, body, { ...written.get(operation), ...how }),
  };
}

/** Ids of the exchanges from index `from` on. */
export function idsSince({ exchanges }: Pick<Requester, 'exchanges'>, from: number): readonly string[] {
  return exchanges.slice(from).map(({ exchange }) => exchange.id);
}

/** The complete body of an operation; undefined while the test data lack what it needs. */
export function bodyOf(operation: DocumentedOperationId, testData: TestData): JsonObject | undefined {
  return situationOf(operation).body(testData);
}

/** An amount that few services refuse as too small, in units of a currency. */
const safeAmount = 2;

/**
 * The context of an opening: that of the run with ASCII texts, common amounts and a small share of the amount limit.
 */
export function openingContext(settings: Settings): MakeContext {
  const context: MakeContext = { ...requestContext(settings), amounts: 'usual', letters: 'plain' };
  if (context.amountLimit === undefined) return context;
  const limit = Number(context.amountLimit);
  // Amounts of payouts have no fraction, and every service refuses a payout of 0.
  return { ...context, amountLimit: Math.max(0.01, limit / 10, Math.min(limit, safeAmount)).toFixed(2) };
}
