import { join } from 'node:path';
import { relieved } from '../../reports/evidence/lean-answer.ts';
import { type EvidenceWriter, openEvidence } from '../../reports/evidence.ts';
import { given } from '../../schemas/given.ts';
import { judge } from '../../schemas/judge.ts';
import { effectOf } from '../../schemas/operations.ts';
import type {
  Answer,
  Exchange,
  JsonObject,
  JudgedExchange,
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
import { asTold, openOutcomes } from './outcomes.ts';
import { type BackOff, createBackOff, createPace, type Pace } from './pace.ts';
import { createPageScripts, type FetchScript } from './page-scripts.ts';
import { sharedPace } from './shared-pace.ts';
import { createSigner, type Signer } from './signing.ts';
import type { Together } from './together.ts';
import { exchangeId, type RequestOptions, requestOf } from './wire-request.ts';

/** Where an exchange comes from; the seed is the run's unless given. */
export type OriginPart = Omit<Origin, 'seed'> & { readonly seed?: number };

/** How one request differs from a plain one, and what is to become of it. */
export interface SendOptions extends RequestOptions {
  readonly origin: OriginPart;
  /** The requests that it is to arrive together with: the last byte of each is held back. */
  readonly together?: Together;
  /** Opens the answer as a shopper's browser would; what it sees is judged with the exchange (2.8). */
  readonly visit?: (sent: SentRequest, answer: Answer, fetchScript: FetchScript) => Promise<PageVisit>;
}

/** Who sends, as each of the exchanges names it. */
export type Place = Pick<OriginPart, 'test' | 'file' | 'seed'>;

/** How one request of a caller differs from a plain one: where exactly it comes from, and what `SendOptions` say. */
export interface Sending
  extends Omit<SendOptions, 'origin'>,
    Pick<Origin, 'caseName' | 'carries' | 'writes'> {
  /** fast-check path of the case inside a property. */
  readonly casePath?: string;
}

/** One caller of a sender, whose exchanges are numbered and kept in order. */
export interface Caller {
  readonly exchanges: readonly JudgedExchange[];
  /** The number of the next request. */
  readonly next: number;
  /** So many callers of the same place, each with numbers of its own: what they send is the same in whatever order they get to it. */
  apart(count: number): readonly Caller[];
  send(operation: OperationId, body: JsonObject, sending?: Sending): Promise<JudgedExchange>;
}

/** What sends to one address; every exchange is judged and recorded before it is returned, and none is sent after one that could not be recorded. */
export interface Line {
  /**
   * Signs, claims budget, place and moment, sends, judges and records; several calls may be under way. Throws an error that
   * `isRefusedSend` knows when the request may not be sent; a service that does not answer is no error.
   */
  send(operation: OperationId, body: JsonObject, options: SendOptions): Promise<JudgedExchange>;
  /** A caller of it; `usual` holds for each of its requests. */
  from(place: Place, usual?: RequestOptions): Caller;
}

/** The one way from the suite to a target. */
export interface Sender extends Line {
  /** Takes notes, and exchanges that were judged anew, where exchanges are kept. */
  readonly evidence: {
    note(note: Parameters<EvidenceWriter['note']>[0]): void;
    record(judged: JudgedExchange, visited: 'visited'): void;
  };
  /**
   * From here on nothing is sent: a call that waits for its place, and each that follows, ends as not sent for this reason.
   * Returns once what is under way has its answer and is recorded; what has none after so many milliseconds is given up, and
   * recorded as without an answer.
   */
  stop(reason: string, longestMs?: number): Promise<void>;
  /** Stops, gives up what is under way, and ends the record. */
  close(): Promise<void>;
}

type SenderSettings = Pick<Settings, 'target' | 'seed' | 'out' | 'runner' | 'runId'> &
  Partial<Pick<Settings, 'startedAt'>>;

/** What may be said of a sender; budget, pace, back-off and ledger are the run's own unless given. */
interface Choices {
  readonly budget?: Budget | undefined;
  readonly pace?: Pace;
  readonly ledger?: Ledger;
  readonly backOff?: BackOff;
  /** Tells whether the service still answers, asked where a connection died under an allowed request; taken for yes when absent. */
  readonly isStillThere?: (
    line: Pick<Line, 'send'>,
    settings: SenderSettings,
    origin: OriginPart,
    operation: OperationId,
  ) => Promise<boolean>;
}

/** What a sender is made of. */
export interface SenderParts extends Choices {
  readonly settings: SenderSettings;
  readonly signer: Signer;
  readonly transport: Transport;
  /** Ends every connection; what is under way ends without an answer. */
  readonly hangUp?: () => Promise<void>;
  /** Keeps an exchange; a `visited` one was kept before and has been judged anew with what a browser saw of it. */
  readonly record: (judged: JudgedExchange, visited?: 'visited') => void;
}

/** How a sender is opened. */
export interface OpenParts extends Choices {
  /** True where an opening had requests accepted: then the target's signature counts, with a key or without. */
  readonly accepted?: boolean;
  /** Part of the evidence that it writes, the number of a worker or a name, and the folder where that is not the run's; kept nowhere without. */
  readonly keeps?: { readonly part: number | string; readonly in?: string };
  /** Sees every exchange after it was recorded. */
  readonly seen?: (judged: JudgedExchange) => void;
}

/** Case name of the read that shows whether a service is still there. */
export const stillThereCase = 'still there';

/** How often a read that met 429 or 503 is sent again; a call that may move money never is. */
const furtherAttempts = 2;

/** A request with what all attempts at it have in common. */
interface Call extends ReturnType<typeof requestOf> {
  readonly operation: OperationId;
  readonly body: JsonObject;
  readonly options: SendOptions;
  readonly origin: Origin;
  /** The test that others may have been told to leave the service alone for. */
  readonly test: string;
}

/** Opens the way to a target for whoever sends to it: masks its secrets, makes its signer, opens its transport and the record. */
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
      seen?.(evidence === undefined ? judged : relieved(judged));
    },
    ...(evidence && { relieve: relieved }),
  });
  const forget = onStop((by) => void sender.stop(`stopped by ${by}`));
  return {
    ...sender,
    evidence: evidence ?? { note: () => {}, record: () => {} },
    async close() {
      // The answer to what is under way when a user stops the command belongs to the evidence.
      await sender.stop('its sender was closed', whatStopped() === undefined ? 0 : undefined);
      evidence?.close();
      await transport.close();
      forget();
    },
  };
}

/** Makes a sender of its parts; what it goes on with of an exchange is all of it unless `relieve` is given. */
export function createSender(
  parts: SenderParts & { readonly relieve?: (judged: JudgedExchange) => JudgedExchange },
): Omit<Sender, 'evidence' | 'close'> {
  const { target } = parts.settings;
  const { relieve = (judged) => judged } = parts;
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const sending = sendingTo(target, parts, stopping.signal);
  const line: Pick<Line, 'send'> = {
    async send(...request) {
      const judged = sending(...request);
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

/** Numbers that each of several callers of one place has for itself; who needs more gets as many once more. */
const ownNumbers = 1000;

/** A caller of a line, whose requests are numbered from 0. */
export function callerOf(
  line: Pick<Line, 'send'>,
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
        const about = given({ path, caseName, carries, writes });
        const origin = { test, ...given({ file }), ordinal, ...given({ seed }), ...about };
        try {
          const judged = await line.send(operation, body, { ...usual, ...options, origin });
          exchanges.push(judged);
          return judged;
        } catch (error) {
          // What was not sent has no number.
          if (isRefusedSend(error) && numbers.next === ordinal + 1) numbers.next = ordinal;
          throw error;
        }
      },
    };
  };
  return numberedBy(whole);
}

/** What sends to one address of a target. */
function sendingTo(target: Target, parts: SenderParts, stopped: AbortSignal): Line['send'] {
  const { settings, signer, transport } = parts;
  const budget = parts.budget ?? runBudget(target, settings);
  const pace =
    parts.pace ?? sharedPace('sending', stopped) ?? createPace(target.limits, systemClock, stopped);
  const backOff = parts.backOff ?? createBackOff();
  const ledger = parts.ledger ?? runLedger(target, settings);
  const scriptsOf = createPageScripts(target.limits.timeoutMs);
  const outcomes = openOutcomes();
  let unrecorded: { readonly error: unknown } | undefined;

  // Nothing more is sent where writing fails, since what leaves no trace must not be sent.
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
      // Of what may have been created the ledger and the evidence are kept each, whatever becomes of the other.
      try {
        if (visited === undefined) ledger?.note(judged);
      } finally {
        parts.record(judged, visited);
      }
    });
  const claim = ({ operation, test }: Call) => {
    if (stopped.aborted) throw new SendingStopped(String(stopped.reason), operation);
    backOff.claim(operation, test);
  };
  const sinceStart = () => Math.round((monotonicMs() - (settings.startedAt ?? 0)) * 1000) / 1000;

  const isThere = async ({ origin, operation }: Call): Promise<boolean> =>
    !isQuestion(origin) && ((await parts.isStillThere?.({ send }, settings, origin, operation)) ?? true);

  const attempt = async (call: Call, number: number): Promise<JudgedExchange> => {
    const { operation, options, origin, sent, wire } = call;
    const { together } = options;
    const inPlace = together === undefined ? pace.run : together.inPlaceOf(pace);
    // The read that shows whether the service is there has the place of the request that it is about.
    const id = exchangeId(origin, isQuestion(origin) ? number + furtherAttempts + 1 : number);
    const { came, times } = await inPlace(async () => {
      // Others may have heard in the meantime that the service wants to be left alone.
      claim(call);
      let sentAt = sinceStart();
      together?.claim(operation);
      written(() => ledger?.begin({ id, operation, sent, origin }));
      const held = together && {
        async ready() {
          await together.ready();
          sentAt = sinceStart();
        },
      };
      const came = await transport(held === undefined ? wire : { ...wire, held });
      return { came, times: { sentAt, answeredAt: sinceStart() } };
    });
    // A service that died in the middle of a request deviates no more than one that was away from the beginning.
    const isAllowed = () => judge({ id: '', operation, sent, received: came, origin }).request !== 'broken';
    const brokeOff = came.kind === 'none' && came.reason === 'reset';
    const isGone = brokeOff && isAllowed() && !(await isThere(call));
    const received = isGone ? { ...came, gone: true as const } : came;
    const exchange: Exchange = { id, operation, sent, received, origin, times };
    const judged = asTold({ exchange, judgement: judge(exchange) }, target.statuses);
    outcomes.note(judged);
    keep(judged);
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
    const seen = { exchange: shown, judgement: judge(shown) };
    keep(seen, 'visited');
    return seen;
  };

  const maySendAgain = (call: Call, number: number): boolean =>
    effectOf(call.operation) === 'reads' &&
    number < furtherAttempts &&
    affords(() => {
      claim(call);
      budget.claim(call.operation, call.body, call.wire);
    });

  const send: Line['send'] = async (operation, body, options) => {
    try {
      if (unrecorded !== undefined) throw unrecorded.error;
      const origin: Origin = { ...options.origin, seed: options.origin.seed ?? settings.seed };
      const made = requestOf(target, signer, operation, body, options);
      const test = `${origin.file} ${origin.test}`;
      const call: Call = { operation, body, options, origin, test, ...made };
      claim(call);
      outcomes.claim(operation, body);
      budget.claim(operation, body, made.wire);
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

function isQuestion({ caseName }: Origin): boolean {
  return caseName === stillThereCase;
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

function runLedger(target: Target, settings: Pick<Settings, 'out' | 'runId'>): Ledger | undefined {
  if (target.environment === 'embedded') return undefined;
  const owner = {
    origin: ledgerOrigin(target, settings),
    secrets: secretsOf(target),
    statuses: target.statuses,
  };
  return openLedger(join(settings.out, 'ledger.ndjson'), owner);
}
