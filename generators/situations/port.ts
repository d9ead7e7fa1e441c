import { answerOf } from '../../schemas/answer-of.ts';
import { given } from '../../schemas/given.ts';
import { isObject } from '../../schemas/json.ts';
import type {
  DocumentedOperationId,
  JsonObject,
  JsonValue,
  JudgedExchange,
  Outcome,
} from '../../schemas/types.ts';

/** How often a request that came too soon is followed by another one. */
export const mostFurther = 4;

/** What became of one request. */
export interface Sent {
  readonly outcome: Outcome;
  /** The decoded answer, when it could be read. */
  readonly answer?: JsonValue | undefined;
  /** The body as it was sent, where it was given an order number of its own on the way. */
  readonly body?: JsonObject;
  /** The answer asks for time and does nothing else (429), so that another request may take the place of this one. */
  readonly tooSoon?: true;
}

/** What became of a request, with its exchange. */
export interface Told extends Sent {
  readonly judged: JudgedExchange;
}

/** What a judged exchange tells a situation; `body` where the request was made another one on the way. */
export function toldBy(judged: JudgedExchange, body?: JsonObject): Told {
  const { outcome } = judged.judgement;
  return { judged, outcome, answer: answerOf(judged), ...given({ body }) };
}

/** What a request of a situation is. */
export interface About {
  /** What the evidence calls it. */
  readonly caseName: string;
  /** Requests like it that the situation sends at once. */
  readonly among: number;
}

/** The one way from a situation to a service; the opening, the specs, `explore` and tests each have theirs. What `send` throws ends the situation. */
export interface Port<Told extends Sent = Sent> {
  send(operation: DocumentedOperationId, body: JsonObject, about?: About): Promise<Told>;
  /** Most requests under way at a time; one after the other without it. */
  readonly width?: number;
}

/** A member of an answer, when it is text that is not empty. */
export function textIn(answer: JsonValue | undefined, name: string): string | undefined {
  const value = isObject(answer) ? answer[name] : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
