import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gatherEvidence } from '../reports/evidence.ts';
import { readOpening } from '../reports/opening/read-opening.ts';
import { commandStart } from '../schemas/command-line.ts';
import { jsonText } from '../schemas/plain-text.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import type { LedgerEntry } from '../targets/ledger/entry.ts';
import { isOf, originText } from '../targets/ledger/origin.ts';
import { openSender } from '../targets/sender.ts';
import { embeddedTargetFile, readSettings, type Settings, writtenAs } from '../targets/settings.ts';
import { whatStopped } from '../targets/stop.ts';
import { borneOut } from './clean-up/borne-out.ts';
import { cleanUpFolder, readLedgers, sortLedger } from './clean-up/left.ts';
import { leftAloneLines, leftLines, undoneLine } from './clean-up/print-left.ts';
import { type Undone, undoAll } from './clean-up/undo.ts';
import { exitStatus } from './exit-status.ts';
import { demandFinished } from './finished-run.ts';
import { lockFolder } from './folder-lock.ts';
import { targetFor } from './run-record.ts';
import type { Subcommand } from './subcommand.ts';

interface CleanUpOptions {
  readonly target?: string;
  readonly send?: true;
  readonly json?: true;
}

function settingsFor(folder: string, named: string | undefined): Settings {
  const file = targetFor(folder, named);
  // Nothing that is made there outlives it.
  if (file === embeddedTargetFile())
    throw new ConfigurationError(`${folder} does not say which target it is of; name it with --target.`);
  const settings = readSettings({
    ...process.env,
    CONFORMANCE_TARGET: file,
    CONFORMANCE_OUT: cleanUpFolder(folder),
    CONFORMANCE_WORKERS: '1',
  });
  return writtenAs(settings, readOpening(folder));
}

// Each time has evidence of its own, so that none is overwritten.
function freshFolder(out: string): string {
  for (let number = 1; ; number += 1) {
    const folder = join(out, `sent-${number}`);
    if (!existsSync(folder)) return folder;
  }
}

/** Undoes what is left of a run; what was sent is kept beside the run's reports. */
async function sendCleanUp(open: readonly LedgerEntry[], settings: Settings): Promise<readonly Undone[]> {
  const { target, out } = settings;
  const kept = freshFolder(out);
  const sender = await openSender(settings, { keeps: { part: 0, in: kept } });
  try {
    return await undoAll(open, sender.from({ test: 'conformance clean-up' }), target);
  } finally {
    await sender.close();
    gatherEvidence(kept);
  }
}

/** The entries that are of a target; throws when there are others only, because its identifiers would hit strangers. */
function entriesOf(
  open: readonly LedgerEntry[],
  { target }: Settings,
  folder: string,
): readonly LedgerEntry[] {
  const own = open.filter((entry) => isOf(entry, target));
  const [other] = open;
  if (own.length > 0 || other === undefined) return own;
  throw new ConfigurationError(
    `${folder} is what a run left on ${originText(other)}; the target is ${target.baseUrl} (merchant ${target.merchant.merchant_id}), so nothing is sent.`,
  );
}

async function undoIn(
  folder: string,
  open: readonly LedgerEntry[],
  named: string | undefined,
): Promise<readonly Undone[]> {
  const settings = settingsFor(resolve(folder), named);
  const own = entriesOf(open, settings, folder);
  // Two at a time would undo everything twice.
  if (own.length === 0) return [];
  const lock = lockFolder(settings.out);
  try {
    return await sendCleanUp(own, settings);
  } finally {
    lock.release();
  }
}

/** What anything that sends leaves in its folder. */
const traces = ['ledger.ndjson', 'run.json', 'conformance.json', 'exchanges.ndjson', 'parts', '.conformance'];

// Of another folder, "nothing is left" would be said of money that is.
function demandTraces(folder: string): void {
  if (!existsSync(folder))
    throw new ConfigurationError(`${folder} does not exist; a run writes its ledger there.`);
  if (!traces.some((name) => existsSync(join(folder, name))))
    throw new ConfigurationError(
      `${folder} holds nothing that a run leaves; name the folder of its reports.`,
    );
}

/** Lists what runs left on a target, and undoes it on request. */
export const cleanUp: Subcommand = (program, finish) => {
  program
    .command('clean-up')
    .argument('[folder]', 'reports of a run', 'reports/out')
    .option('--target <file>', 'target file of the run; --send needs it')
    .option('--send', 'cancel or refund what is left, as far as the target file allows')
    .option('--json', 'print the list, and what became of it, as JSON')
    .addHelpText(
      'after',
      `\nExample: ${commandStart} clean-up reports/out --target conformance.target.json --send\n` +
        '\nOnly what a run sent under its own order numbers, and what the service answered for it, is undone, with the amount' +
        '\nand currency that were sent, on the target that the ledger names, and only where an accepted exchange of evidence' +
        '\nthat holds bears it out. Each payment is cancelled where "allow" has' +
        '\nirreversible; otherwise, or when that is refused, it is refunded where "allow" has moves-money; the limits of the' +
        '\ntarget file hold. What may be undone already, because no clear answer came, is listed and not refunded again.' +
        '\nExit status 1: something is still left.',
    )
    .action(async (folder: string, { target, send, json }: CleanUpOptions) => {
      demandTraces(folder);
      const left = sortLedger(readLedgers(folder));
      const sends = send === true && left.open.length > 0;
      if (sends) demandFinished(folder);
      const { proven, unproven } = sends ? borneOut(folder, left.open) : { proven: [], unproven: [] };
      const undone = sends ? await undoIn(folder, proven, target) : [];
      const after = sends ? sortLedger(readLedgers(folder)) : left;
      const still = [...after.open, ...after.unsure];
      if (json) console.log(jsonText({ ...left, ...(sends ? { unproven } : {}), undone, still }, 2));
      else {
        for (const line of leftLines(left)) console.log(line);
        for (const line of leftAloneLines(unproven)) console.log(line);
        for (const one of undone) console.log(undoneLine(one));
        if (sends)
          console.log(
            `\n${left.open.length + left.unsure.length - still.length} of ${left.open.length} undone.`,
          );
        else if (left.open.length > 0) console.log('Nothing was sent; --send undoes what can be undone.');
      }
      if (whatStopped() !== undefined) return finish(exitStatus.incomplete);
      finish(still.length === 0 ? exitStatus.conformant : exitStatus.nonConformant);
    });
};
