import { test as setup } from '@playwright/test';
import { type Opened, openRun } from '../opening/open-run.ts';
import { causeLines, writingLines } from '../reports/opening.ts';
import { operationIds } from '../schemas/types.ts';
import { readSettings } from '../targets/settings.ts';

setup.describe.configure({ mode: 'serial' });

/** The preflight asks for one operation after the other, so the first test sends its requests. */
let opening: Promise<Opened> | undefined;
const openOnce = () => (opening ??= openRun(readSettings()));

for (const operation of operationIds) {
  setup(operation, { tag: `@${operation}` }, async () => {
    const { report } = await openOnce();
    setup.skip(!readSettings().operations.includes(operation), 'no chosen test uses it');
    const step = report.steps.find((one) => one.operation === operation);
    const info = setup.info();
    for (const line of writingLines(report).filter((one) => one.startsWith(`${operation} `)))
      info.annotations.push({ type: 'note', description: line });
    const why = step?.cause?.says ?? step?.why;
    if (why !== undefined) info.annotations.push({ type: step?.state ?? 'not-asked', description: why });
    setup.skip(step?.state !== 'accepted', why ?? 'not asked');
  });
}

setup('something was accepted', async () => {
  const { stopped } = (await openOnce()).report;
  if (stopped !== undefined) throw new Error(causeLines({ cause: stopped, operations: [] }).join('\n'));
});
