import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { answeredWords, hasEmptyList } from '../../../opening/answer-words.ts';
import { gatherEvidence } from '../../../reports/evidence.ts';
import { isAccepted } from '../../../schemas/history/states.ts';
import type { JudgedExchange } from '../../../schemas/types.ts';
import {
  listedRefundEntries,
  readLedgers,
  undoableEntries,
  undoOperations,
} from '../../../targets/clean-up.ts';
import { isOf, type LedgerEntry } from '../../../targets/ledger/entry.ts';
import { joinLock } from '../../../targets/lock.ts';
import { isRefusedSend } from '../../../targets/refused-send.ts';
import { refusalOf, runBudget } from '../../../targets/sending/budget.ts';
import { type Caller, openSender } from '../../../targets/sending/sender.ts';
import type { Settings } from '../../../targets/settings.ts';
import type { Target } from '../../../targets/target.ts';
import { type Undone, undoEntry } from './undo.ts';

/** Undoes what a run left, one entry at a time. */
export interface CleanUp {
  /** Undoes an entry; returns why it is still left, undefined if it is not. */
  undo(entry: LedgerEntry): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * Opens the clean-up of the run in a folder, which this process or its parent has locked: asks the service for its list
 * of refunds, since a copied folder lacks what was undone through the original. Throws if the list does not come.
 */
export async function openCleanUp(folder: string, settings: Settings): Promise<CleanUp> {
  const { target, out } = settings;
  joinLock(out);
  // Each has its own folder, so no evidence is overwritten.
  let number = 1;
  while (existsSync(join(out, `sent-${number}`))) number += 1;
  const kept = join(out, `sent-${number}`);
  const sender = await openSender(settings, {
    keeps: { part: 0, in: kept },
    budget: runBudget(target, settings),
  });
  const caller = sender.from({ test: 'conformance clean-up' });
  async function close() {
    await sender.close();
    gatherEvidence(kept);
  }
  const own = undoableEntries(readLedgers(folder)).filter((entry) => isOf(entry, target));
  let listed: readonly LedgerEntry[];
  try {
    listed = listedRefundEntries(own, await askRefunds(own, caller, target), target.statuses);
  } catch (error) {
    await close();
    throw error;
  }
  const stillLeft = ({ transaction_id, recurring_id }: LedgerEntry) =>
    undoableEntries(readLedgers(folder), listed).find(
      (one) => one.transaction_id === transaction_id && one.recurring_id === recurring_id,
    );
  return {
    async undo(entry) {
      if (!isOf(entry, target)) return 'not sent: it was left on another target';
      const before = stillLeft(entry);
      if (before === undefined) return undefined;
      const results = await undoEntry(before, caller, target);
      if (stillLeft(entry) === undefined) return undefined;
      return [
        ...results.map(({ by, result, detail }) => `${by} ${result}: ${detail}`),
        ...(results.length === 0 ? ['it may be given back already; look it up by order_no'] : []),
        ...lookUp(results),
      ].join('\n');
    },
    close,
  };
}

/** What would have made unclear results clear. */
function lookUp(results: readonly Undone[]): readonly string[] {
  const unclear = results.filter(({ result }) => result === 'unclear').map(({ by }) => by);
  if (unclear.length === 0) return [];
  const keys = unclear.map((by) => `"statuses.${by}.refused"`);
  return [
    'Look it up by order_no, as no answer shows success and nothing more is sent for it.',
    `Only a status listed under ${keys.join(' or ')} of the target file counts as a refusal.`,
  ];
}

/** Returns the service's refund searches; none if nothing may be undone anyway. */
async function askRefunds(
  own: readonly LedgerEntry[],
  caller: Pick<Caller, 'send'>,
  target: Target,
): Promise<readonly JudgedExchange[]> {
  const { merchant_id, account_id } = target.merchant;
  const isUndoable = own.some(({ undo }) =>
    undoOperations.some((way) => undo.includes(way) && refusalOf(way, target) === undefined),
  );
  if (!isUndoable || refusalOf('refund-search', target) !== undefined) return [];
  const answers: JudgedExchange[] = [];
  for (const account of new Set(own.map((entry) => entry.account_id ?? account_id))) {
    const judged = await send(caller, { merchant_id, account_id: account });
    if (!isAccepted(judged) && !hasEmptyList(judged))
      throw new Error(
        `Nothing was sent: the refund search did not say what was refunded: ${answeredWords(judged)}`,
      );
    answers.push(judged);
  }
  return answers;
}

async function send(caller: Pick<Caller, 'send'>, body: { merchant_id: string; account_id: string }) {
  try {
    return await caller.send('refund-search', body);
  } catch (error) {
    if (isRefusedSend(error)) throw new Error(`Nothing was sent: ${error.message}`);
    throw error;
  }
}
