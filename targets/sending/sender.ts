import { join } from 'node:path';
import { withTrimmedAnswer } from '../../reports/evidence/trimmed-answer.ts';
import { type EvidenceWriter, openEvidence } from '../../reports/evidence.ts';
import { defined } from '../../schemas/defined.ts';
import { judge } from '../../schemas/judge.ts';
import { effectOf } from '../../schemas/operations.ts';
import type {
  Answer,
  Exchange,
  JsonObject,
  JudgedExchange,
  NoAnswer,
  OperationId,
  Origin,
  PageVisit,
  SentRequest,
} from '../../schemas/types.ts';
import { monotonicMs, systemClock } from '../clock.ts';
import { maskSecrets, secretsOf } from '../file/secrets-of.ts';
import { ledgerOrigin } from '../ledger/entry.ts';
import { type Ledger, openLedger } from '../ledger.ts';
import { isRefusedSend, SendingStopped } from '../refused-send.ts';
import type { Settings } from '../settings.ts';
import { onStop, whatStopped } from '../stop.ts';
import type { Target } from '../target.ts';
import type { Transport } from '../transport/client.ts';
import { openTransport } from '../transport/client.ts';
import { type Budget, runBudget } from './budget.ts';
import { judgeBy, openOutcomes } from './outcomes.ts';
import { type BackOff, createBackOff, createPace, type Pace } from './pace.ts';
import { createPageScripts, type FetchScript } from './page-scripts.ts';
import { sharedPace } from './shared-pace.ts';
import { createSigner, type Signer } from './signing.ts';
import type { SimultaneousGroup } from './together.ts';
import { exchangeId, type RequestOptions, requestOf } from './wire-request.ts';

/** The origin of an exchange; the seed is that of the run by default. */
export type OriginPart = Omit<Origin, 'seed'> & { readonly seed?: number };

/** How one request differs from a plain one, and how it is sent and opened. */
export interface SendOptions extends RequestOptions {
  readonly origin: OriginPart;
  /** The requests that must arrive at the same time. */
  readonly together?: SimultaneousGroup;
  /** Opens the answer as a shopper's browser would; what it sees is judged with the exchange (2.8). */
  readonly visit?: (sent: SentRequest, answer: Answer, fetchScript: FetchScript) => Promise<PageVisit>;
}

/** The sender as named in each exchange. */
export type Place = Pick<OriginPart, 'test' | 'file' | 'seed'>;

/** How one request of a caller differs from a plain one: its exact origin, and the `SendOptions`. */
export interface RequestVariation
  extends Omit<SendOptions, 'origin'>,
    Pick<Origin, 'caseName' | 'carries' | 'writes'> {
  /** fast-check path of the case inside a property. */
  readonly casePath?: string;
}

/** One caller of a sender; its exchanges are numbered and kept in order. */
export interface Caller {
  readonly exchanges: readonly JudgedExchange[];
  /** The number of the next request. */
  readonly next: number;
  /** Callers of the same place, each with its own numbers: their requests do not depend on the order of sending. */
  apart(count: number): readonly Caller[];
  send(operation: OperationId, body: JsonObject, variation?: RequestVariation): Promise<JudgedExchange>;
}

/** Sends to one address; returns each exchange judged and recorded. After a failed record nothing is sent. */
export interface Channel {
  /**
   * Signs, claims budget, place and moment, sends, judges and records; several calls may be under way. Throws an error
   * for `isRefusedSend` if the request may not be sent; an unresponsive service is no error.
   */
  send(operation: OperationId, body: JsonObject, options: SendOptions): Promise<JudgedExchange>;
  /** Opens a caller; `usual` applies to each of its requests. */
  from(place: Place, usual?: RequestOptions): Caller;
}

/** The only way from the suite to a target. */
export interface Sender extends Channel {
  /** Writes notes and exchanges judged again, and begins parts, if exchanges are kept. */
  readonly evidence: {
    note(note: Parameters<EvidenceWriter['note']>[0]): void;
    record(judged: JudgedExchange, visited: 'visited'): void;
    openPart: EvidenceWriter['openPart'];
  };
  /**
   * From now on nothing is sent: each waiting or later call ends as not sent for this reason. Resolves when all
   * requests under way are answered and recorded; after `longestMs` milliseconds they are recorded without an answer.
   */
  stop(reason: string, longestMs?: number): Promise<void>;
  /** Stops, gives up requests under way, and ends the record. */
  close(): Promise<void>;
}

type SenderSettings = Pick<Settings, 'target' | 'seed' | 'out' | 'runner' | 'runId'> &
  Partial<Pick<Settings, 'startedAt'>>;

/** Options of a sender; budget, pace, back-off and ledger are those of the run by default. */
interface Choices {
  readonly budget?: Budget | undefined;
  readonly pace?: Pace;
  readonly ledger?: Ledger;
  readonly backOff?: BackOff;
  /** Returns whether the service still answers, asked after a lost connection of an allowed request; true if absent. */
  readonly isResponding?: (
    line: Pick<Channel, 'send'>,
    settings: SenderSettings,
    origin: OriginPart,
    operation: OperationId,
  ) => Promise<boolean>;
}

/** The parts of a sender. */
export interface SenderParts extends Choices {
  readonly settings: SenderSettings;
  readonly signer: Signer;
  readonly transport: Transport;
  /** Ends every connection; requests under way end without an answer. */
  readonly hangUp?: () => Promise<void>;
  /** Keeps an exchange; a `visited` one was kept before and is judged again with what a browser saw. */
  readonly record: (judged: JudgedExchange, visited?: 'visited') => void;
}

/** How a sender is opened. */
export interface OpenParts extends Choices {
  /** True if the opening had requests accepted: then the target's signature counts even without a key. */
  readonly accepted?: boolean;
  /** Part of the evidence (worker number or name) and its folder, by default the run's; nothing is kept without. */
  readonly keeps?: { readonly part: number | string; readonly in?: string };
  /** Receives every exchange after it was recorded. */
  readonly seen?: (judged: JudgedExchange) => void;
}

/** Case name of the read that shows whether a service still responds. */
export const livenessCase = 'still there';

/** How often a read is repeated after 429 or 503; a call that may move money is never repeated. */
const readRetries = 2;

/** A request with what all its attempts share. */
interface Call extends ReturnType<typeof requestOf> {
  readonly operation: OperationId;
  readonly body: JsonObject;
  readonly options: SendOptions;
  readonly origin: Origin;
  /** The test whose pauses are counted. */
  readonly test: string;
}

/** Opens a sender for a target: masks its secrets, makes its signer, opens its transport and the record. */
export async function openSender(settings: SenderSettings, parts: OpenParts): Promise<Sender> {
  const { accepted, keeps, seen, ...choices } = parts;
  const { target } = settings;
  maskSecrets(settings);
  const made = await createSigner(target);
  const transport = openTransport(target);
  const evidence = keeps && openEvidence(keeps.in ?? settings.out, keeps.part);
  const sender = createSender({
    ...choices,
    hangUp: transport.close,
    settings,
    signer: accepted === true ? { ...made, armed: true } : made,
    transport: transport.send,
    record(judged, visited) {
      evidence?.record(judged, visited);
      seen?.(evidence === undefined ? judged : withTrimmedAnswer(judged));
    },
    ...(evidence && { relieve: withTrimmedAnswer }),
  });
  const forget = onStop((by) => void sender.stop(`stopped by ${by}`));
  return {
    ...sender,
    evidence: evidence ?? { note: () => {}, record: () => {}, openPart: () => () => undefined },
    async close() {
      // When a user stops the run, the answers to requests under way still belong to the evidence.
      await sender.stop('its sender was closed', whatStopped() === undefined ? 0 : undefined);
      evidence?.close();
      await transport.close();
      forget();
    },
  };
}

/** Makes a sender of its parts; `relieve` reduces an exchange to what is needed after it was recorded. */
export function createSender(
  parts: SenderParts & { readonly relieve?: (judged: JudgedExchange) => JudgedExchange },
): Omit<Sender, 'evidence' | 'close'> {
  const { target } = parts.settings;
  const { relieve = (judged) => judged } = parts;
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const variation = sendingTo(target, parts, stopping.signal);
  const line: Pick<Channel, 'send'> = {
    async send(...request) {
      const judged = variation(...request);
      underWay.add(judged);
      try {
        return relieve(await judged);
      } finally {
        underWay.delete(judged);
      }
    },
  };
  return {
    ...line,
    from: (place, usual) => callerOf(line, place, usual),
    async stop(reason, longestMs) {
      stopping.abort(reason);
      const giveUp = () => void parts.hangUp?.();
      const timer = longestMs === undefined ? undefined : setTimeout(giveUp, longestMs);
      await Promise.allSettled(underWay);
      clearTimeout(timer);
    },
  };
}

/** Numbers reserved for each parallel caller of one place; more are reserved in the same portions. */
const ownNumbers = 1000;

/** A caller of a line; its requests are numbered from 0. */
export function callerOf(
  line: Pick<Channel, 'send'>,
  { test, file, seed }: Place,
  usual?: RequestOptions,
): Caller {
  const whole = { next: 0, end: Number.POSITIVE_INFINITY };
  const ownPart = () => {
    const first = whole.next;
    whole.next += ownNumbers;
    return { next: first, end: whole.next };
  };
  const numberedBy = (numbers: typeof whole): Caller => {
    const exchanges: JudgedExchange[] = [];
    const upcoming = () => {
      if (numbers.next === numbers.end) Object.assign(numbers, ownPart());
      return numbers.next;
    };
    return {
      exchanges,
      get next() {
        return upcoming();
      },
      apart: (count) => Array.from({ length: count }, () => numberedBy(ownPart())),
      async send(operation, body, { casePath: path, caseName, carries, writes, ...options } = {}) {
        const ordinal = upcoming();
        numbers.next += 1;
        const about = defined({ path, caseName, carries, writes });
        const origin = { test, ...defined({ file }), ordinal, ...defined({ seed }), ...about };
        try {
          const judged = await line.send(operation, body, { ...usual, ...options, origin });
          exchanges.push(judged);
          return judged;
        } catch (error) {
          // A request that was not sent has no number.
          if (isRefusedSend(error) && numbers.next === ordinal + 1) numbers.next = ordinal;
          throw error;
        }
      },
    };
  };
  return numberedBy(whole);
}

/** Returns the function that sends to one address of a target. */
function sendingTo(target: Target, parts: SenderParts, stopped: AbortSignal): Channel['send'] {
  const { settings, signer, transport } = parts;
  const budget = parts.budget ?? runBudget(target, settings);
  const pace = parts.pace ?? sharedPace(stopped) ?? createPace(target.limits, systemClock, stopped);
  const backOff = parts.backOff ?? createBackOff();
  const ledger = parts.ledger ?? runLedger(target, settings);
  const scriptsOf = createPageScripts(target.limits.timeoutMs);
  const outcomes = openOutcomes(target);
  let unrecorded: { readonly error: unknown } | undefined;

  // After a failed write nothing more is sent, since every request must be recorded.
  const written = (write: () => void) => {
    try {
      write();
    } catch (error) {
      unrecorded = { error };
      throw error;
    }
  };
  const keep = (judged: JudgedExchange, visited?: 'visited') =>
    written(() => {
      // Ledger and evidence are each written even if the other fails.
      try {
        if (visited === undefined) ledger?.note(judged);
      } finally {
        parts.record(judged, visited);
      }
    });
  const claim = ({ operation, body, test }: Call) => {
    if (unrecorded !== undefined) throw unrecorded.error;
    if (stopped.aborted) throw new SendingStopped(String(stopped.reason), operation);
    backOff.claim(operation, test);
    outcomes.claim(operation, body);
  };
  const sinceStart = () => Math.round((monotonicMs() - (settings.startedAt ?? 0)) * 1000) / 1000;

  const isThere = async ({ origin, operation }: Call): Promise<boolean> =>
    !isLivenessCheck(origin) && ((await parts.isResponding?.({ send }, settings, origin, operation)) ?? true);

  const attempt = async (call: Call, number: number): Promise<JudgedExchange> => {
    const { operation, options, origin, sent, wire } = call;
    const { together } = options;
    const inPlace = together === undefined ? pace.run : together.inPlaceOf(pace);
    // The read that checks the service has the position of the request that it is about.
    const id = exchangeId(origin, isLivenessCheck(origin) ? number + readRetries + 1 : number);
    const { came, times } = await inPlace(async () => {
      // Meanwhile another request may have been asked to wait, or lost its answer about the same order.
      claim(call);
      await together?.ready(operation);
      written(() => ledger?.begin({ id, operation, sent, origin }));
      const sentAt = sinceStart();
      const came = await transport(wire);
      return { came, times: { sentAt, answeredAt: sinceStart() } };
    });
    const judgedWith = (received: Answer | NoAnswer) => {
      const exchange: Exchange = { id, operation, sent, received, origin, times };
      return judgeBy(target.statuses, exchange);
    };
    const first = judgedWith(came);
    outcomes.note(first);
    // A service that ended during a request deviates no more than one that was absent from the start.
    const brokeOff = came.kind === 'none' && came.reason === 'reset';
    const isGone = brokeOff && first.judgement.request !== 'broken' && !(await isThere(call));
    const judged = isGone ? judgedWith({ ...came, gone: true }) : first;
    keep(judged);
    return judged;
  };

  // Only an accepted call shows a page that must post (2.8).
  const visited = async (call: Call, judged: JudgedExchange): Promise<JudgedExchange> => {
    const { exchange, judgement } = judged;
    const { sent, received } = exchange;
    const { visit } = call.options;
    if (visit === undefined || received.kind === 'none' || judgement.outcome !== 'accepted') return judged;
    const mayFetch = () =>
      isClaimed(() => {
        claim(call);
        budget.claim(call.operation, {});
      });
    const scripts = scriptsOf(sent.url, (script) =>
      pace.run(async () => (mayFetch() ? transport(script) : undefined)),
    );
    const page = await visit(sent, received, scripts.fetch);
    const shown = { ...exchange, page: { ...page, ...scripts.told() } };
    const seen = { exchange: shown, judgement: judge(shown) };
    keep(seen, 'visited');
    return seen;
  };

  const maySendAgain = (call: Call, number: number): boolean =>
    effectOf(call.operation) === 'reads' &&
    number < readRetries &&
    isClaimed(() => {
      claim(call);
      budget.claim(call.operation, call.body, call.raw);
    });

  const send: Channel['send'] = async (operation, body, options) => {
    try {
      const origin: Origin = { ...options.origin, seed: options.origin.seed ?? settings.seed };
      const made = requestOf(target, signer, operation, body, options);
      const test = `${origin.file} ${origin.test}`;
      const call: Call = { operation, body, options, origin, test, ...made };
      claim(call);
      budget.claim(operation, body, made.raw);
      for (let number = 0; ; number += 1) {
        const judged = await attempt(call, number);
        const pause = backOff.after(judged.exchange.received, call.test);
        if (pause === undefined) return await visited(call, judged);
        pace.hold(pause);
        if (!maySendAgain(call, number)) return judged;
      }
    } finally {
      options.together?.end();
    }
  };
  return send;
}

function isLivenessCheck({ caseName }: Origin): boolean {
  return caseName === livenessCase;
}

function isClaimed(claim: () => void): boolean {
  try {
    claim();
    return true;
  } catch (error) {
    if (isRefusedSend(error)) return false;
    throw error;
  }
}

function runLedger(target: Target, settings: Pick<Settings, 'out' | 'runId'>): Ledger | undefined {
  if (target.environment === 'embedded') return undefined;
  const owner = {
    origin: ledgerOrigin(target, settings),
    secrets: secretsOf(target),
    statuses: target.statuses,
  };
  return openLedger(join(settings.out, 'ledger.ndjson'), owner);
}
