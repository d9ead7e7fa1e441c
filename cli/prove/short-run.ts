import { situationOf } from '../../generators/situations.ts';
import { bodyOf, createAsker } from '../../opening/ask.ts';
import { openRun } from '../../opening/open-run.ts';
import { isStillThere } from '../../opening/still-there.ts';
import { reportNothing, reportQuietly } from '../../reports/finish-run.ts';
import { clearReports } from '../../reports/own-files.ts';
import type { Statement } from '../../reports/statement/format.ts';
import { verifyEvidence } from '../../reports/verify.ts';
import { isDocumented } from '../../schemas/operations.ts';
import { isRefusedSend } from '../../targets/refused-send.ts';
import { openSender } from '../../targets/sender.ts';
import type { Settings } from '../../targets/settings.ts';
import { lockReports } from '../folder-lock.ts';
import { reporterOptions } from '../reporter-options.ts';

/** How often each selected operation is asked after the opening. */
const rounds = 3;

// As the opening asks, with other order numbers, amounts and persons each time.
async function askOnAndOn(settings: Settings): Promise<void> {
  const sender = await openSender(settings, { keeps: { part: 0 }, isStillThere });
  const asker = createAsker(sender, settings, 'short run');
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const operation of settings.operations.filter(isDocumented)) {
        const hand = asker.freshHand('full');
        for (const need of situationOf(operation).needs) {
          const body = bodyOf(need, hand);
          if (body !== undefined) await asker.send(need, body, { caseName: `before round ${round}` });
        }
        const body = bodyOf(operation, { ...hand, orders: hand.orders.slice(-1) });
        if (body !== undefined) await asker.send(operation, body, { caseName: `round ${round}` });
      }
    }
  } catch (error) {
    if (!isRefusedSend(error)) throw error;
  } finally {
    await sender.close();
  }
}

/** A run without specs: its opening, some more requests of the selected operations, and every report but Allure's, in this process. */
export async function runShort(settings: Settings): Promise<Statement> {
  const lock = lockReports(settings.out);
  try {
    return await openAndAsk(settings);
  } finally {
    lock.release();
  }
}

async function openAndAsk(settings: Settings): Promise<Statement> {
  const startedAt = new Date().toISOString();
  clearReports(settings.out);
  const { report } = await openRun(settings);
  const options = { ...reporterOptions(settings), opened: true };
  if (report.stopped !== undefined) return reportNothing(options, report.stopped.says);
  await askOnAndOn({ ...settings, opened: true });
  return reportQuietly(options, { suiteErrors: [], interruptions: [], skipped: [] }, startedAt);
}

/** What `verify` says of the folder of a short run. */
export function problemsOfEvidence({ out }: Settings): readonly string[] {
  return verifyEvidence(out).problems.map(({ at, detail }) => `verify: ${at} ${detail}`);
}
