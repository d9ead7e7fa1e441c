import type { Answer, NoAnswer } from '../schemas/types.ts';

/** A request as it goes onto the wire. */
export interface WireRequest {
  readonly method: string;
  /** Absolute address. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  /** Answers larger than this are not kept. */
  readonly maxBytes: number;
  /** Most bytes that are read of an answer, blanks included; the documented bound unless given. */
  readonly readBytes?: number;
  /**
   * Held back before its last byte until `ready` resolves, and given up where it rejects.
   */
  readonly held?: { ready(): Promise<void> };
}

/** Sends one request once: follows no redirect, re-sends nothing, and never throws for what the service does. */
export type Transport = (request: WireRequest) => Promise<Answer | NoAnswer>;

/** A transport with connections of its own. */
export interface OpenTransport {
  readonly send: Transport;
  /** Ends the connections; what is under way ends as `aborted`. */
  close(): Promise<void>;
}
