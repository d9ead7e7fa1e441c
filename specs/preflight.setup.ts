import { type Opened, openRun } from '../opening/open-run.ts';
import { remarksOf, secondAccountOf } from '../opening/remarks.ts';
import { causeLines, writingLines } from '../reports/opening.ts';
import { attachStart } from '../reports/run/attach-shard.ts';
import type { Cause } from '../schemas/opening.ts';
import { type OperationId, operationIds } from '../schemas/types.ts';
import { readSettings } from '../targets/settings.ts';
import { refuseKeeping } from './fixtures/permission.ts';
import { unreported as setup } from './fixtures/unreported.ts';

setup.describe.configure({ mode: 'serial' });

/** The preflight asks for one operation after the other, so the first test sends its requests. */
let opening: Promise<Opened> | undefined;
const openOnce = () => (opening ??= open());

/** Opens the run; what it knows then travels with the first test, if its reports are merged later. */
async function open(): Promise<Opened> {
  const settings = readSettings();
  refuseKeeping(setup.info().project.use, settings);
  try {
    return await openRun(settings, { asksSecondAccount: true });
  } finally {
    attachStart(setup.info(), settings.out);
  }
}

/** Notes what to change in the target file although a request was accepted: in every report, and on the terminal. */
function note(line: string): void {
  setup.info().annotations.push({ type: 'note', description: line });
  process.stdout.write(`${line}\n`);
}

/** Notes a cause with what was sent, what came back and what to change. */
function noteCause(cause: Cause, operations: readonly OperationId[]): void {
  const lines = causeLines({ cause, operations });
  setup.info().annotations.push({ type: 'cause', description: lines.join('\n') });
}

for (const operation of operationIds) {
  setup(operation, { tag: `@${operation}` }, async () => {
    const { report } = await openOnce();
    setup.skip(!readSettings().operations.includes(operation), 'no chosen test uses it');
    const step = report.steps.find((one) => one.operation === operation);
    if (step?.cause !== undefined) noteCause(step.cause, [operation]);
    setup.skip(step?.state !== 'accepted', step?.cause?.says ?? step?.why ?? 'not asked');
    for (const line of writingLines(report)) if (line.startsWith(`${operation} `)) note(line);
    if (step?.amounts === 'whole') note(`${operation} is accepted with an amount without a fraction only`);
  });
}

setup('the second account', async () => {
  const { works, says, cause } = secondAccountOf(await openOnce(), readSettings().target);
  if (cause !== undefined) noteCause(cause, []);
  setup.skip(!works, says);
});

setup('something was accepted', async () => {
  const opened = await openOnce();
  const { stopped, unusable = [] } = opened.report;
  for (const line of remarksOf(opened, readSettings().target, new Date())) note(line);
  for (const cause of unusable) if (cause.kind !== 'account') noteCause(cause, []);
  if (stopped !== undefined) throw new Error(causeLines({ cause: stopped, operations: [] }).join('\n'));
});
