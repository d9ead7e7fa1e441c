import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { answeredWords, hasEmptyList } from '../../opening/answer-words.ts';
import type { EvidenceExchange, GatheredEvidence } from '../../reports/evidence/lines.ts';
import { gatherEvidence, judgedOf, readEvidence, readFacts } from '../../reports/evidence.ts';
import { readOpening } from '../../reports/opening.ts';
import { redactText } from '../../reports/redact.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { rejudge } from '../../reports/verify/rejudge.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { defined } from '../../schemas/defined.ts';
import { isAccepted } from '../../schemas/history/states.ts';
import { groupedBy, isObject } from '../../schemas/json.ts';
import { jsonText, plainLine } from '../../schemas/plain-text.ts';
import type { JudgedExchange } from '../../schemas/types.ts';
import {
  cleanUpFolder,
  ending,
  listedRefundEntries,
  readLedgers,
  undoableEntries,
  undoOperations,
  withDoubts,
} from '../../targets/clean-up.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { ledgerEntriesOf } from '../../targets/ledger/entries.ts';
import type { LedgerEntry } from '../../targets/ledger/entry.ts';
import { isOf, originText } from '../../targets/ledger/entry.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { refusalOf } from '../../targets/sending/budget.ts';
import type { Caller } from '../../targets/sending/sender.ts';
import { openSender } from '../../targets/sending/sender.ts';
import { embeddedTargetFile, readSettings, type Settings, withBodyFormats } from '../../targets/settings.ts';
import { whatStopped } from '../../targets/stop.ts';
import type { Target } from '../../targets/target.ts';
import { environmentOf } from '../project/run-options.ts';
import { lockFolder } from '../run/folder-lock.ts';
import { targetFor } from '../run/run-record.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { demandFinished, demandPlainFiles, whyUnfinished } from './read-reports.ts';
import { type Undone, undoAll } from './undo.ts';

// A single session has no statement; its exchanges are still judged again.
function whyInvalid(folder: string, evidence: GatheredEvidence): string | undefined {
  const [problem] = existsSync(join(folder, 'conformance.json'))
    ? verifyEvidence(folder).problems
    : rejudge(evidence).problems;
  return problem && `the evidence does not hold: ${problem.at}: ${problem.detail}`;
}

const named = ['operation', 'order_no', 'transaction_id', 'amount', 'currency', 'recurring_id'] as const;

function doubtOn(entry: LedgerEntry, exchange: EvidenceExchange): string | undefined {
  const { url, value } = exchange.sent;
  const merchant = isObject(value) ? value.merchant_id : undefined;
  if (!url.startsWith(`${entry.baseUrl}/`) || merchant !== entry.merchant_id)
    return 'its exchange was sent to another address, or for another merchant';
  const created = ledgerEntriesOf(judgedOf(exchange), () => true);
  // Runs of one seed share their ids.
  if (entry.order_no !== undefined && created.every(({ order_no }) => order_no !== entry.order_no))
    return 'the evidence has another order under its id, as after a later run into this folder';
  const isShown = created.some((one) => one.certain && named.every((name) => one[name] === entry[name]));
  return isShown ? undefined : 'its exchange does not show that this was accepted';
}

/** Returns entries, each with a doubt unless an accepted exchange of intact evidence confirms it. */
function confirmedByEvidence(folder: string, entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const evidence = readEvidence(folder);
  const broken = whyInvalid(folder, evidence);
  // Several calls of `explore` with one seed share their ids.
  const byId = groupedBy(evidence.exchanges, ({ id }) => id);
  return entries.map((entry) => {
    const doubts = (byId.get(entry.exchange) ?? []).map((exchange) => doubtOn(entry, exchange));
    const [first = 'the evidence of this folder does not hold its exchange'] = doubts;
    const doubt = broken ?? (doubts.includes(undefined) ? undefined : first);
    return doubt === undefined ? entry : { ...entry, doubt };
  });
}

interface CleanUpOptions {
  readonly target?: string;
  readonly send?: true;
  readonly json?: true;
}

function settingsFor(folder: string, named: string | undefined): Settings {
  const file = targetFor(folder, named);
  // The embedded endpoint keeps nothing after it stops.
  if (file === embeddedTargetFile())
    throw new ConfigurationError(`${folder} does not say which target it is of; name it with --target.`);
  const settings = readSettings(environmentOf({ target: file, out: cleanUpFolder(folder), workers: '1' }));
  return withBodyFormats(settings, readOpening(folder));
}

/** The attempts to undo entries, and the refunds that the service lists; filled while they are made. */
interface UndoProgress {
  readonly undone: Undone[];
  readonly listed: LedgerEntry[];
}

/** Prints lines as soon as they are true, so that they are out if the command is ended later. */
type PrintLines = (lines: readonly string[]) => void;

/** Undoes what a run left and keeps the requests by its reports. Throws if all entries are of another target. */
async function undoIn(
  folder: string,
  open: readonly LedgerEntry[],
  named: string | undefined,
  done: UndoProgress,
  say: PrintLines,
): Promise<void> {
  const settings = settingsFor(resolve(folder), named);
  const { target, out } = settings;
  const own = open.filter((entry) => isOf(entry, target));
  const [other] = open;
  if (other === undefined) return;
  if (own.length === 0)
    throw new ConfigurationError(
      `${folder} is what a run left on ${originText(other)}; the target is ${target.baseUrl} (merchant ${target.merchant.merchant_id}), so nothing is sent.`,
    );
  // Two clean-ups at once would undo everything twice.
  const lock = lockFolder(out);
  try {
    // Each clean-up has its own folder, so no evidence is overwritten.
    let number = 1;
    while (existsSync(join(out, `sent-${number}`))) number += 1;
    const kept = join(out, `sent-${number}`);
    const sender = await openSender(settings, { keeps: { part: 0, in: kept } });
    try {
      const caller = sender.from({ test: 'conformance clean-up' });
      const tell = (one: Undone) => {
        done.undone.push(one);
        say([undoneLine(one)]);
      };
      const asked = await askRefunds(own, caller, target);
      if (typeof asked === 'string') {
        notSent(own, asked).forEach(tell);
        return;
      }
      const listed = listedRefundEntries(own, asked, target.statuses);
      done.listed.push(...listed);
      say(block('Given back already, or perhaps, as the service lists it', listed));
      const ids = new Set(own.map(({ transaction_id }) => transaction_id));
      const still = undoableEntries(readLedgers(folder), listed).filter(({ transaction_id }) =>
        ids.has(transaction_id),
      );
      await undoAll(still, caller, target, tell);
    } finally {
      await sender.close();
      gatherEvidence(kept);
    }
  } finally {
    lock.release();
  }
}

/**
 * Returns the service's refund searches: a copied folder lacks what was undone through the original. A text is the
 * reason why nothing may be undone.
 */
async function askRefunds(
  own: readonly LedgerEntry[],
  caller: Pick<Caller, 'send'>,
  target: Target,
): Promise<readonly JudgedExchange[] | string> {
  const { merchant_id, account_id } = target.merchant;
  const isUndoable = own.some(({ undo }) =>
    undoOperations.some((way) => undo.includes(way) && refusalOf(way, target) === undefined),
  );
  if (!isUndoable || refusalOf('refund-search', target) !== undefined) return [];
  const answers: JudgedExchange[] = [];
  try {
    for (const account of new Set(own.map((entry) => entry.account_id ?? account_id))) {
      const judged = await caller.send('refund-search', { merchant_id, account_id: account });
      if (!isAccepted(judged) && !hasEmptyList(judged))
        return `the refund search did not say what was refunded: ${answeredWords(judged)}`;
      answers.push(judged);
    }
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
    return error.message;
  }
  return answers;
}

function notSent(own: readonly LedgerEntry[], why: string): readonly Undone[] {
  return own.flatMap((entry) => {
    const [by] = undoOperations.filter((way) => entry.undo.includes(way));
    return by === undefined ? [] : [{ entry, by, result: 'not sent' as const, detail: redactText(why) }];
  });
}

/** The files that a run or session leaves in its folder. */
const runFiles = [
  'ledger.ndjson',
  'run.json',
  'conformance.json',
  'exchanges.ndjson',
  'parts',
  '.conformance',
];

// In any other folder, "nothing is left" would be wrong.
function demandRunFiles(folder: string): void {
  if (!existsSync(folder))
    throw new ConfigurationError(`${folder} does not exist; a run writes its ledger there.`);
  if (statSync(folder).isDirectory()) demandPlainFiles(folder);
  if (!runFiles.some((name) => existsSync(join(folder, name))))
    throw new ConfigurationError(
      `${folder} holds nothing that a run leaves; name the folder of its reports.`,
    );
}

// Without its ledger, such as after a merge, "nothing is left" would be wrong.
function demandLedger(folder: string): void {
  const facts = existsSync(join(folder, 'ledger.ndjson')) ? undefined : readFacts(folder);
  if (facts === undefined || facts.target.environment === 'embedded') return;
  const { exchanges } = readEvidence(folder);
  if (exchanges.some((one) => ledgerEntriesOf(judgedOf(one), () => true).length > 0))
    throw new ConfigurationError(
      `${folder} holds no ledger of what its exchanges created; name the folder of the run itself, or of each shard if it is merged.`,
    );
}

/** Lists what a run left on a target; `--send` undoes it. */
export const cleanUp: Subcommand = (command) => {
  command
    .argument('[folder]', 'reports of a run', 'reports/out')
    .option('--target <file>', 'target file of the run; --send needs it')
    .option('--send', 'cancel or refund what is left, as far as the target file allows')
    .option('--json', 'print the list, and what became of it, as JSON')
    .addHelpText(
      'after',
      '\nOnly what the run created under its own order numbers is undone: on the target that the ledger names, with the amount ' +
        'and currency that were sent, and only if an accepted exchange of intact evidence confirms it. A payment is cancelled ' +
        'if "allow" has irreversible; otherwise it is refunded if "allow" has moves-money, and so after a cancellation whose ' +
        'status is listed under "statuses.cancel.refused". The limits of the target file apply. The service is first asked for its list of refunds: a listed one is never refunded again, ' +
        'and without an answer nothing is sent. Entries with an unknown outcome are listed, but never refunded again.' +
        '\nExit status 1: something is still left.',
    );
  return async (folder: string, { target, send, json }: CleanUpOptions) => {
    demandRunFiles(folder);
    demandLedger(folder);
    const left = sortLedger(readLedgers(folder));
    const sends = send === true && left.open.length > 0;
    if (sends) demandFinished(folder);
    // Without its reports a run has no evidence yet that could confirm anything.
    const unfinished = left.open.length > 0 ? whyUnfinished(folder) : undefined;
    const held =
      unfinished === undefined && left.open.length > 0 ? confirmedByEvidence(folder, left.open) : left.open;
    const unproven = held.filter(({ doubt }) => doubt !== undefined);
    const proven = held.filter((entry) => !unproven.includes(entry));
    const say: PrintLines = (lines) => {
      if (!json) for (const line of onScreen(lines)) console.log(line);
    };
    const alone = 'Left alone, because the evidence does not confirm it; look it up by order_no';
    say([...leftLines({ ...left, open: proven }, unproven.length === 0), ...block(alone, unproven)]);
    const done: UndoProgress = { undone: [], listed: [] };
    const print = (still?: readonly LedgerEntry[]) => {
      const { undone, listed } = done;
      console.log(
        jsonText({ ...left, unproven, ...(sends ? { listed } : {}), undone, ...defined({ still }) }, 2),
      );
    };
    try {
      if (sends) await undoIn(folder, proven, target, done, say);
    } catch (error) {
      // Prints what was sent, although the command fails.
      if (json && done.undone.length + done.listed.length > 0) print();
      throw error;
    }
    const after = sends ? sortLedger(readLedgers(folder), done.listed) : left;
    const still = [...after.open, ...after.unsure];
    const unclear = done.undone.filter(({ result }) => result === 'unclear');
    if (json) print(still);
    else if (sends)
      say([
        ...unclearLines(unclear),
        `\n${left.open.length + left.unsure.length - still.length} of ${left.open.length} undone.`,
      ]);
    else if (unfinished !== undefined) say([`Nothing was sent. ${unfinished}`]);
    else if (proven.length > 0) say(['Nothing was sent. Add --send to undo what can be undone.']);
    else if (unproven.length > 0) say(['Nothing was sent, and --send would undo none of it.']);
    if (whatStopped() !== undefined) return exitStatus.incomplete;
    return still.length === 0 ? exitStatus.conformant : exitStatus.nonConformant;
  };
};

function entryLine(entry: LedgerEntry): string {
  const { operation, transaction_id, order_no, request_id, amount, rest, currency, undo, doubt } = entry;
  const left = rest === undefined ? amount : `${rest} of ${amount}`;
  const money = amount === undefined ? undefined : [left, currency].filter(Boolean).join(' ');
  const ways = doubt ?? (undo.length === 0 ? undefined : undo.join(' or '));
  const parts = [operation, transaction_id ?? 'no transaction_id', order_no ?? request_id, money, ways];
  return `  ${parts.flatMap((part) => (part ? [plainLine(part)] : [])).join('  ')}`;
}

const block = (head: string, entries: readonly LedgerEntry[]): readonly string[] =>
  entries.length === 0 ? [] : [`${head}: ${entries.length}`, ...entries.map(entryLine), ''];

function leftLines(
  { open, unsure, uncertain, lasting, unbelieved }: SortedLedger,
  isAll: boolean,
): readonly string[] {
  return [
    ...block('Left behind, and could be undone', open),
    ...block('May be undone already, because no clear answer came; look them up by order_no', unsure),
    ...block('May exist, because no clear answer came; look them up by order_no or request_id', uncertain),
    ...block('Created, and the document shows no way to undo it', lasting),
    ...block('Not believed, so that nothing of it is undone; look it up by order_no', unbelieved),
    ...(open.length === 0 && isAll ? ['Nothing is left behind that could be undone.'] : []),
  ];
}

function undoneLine({ entry, by, result, detail }: Undone): string {
  const mark = result === 'undone' ? '✓' : result === 'unclear' ? '?' : '✗';
  const told = result === 'undone' ? '' : `: ${detail}`;
  return plainLine(`${mark} ${by}  ${entry.transaction_id ?? ''}  ${entry.order_no ?? ''}  ${result}${told}`);
}

/** What a person has to look up, and what would have made it clear. */
function unclearLines(unclear: readonly Undone[]): readonly string[] {
  if (unclear.length === 0) return [];
  const ways = [...new Set(unclear.map(({ by }) => by))].map((by) => `"statuses.${by}.refused"`);
  return [
    '',
    ...block(
      'Look these up by order_no, as no answer shows success and nothing more is sent for them',
      unclear.map(({ entry }) => entry),
    ),
    `Only a status listed under ${ways.join(' or ')} of the target file counts as a refusal.`,
  ];
}

type SortedLedger = ReturnType<typeof sortLedger>;

/** Sorts a ledger and the listed refunds into open, unsure, uncertain, lasting and unbelieved entries. */
export function sortLedger(ledger: readonly LedgerEntry[], listed: readonly LedgerEntry[] = []) {
  const entries = withDoubts(ledger);
  const left = undoableEntries(entries, listed);
  const created = entries.filter(({ operation, doubt }) => !ending.has(operation) && doubt === undefined);
  return {
    /** Can still be undone. */
    open: left.filter(({ undo }) => undo.length > 0),
    /** Perhaps undone already without a clear answer, so nothing more is sent for them. */
    unsure: left.filter(({ undo }) => undo.length === 0),
    uncertain: created.filter(({ certain }) => !certain),
    lasting: created.filter(({ certain, undo }) => certain && undo.length === 0),
    /** Their answer does not match the request, so they are not undone. */
    unbelieved: entries.filter(({ doubt }) => doubt !== undefined),
  };
}
