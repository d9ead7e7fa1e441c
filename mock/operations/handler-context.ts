import type { JsonObject } from '../../schemas/types.ts';
import type { Behaviour } from '../behaviour.ts';
import { digestOf } from '../derive.ts';
import type { Notice } from '../notify.ts';
import { type Problem, type Reply, textOf } from '../reply.ts';
import { type Account, accountOf, type Store } from '../state/store.ts';

/** The context of a handler. */
export interface HandlerContext {
  readonly behaviour: Behaviour;
  readonly store: Store;
  /** Address of the world as the caller reached it, without a trailing slash. */
  readonly base: string;
  /** Path of the world on this server; empty for the main one. */
  readonly prefix: string;
  /** Result notifications to send after the answer. */
  readonly notices: Notice[];
}

/** The key of the account of the caller. */
export function keyOf(context: HandlerContext, request: JsonObject): string {
  return context.behaviour.decide.accountKey(textOf(request, 'merchant_id'), textOf(request, 'account_id'));
}

/** The account of the caller. */
export function callerAccount(context: HandlerContext, request: JsonObject): Account {
  return accountOf(context.store, keyOf(context, request));
}

/**
 * The `encryption_data` of an answer: that of the request if it has the format of 5.2, otherwise a digest of the
 * request. The document shows neither its computation nor its echo (5.1, 5.5).
 */
export function echoSignature(request: JsonObject): string {
  const sent = textOf(request, 'encryption_data');
  return /^[0-9A-Fa-f]{64}$/.test(sent) ? sent : digestOf('signature', JSON.stringify(request));
}

/** Merchant and account of the request, for the envelope of the answer. */
export function party(request: JsonObject): { merchant_id: string; account_id: string } {
  return { merchant_id: textOf(request, 'merchant_id'), account_id: textOf(request, 'account_id') };
}

/** A JSON answer to a processed call. */
export function answered(value: JsonObject): Reply {
  return { form: 'json', status: 200, accepted: true, value };
}

/** An XML answer to a processed payment. */
export function answeredInXml(value: JsonObject): Reply {
  return { form: 'xml', root: 'respon', status: 200, accepted: true, value };
}

/** The message of a result entry; empty if it succeeded. */
export function messageOf(problem: Problem | undefined): string {
  return problem === undefined ? '' : `${problem.code}: ${problem.text}`;
}
