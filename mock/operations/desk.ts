import type { JsonObject } from '../../schemas/types.ts';
import { digestOf } from '../derive.ts';
import type { Manner } from '../manner.ts';
import type { Notice } from '../notify.ts';
import { type Problem, type Reply, textOf } from '../reply.ts';
import { type Account, accountOf, type Store } from '../state/store.ts';

/** What a handler works with. */
export interface Desk {
  readonly manner: Manner;
  readonly store: Store;
  /** Address of the world as the caller reached it, without a slash at the end. */
  readonly base: string;
  /** Path of the world on this server, empty for the main one. */
  readonly prefix: string;
  /** Result notifications to send once the answer is out. */
  readonly notices: Notice[];
}

/** The key under which the caller's account is kept. */
export function keyOf(desk: Desk, request: JsonObject): string {
  return desk.manner.decide.accountKey(textOf(request, 'merchant_id'), textOf(request, 'account_id'));
}

/** The caller's account. */
export function callerAccount(desk: Desk, request: JsonObject): Account {
  return accountOf(desk.store, keyOf(desk, request));
}

/**
 * The value that an answer carries in `encryption_data`: the one of the request where it has the shape of 5.2,
 * otherwise a digest of the request. The document shows neither how it is made nor how it is echoed (5.1, 5.5).
 */
export function echoSignature(request: JsonObject): string {
  const sent = textOf(request, 'encryption_data');
  return /^[0-9A-Fa-f]{64}$/.test(sent) ? sent : digestOf('signature', JSON.stringify(request));
}

/** Merchant and account of the request, as every envelope names them. */
export function party(request: JsonObject): { merchant_id: string; account_id: string } {
  return { merchant_id: textOf(request, 'merchant_id'), account_id: textOf(request, 'account_id') };
}

/** The answer in JSON to a call that was taken. */
export function answered(value: JsonObject): Reply {
  return { form: 'json', status: 200, accepted: true, value };
}

/** The answer in XML to a payment that was taken. */
export function answeredInXml(value: JsonObject): Reply {
  return { form: 'xml', root: 'respon', status: 200, accepted: true, value };
}

/** The message about an entry: empty for one that was done. */
export function messageOf(problem: Problem | undefined): string {
  return problem === undefined ? '' : `${problem.code}: ${problem.text}`;
}
