import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../../cli/project/run-options.ts';
import type { Misfit } from '../../mock/misfits/misfit.ts';
import { misfits } from '../../mock/misfits/registry.ts';
import { type Opened, openRun } from '../../opening/open-run.ts';
import { serveMisfit } from '../../proof/serve-wrong.ts';
import { causeLines, causesOf, sharedCauses, writingLines } from '../../reports/opening.ts';
import { causeKinds } from '../../schemas/opening.ts';
import { readSettings } from '../../targets/settings.ts';
import { emptyFolder } from '../cli/command.ts';

async function opened(misfit: Misfit): Promise<Opened> {
  const served = await serveMisfit(misfit);
  onTestFinished(() => served.close());
  const settings = readSettings(
    environmentOf({
      target: served.targetFile,
      seed: '3',
      variables: served.variables,
    }),
  );
  const operations = misfit.operation === undefined ? settings.operations : [misfit.operation];
  return openRun({ ...settings, operations, out: join(emptyFolder(), 'out') }, { asksSecondAccount: true });
}

// Those that end on the way are met by a whole run alone.
const openings = misfits.filter(({ expects }) => expects.kind !== undefined);

describe('the opening against a misfit', () => {
  test('knows thirty of them', () => {
    expect(misfits.length).toBe(30);
    expect(new Set(misfits.map(({ name }) => name)).size).toBe(misfits.length);
  });

  test('has one for every cause but those that are shown elsewhere', () => {
    // By this machine alone, and by services that answer a payment in another form than the document.
    const elsewhere = ['clock', 'malformed', 'layout'];
    const shown = new Set(openings.map(({ expects }) => expects.kind));
    expect(causeKinds.filter((kind) => !shown.has(kind))).toEqual(elsewhere);
  });

  test.each(openings.map((misfit) => [misfit.name, misfit] as const))(
    '%s is told, with what to change',
    async (_name, misfit) => {
      const { report, exchanges } = await opened(misfit);
      const cause = report.stopped ?? sharedCauses(report)[0]?.cause;
      expect(cause).toMatchObject({
        kind: misfit.expects.kind,
        ...(misfit.expects.key === undefined ? {} : { key: misfit.expects.key }),
      });
      expect(exchanges.length).toBeLessThanOrEqual(misfit.expects.most);
      const lines = [...causesOf(report).flatMap(causeLines), ...writingLines(report)];
      expect(lines.filter((line) => line.startsWith('  next ')).length).toBeGreaterThan(0);
    },
  );
});
