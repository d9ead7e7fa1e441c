import type { JsonObject } from '../../schemas/types.ts';
import type { Manner } from '../manner.ts';
import type { Notice } from '../notices.ts';
import { type Account, accountOf, type Store } from '../state/store.ts';
import { textOf } from './request-member.ts';

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
