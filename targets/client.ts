import { join } from 'node:path';
import { judge } from '../schemas/judge.ts';
import type {
  Answer,
  Exchange,
  JsonObject,
  JudgedExchange,
  Judgement,
  NoAnswer,
  OperationId,
  Origin,
  PageVisit,
  SentRequest,
} from '../schemas/types.ts';
import { effectOf } from './amount.ts';
import { type BackOff, createBackOff } from './back-off.ts';
import { type Budget, runBudget } from './budget.ts';
import { exchangeId } from './exchange-id.ts';
import { ledgerOrigin } from './ledger/origin.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { createPace, type Pace } from './pace.ts';
import { createPageScripts, type FetchScript } from './page-scripts.ts';
import { isRefusedSend } from './refused-send.ts';
import { secretsOf } from './secrets-of.ts';
import type { Settings } from './settings.ts';
import type { Signer } from './signing.ts';
import type { Target } from './target.ts';
import type { Transport } from './transport.ts';
import { type RequestOptions, requestOf } from './wire-request.ts';

/** Where an exchange comes from; the seed is the run's unless given. */
export type OriginPart = Omit<Origin, 'seed'> & { readonly seed?: number };

/** How one request differs from a plain one, and what is to become of it. */
export interface SendOptions extends RequestOptions {
  readonly origin: OriginPart;
  /** One of many generated requests: goes through the transport for bulk where there is one. */
  readonly bulk?: boolean;
  /** Opens the answer as a shopper's browser would; what it sees is judged with the exchange (2.8). */
  readonly visit?: (sent: SentRequest, answer: Answer, fetchScript: FetchScript) => Promise<PageVisit>;
}

/** Sends requests to one target; every exchange is judged and recorded before it is returned, and none is sent after one that could not be recorded. */
export interface Client {
  /** Throws `EffectForbidden`, `BudgetExhausted` or `ServiceBusy` when the request may not be sent; a service that does not answer is no error. */
  send(operation: OperationId, body: JsonObject, options: SendOptions): Promise<JudgedExchange>;
}

/** What a client is made of; budget, pace, back-off and ledger are the run's own unless given. */
export interface ClientParts {
  readonly target: Target;
  readonly signer: Signer;
  readonly transport: Transport;
  /** Carries bulk; `transport` does unless given. */
  readonly bulk?: Transport;
  /** Keeps an exchange; a `visited` one was kept before and has been judged anew with what a browser saw of it. */
  readonly record: (judged: JudgedExchange, visited?: 'visited') => void;
  readonly settings: Pick<Settings, 'seed' | 'out' | 'runner' | 'workers' | 'runId'>;
  readonly budget?: Budget;
  readonly pace?: Pace;
  readonly ledger?: Ledger;
  readonly backOff?: BackOff;
  /** Judges an exchange; the judge of the suite unless given. */
  readonly judge?: (exchange: Exchange) => Judgement;
  /** Tells whether the service still answers, asked where a connection died under an allowed request; taken for yes when absent. */
  readonly isStillThere?: (client: Client, origin: OriginPart, operation: OperationId) => Promise<boolean>;
}

/** Case name of the read that shows whether a service is still there. */
export const stillThereCase = 'still there';

/** How often a read that met 429 or 503 is sent again; a call that may move money never is. */
const furtherAttempts = 2;

/** A request with what all attempts at it have in common. */
interface Call {
  readonly operation: OperationId;
  readonly body: JsonObject;
  readonly options: SendOptions;
  readonly origin: Origin;
  /** The test that others may have been told to leave the service alone for. */
  readonly test: string;
}

/** Makes the client of a target. */
export function createClient(parts: ClientParts): Client {
  const { target, signer, transport, settings } = parts;
  const judges = parts.judge ?? judge;
  const budget = parts.budget ?? runBudget(target, settings);
  const pace = parts.pace ?? workerPace(target, settings);
  const backOff = parts.backOff ?? createBackOff();
  const records = recordsOf(parts);
  const scriptsOf = createPageScripts(target.limits.timeoutMs);

  const claim = ({ operation, test }: Call) => backOff.claim(operation, test);

  const isThere = async ({ origin, operation }: Call): Promise<boolean> =>
    !isQuestion(origin) && ((await parts.isStillThere?.(client, origin, operation)) ?? true);

  const attempt = async (call: Call, number: number): Promise<JudgedExchange> => {
    const { operation, body, options, origin } = call;
    const { sent, wire } = requestOf(target, signer, operation, body, options);
    const came = await pace.run(() => {
      // Others may have heard in the meantime that the service wants to be left alone.
      claim(call);
      return options.bulk && parts.bulk !== undefined ? parts.bulk(wire) : transport(wire);
    });
    // A service that died in the middle of a request deviates no more than one that was away from the beginning.
    const isGone = brokeOff(sent, came) && !(await isThere(call));
    const received = isGone ? { ...came, gone: true as const } : came;
    // The read that shows whether somebody is there has the place of the request that it is about.
    const id = exchangeId(origin, isQuestion(origin) ? number + furtherAttempts + 1 : number);
    const exchange: Exchange = { id, operation, sent, received, origin };
    const judged = { exchange, judgement: judges(exchange) };
    records.keep(judged);
    return judged;
  };

  // Only an accepted call shows a page that is to do something (2.8).
  const visited = async (call: Call, judged: JudgedExchange): Promise<JudgedExchange> => {
    const { exchange, judgement } = judged;
    const { sent, received } = exchange;
    const { visit } = call.options;
    if (visit === undefined || received.kind === 'none' || judgement.outcome !== 'accepted') return judged;
    const scripts = scriptsOf(sent.url, async (script) =>
      affords(() => {
        claim(call);
        budget.claim(call.operation, {});
      })
        ? pace.run(() => transport(script))
        : undefined,
    );
    const page = await visit(sent, received, scripts.fetch);
    const shown = { ...exchange, page: { ...page, ...scripts.told() } };
    const seen = { exchange: shown, judgement: judges(shown) };
    records.keepVisited(seen);
    return seen;
  };

  const maySendAgain = (call: Call, number: number): boolean =>
    effectOf(call.operation) === 'reads' &&
    number < furtherAttempts &&
    affords(() => {
      claim(call);
      budget.claim(call.operation, call.body);
    });

  const client: Client = {
    async send(operation, body, options) {
      records.check();
      const origin: Origin = { ...options.origin, seed: options.origin.seed ?? settings.seed };
      const call: Call = { operation, body, options, origin, test: `${origin.file} ${origin.test}` };
      claim(call);
      budget.claim(operation, body);
      for (let number = 0; ; number += 1) {
        const judged = await attempt(call, number);
        const pause = backOff.after(judged.exchange.received, call.test);
        if (pause === undefined) return visited(call, judged);
        pace.hold(pause);
        if (!maySendAgain(call, number)) return judged;
      }
    },
  };
  return client;
}

function isQuestion({ caseName }: Origin): boolean {
  return caseName === stillThereCase;
}

/** Tells an allowed request under which the connection died. */
function brokeOff({ intent }: SentRequest, received: Answer | NoAnswer): received is NoAnswer {
  return received.kind === 'none' && received.reason === 'reset' && intent === 'valid';
}

/** Keeps exchanges, and knows when one could not be kept: what leaves no trace must not be sent. */
interface Records {
  /** Throws why an exchange could not be kept, where one could not. */
  check(): void;
  keep(judged: JudgedExchange): void;
  keepVisited(judged: JudgedExchange): void;
}

function recordsOf({ record, target, settings, ...parts }: ClientParts): Records {
  const ledger = parts.ledger ?? runLedger(target, settings);
  let unrecorded: unknown;
  const orStop = (keeping: () => void) => {
    try {
      keeping();
    } catch (error) {
      unrecorded = error;
      throw error;
    }
  };
  return {
    check() {
      if (unrecorded !== undefined) throw unrecorded;
    },
    keep: (judged) =>
      orStop(() => {
        // What was created is noted even where its exchange can no longer be recorded.
        try {
          ledger?.note(judged);
        } finally {
          record(judged);
        }
      }),
    keepVisited: (judged) => orStop(() => record(judged, 'visited')),
  };
}

function affords(claim: () => void): boolean {
  try {
    claim();
    return true;
  } catch (error) {
    if (isRefusedSend(error)) return false;
    throw error;
  }
}

// Each worker takes its share, so that all of them together keep the limit.
function workerPace({ limits }: Target, { workers }: Pick<Settings, 'workers'>): Pace {
  return createPace({
    requestsPerSecond: limits.requestsPerSecond / workers,
    concurrent: Math.max(1, Math.floor(limits.concurrent / workers)),
  });
}

function runLedger(target: Target, settings: Pick<Settings, 'out' | 'runId'>): Ledger | undefined {
  if (target.environment === 'embedded') return undefined;
  const owner = { origin: ledgerOrigin(target, settings), secrets: secretsOf(target) };
  return openLedger(join(settings.out, 'ledger.ndjson'), owner);
}
