import pc from 'picocolors';
import { type Opened, openRun } from '../../opening/open-run.ts';
import { lengthOf } from '../../opening/service-facts.ts';
import { causeLines, columns, type ReportedCause, sharedCauses } from '../../reports/opening.ts';
import { wrap } from '../../reports/terminal/on-screen.ts';
import { defined } from '../../schemas/defined.ts';
import type { Cause, CauseKind } from '../../schemas/opening.ts';
import { operations } from '../../schemas/operations.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { expiredWords, oddCurrencies } from '../../targets/file/odd-currencies.ts';
import { shownAddress } from '../../targets/file/target-rules.ts';
import { readSettings, type Settings } from '../../targets/settings.ts';
import type { Target } from '../../targets/target.ts';
import { serveTarget } from '../embedded.ts';
import { printToStderr, targetOptions, unnamedLine } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { lockReports } from './folder-lock.ts';
import { demandFiles } from './run-checks.ts';
import { environmentOf, type RunOptions } from './run-options.ts';

type CheckOptions = Pick<RunOptions, 'target' | 'embedded' | 'out' | 'seed' | 'operation'> & {
  readonly json?: true;
};

/** Sends one request per operation, prints the rows about the target file, and returns the exit status. */
export async function checkOnce({ json, ...options }: CheckOptions & RunOptions): Promise<number> {
  const environment = environmentOf(options);
  const before = readSettings(environment);
  await demandFiles(before);
  printToStderr(unnamedLine(environment));
  // Next to the reports of a run, so these stay unchanged.
  const out = `${before.out}.check`;
  const lock = lockReports(out);
  const served = await serveTarget(before, environment);
  try {
    const { settings } = served;
    const checked = await checkTarget({ ...settings, out });
    const rows = checkRows(checked);
    const causes = sharedCauses(checked.report);
    const { stopped } = checked.report;
    const blocks =
      causes.length > 0 || stopped === undefined
        ? causes
        : [{ cause: stopped, operations: settings.operations }];
    if (json) console.log(JSON.stringify({ rows, exchanges: checked.exchanges.length }, null, 2));
    else {
      console.log(`${settings.target.name} (${settings.target.baseUrl})\n`);
      for (const line of checkLines(rows, blocks)) console.log(line);
      console.log(`\n${checked.exchanges.length} requests to ${settings.target.name}; they are in ${out}.`);
    }
    // A check without requests says nothing about the service.
    const isUnasked = checked.exchanges.length === 0;
    return isUnasked || rows.some(({ state }) => state === 'bad')
      ? exitStatus.incomplete
      : exitStatus.conformant;
  } finally {
    await served.close();
    lock.release();
  }
}

/** Sends one request of each operation and prints what is right and wrong in a target file. */
export const check: Subcommand = (command) => {
  targetOptions(command)
    .option('--seed <number>', 'same seed, same requests')
    .option('--operation <names>', 'only these operations, comma separated')
    .option('--out <folder>', 'its requests are kept in <folder>.check (default: "reports/out")')
    .option('--json', 'print the rows as JSON')
    .addHelpText(
      'after',
      '\nExit status: 0 all that was asked is good, 2 the file itself is wrong, 3 something is bad, or nothing was asked.',
    );
  return checkOnce;
};

/** One row of a check. */
interface CheckRow {
  readonly what: string;
  readonly state: 'good' | 'bad' | 'not asked';
  readonly says: string;
  readonly cause?: Cause;
}

/** The opening and target of a check; the second account is queried only after the first was accepted. */
export interface Checked extends Opened {
  readonly target: Target;
  readonly now: Date;
}

const goodRow = (what: string, says: string): CheckRow => ({ what, state: 'good', says });
const openRow = (what: string, says: string): CheckRow => ({ what, state: 'not asked', says });

/** Returns the rows from connection to account: one cause makes one row bad and the rows after it open. */
function connectionRows({ report, target }: Checked): CheckRow[] {
  const causes = [report.stopped, ...report.steps.map(({ cause }) => cause)].filter(
    (one) => one !== undefined,
  );
  const met = report.steps.some(({ state }) => state === 'accepted');
  const url = new URL(target.baseUrl ?? 'http://localhost');
  const rungs: readonly (readonly [what: string, kinds: readonly CauseKind[], says: string])[] = [
    ['reach', ['unreachable', 'time-out', 'maintenance', 'rate-limit'], url.host],
    [
      'TLS',
      ['certificate', 'scheme'],
      url.protocol === 'https:' ? 'the certificate is trusted' : 'none: http',
    ],
    ['address', ['base-url', 'not-the-service', 'redirect'], target.baseUrl ?? ''],
    ['signature', ['signing'], `recipe ${target.signing.recipe}`],
    ['merchant', ['merchant'], target.merchant.merchant_id],
    ['account', ['account'], target.merchant.account_id],
  ];
  // If another operation was accepted, the cause is shown with its own operation.
  const causeAmong = (kinds: readonly CauseKind[]) =>
    met ? undefined : causes.find(({ kind }) => kinds.includes(kind));
  const wrong = rungs.findIndex(([, kinds]) => causeAmong(kinds) !== undefined);
  const first = rungs[wrong]?.[0];
  return rungs.map(([what, kinds, says], at): CheckRow => {
    const cause = causeAmong(kinds);
    if (cause !== undefined) return { what, state: 'bad', says: cause.says, cause };
    // A refusal for a wrong signature shows that the service was reached.
    if (met || at < wrong) return goodRow(what, says);
    return openRow(
      what,
      first === undefined ? 'nothing was accepted that would show it' : `${first} comes first`,
    );
  });
}

function secondAccount({ target, second, report }: Checked): CheckRow {
  const what = 'second account';
  const { otherAccountId } = target.merchant;
  if (otherAccountId === undefined) return openRow(what, 'merchant.otherAccountId is absent');
  if (second === undefined) {
    const query = report.steps.find(({ operation }) => operation === operations.query.id);
    if (query === undefined) return openRow(what, 'a query shows it, and query is not selected');
    if (query.state === 'accepted') return openRow(what, 'a query shows it, and no request is left');
    return openRow(what, query.why ?? 'a query shows it, and none was accepted for the first account');
  }
  if (second === 'accepted') return goodRow(what, otherAccountId);
  if (second === 'lists-nothing')
    return openRow(
      what,
      `${otherAccountId} lists nothing and shows no success, as an unknown account may: a run pays under it`,
    );
  return {
    what,
    state: 'bad',
    says: `a query for ${otherAccountId} is not accepted; look at merchant.otherAccountId`,
  };
}

const wholeAmountsNote = (amounts: 'whole' | undefined) =>
  amounts === undefined ? '' : ', amount without a fraction';

function operationRows({ report }: Checked, above: readonly CheckRow[]): CheckRow[] {
  return report.steps.map(({ operation, state, why, cause, shape, amounts, writing }) => {
    if (state === 'accepted' && cause !== undefined)
      return { what: operation, state: 'bad', says: cause.says, cause };
    if (state === 'accepted')
      return goodRow(
        operation,
        `${why ?? (shape === undefined ? 'accepted' : `accepted (${shape} request${wholeAmountsNote(amounts)})`)}${writing === undefined ? '' : `; written as ${writing.encoding} (${writing.contentType}): name it under encodings.${operation}`}`,
      );
    if (state === 'not-asked') return openRow(operation, why ?? '');
    // A cause in the rows above is not repeated for every operation.
    const rung = above.find((row) => row.cause?.kind === cause?.kind);
    return {
      what: operation,
      state: 'bad',
      says: rung === undefined ? (cause?.says ?? 'not accepted') : `not accepted: see ${rung.what}`,
      ...defined({ cause }),
    };
  });
}

// A bad row already names its cause.
function withRemark(row: CheckRow, remark: string | undefined): CheckRow {
  return remark === undefined || row.state === 'bad' ? row : { ...row, says: `${row.says}; ${remark}` };
}

function paymentRows({ report, exchanges, target, now }: Checked): CheckRow[] {
  const expired = expiredWords(target.cards, now);
  const payments = exchanges.filter(
    ({ exchange }) =>
      exchange.operation === operations['direct-payment'].id && exchange.sent.intent === 'valid',
  );
  const distinct = (name: string, outcome: boolean) => [
    ...new Set(
      payments
        .filter(({ judgement }) => (judgement.outcome === 'accepted') === outcome)
        .map(({ exchange }) => String((exchange.sent.value as JsonObject)[name])),
    ),
  ];
  const row = (
    what: string,
    kind: CauseKind,
    name: string,
    words: (values: readonly string[]) => string,
  ): CheckRow => {
    const cause = report.steps.map((step) => step.cause).find((one) => one?.kind === kind);
    if (cause !== undefined) return { what, state: 'bad', says: cause.says, cause };
    const taken = distinct(name, true);
    return taken.length === 0 ? openRow(what, 'no card payment was accepted') : goodRow(what, words(taken));
  };
  return [
    withRemark(
      row('cards', 'cards', 'card', ({ length }) => `${length} of ${target.cards.length} tried and taken`),
      expired,
    ),
    withRemark(
      row('currencies', 'currencies', 'currency', (taken) => `tried and taken: ${taken.join(', ')}`),
      oddCurrencies(target),
    ),
  ];
}

function clockRow({ report }: Checked): CheckRow {
  const what = 'clock';
  const ahead = report.service?.clockOffsetMs;
  if (ahead === undefined) return openRow(what, 'no answer names its date');
  const says = `the clock of the service is ${lengthOf(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead of'} ours`;
  if (Math.abs(ahead) <= 60_000) return goodRow(what, Math.abs(ahead) <= 2_000 ? 'agrees with ours' : says);
  return {
    what,
    state: 'bad',
    says: `${says}: one of them is wrong, and signatures or tokens with a time may be refused`,
  };
}

/** Returns the rows of a check in the order of diagnosis. */
export function checkRows(checked: Checked): readonly CheckRow[] {
  const { notify } = checked.target;
  const above = connectionRows(checked);
  return [
    ...above,
    secondAccount(checked),
    ...operationRows(checked, above),
    ...paymentRows(checked),
    openRow(
      'notifications',
      notify === undefined
        ? 'notify is absent'
        : `${shownAddress(notify.url)}: a run with payments shows whether any arrive`,
    ),
    clockRow(checked),
  ];
}

/** Opens a target like a run, and also queries its second account. */
export async function checkTarget(settings: Settings): Promise<Checked> {
  const opened = await openRun(settings, { asksSecondAccount: true });
  return { ...opened, target: settings.target, now: new Date() };
}

const marks = {
  good: pc.green('good'.padEnd(11)),
  bad: pc.red('bad'.padEnd(11)),
  'not asked': pc.dim('not asked'.padEnd(11)),
} as const satisfies Record<CheckRow['state'], string>;

const nameWidth = 22;
const markWidth = 11;

function rowLines({ what, state, says }: CheckRow): string[] {
  const indent = nameWidth + markWidth;
  return wrap(plainLine(says), columns - indent).map((line, at) =>
    at === 0 ? `${what.padEnd(nameWidth)}${marks[state]}${line}` : `${' '.repeat(indent)}${line}`,
  );
}

/** Returns the lines of a check: the rows, then each cause once. */
export function checkLines(rows: readonly CheckRow[], causes: readonly ReportedCause[]): readonly string[] {
  return [...rows.flatMap(rowLines), ...causes.flatMap((shared) => ['', ...causeLines(shared)])];
}
