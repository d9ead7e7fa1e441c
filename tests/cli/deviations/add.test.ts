import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deviationAnswers, deviations } from '../../../cli/after/deviations.ts';
import { statementText } from '../../../reports/statement.ts';
import { readDeviations } from '../../../targets/file/target-file.ts';
import { finding } from '../../reports/hand-made.ts';
import { evidenceOf, statementOf } from '../../reports/small-register.ts';
import { emptyFolder, runCommand } from '../command.ts';

const target = {
  name: 'Ours',
  environment: 'sandbox',
  baseUrl: 'https://pay.example',
  merchant: { merchant_id: 'M1', account_id: 'A1' },
  signing: { recipe: 'none' },
};
const said = ['--reason', 'late', '--owner', 'payments', '--expires', '2999-12-31'];

function place() {
  const folder = emptyFolder();
  const file = join(folder, 'shop.target.json');
  writeFileSync(file, JSON.stringify(target, null, 2));
  const failing = evidenceOf({
    id: 'ab12000000',
    origin: { caseName: 'whole' },
    judgement: { findings: [finding({ exchange: 'ab12000000' })] },
  });
  writeFileSync(join(folder, 'conformance.json'), statementText(statementOf(failing)));
  const add = (name: string, ...more: string[]) =>
    runCommand(deviations, ['deviations', 'add', name, '--target', file, '--from', folder, ...said, ...more]);
  return { folder, file, known: join(folder, 'shop.deviations.json'), add };
}

test('a new entry makes a file beside the target and names it there', async () => {
  const { file, known, add } = place();
  const { status, lines } = await add('2.9/amount/decimal/refund', '--id', 'D-1');
  expect(status).toBe(0);
  expect(lines).toEqual([
    `Wrote ${known}: 2.9/amount/decimal in refund, until 2999-12-31.`,
    `Named it in ${file} under "deviations".`,
  ]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ deviations: './shop.deviations.json' });
  expect(readDeviations(known)).toEqual([
    {
      id: 'D-1',
      clause: '2.9/amount/decimal',
      operation: 'refund',
      reason: 'late',
      owner: 'payments',
      expires: '2999-12-31',
      trial: { test: 'refund › answers', case: 'whole', seed: 7 },
    },
  ]);
});

test.each(['2.9/amount/decimal', 'ab12'])('a finding of the last run is named by %s', async (name) => {
  const { known, add } = place();
  await add(name);
  const trial = { test: 'refund › answers', case: 'whole', seed: 7 };
  expect(readDeviations(known)).toMatchObject([{ clause: '2.9/amount/decimal', operation: 'refund', trial }]);
});

test('a second entry keeps the first, and the same one twice is refused', async () => {
  const { known, add } = place();
  await add('2.9/amount/decimal');
  const { lines } = await add('1.3/return_status/present/capture');
  expect(lines).toEqual([
    `Added to ${known}: 1.3/return_status/present in capture, until 2999-12-31.`,
    'It names no trial, since the last run did not show it: it can only expire.',
  ]);
  expect(readDeviations(known).map(({ trial }) => trial !== undefined)).toEqual([true, false]);
  await expect(add('2.9/amount/decimal')).rejects.toThrow(
    'already has "2.9/amount/decimal refund", until 2999-12-31 (payments)',
  );
});

test('an operation that the clause is not about is refused before anything is written', async () => {
  const { known, add } = place();
  await expect(add('2.9/refund_reference_id/shape/query')).rejects.toThrow(
    'nor a finding of the last run. Did you mean "2.9/refund_reference_id/shape/refund"?',
  );
  expect(existsSync(known)).toBe(false);
});

test('a folder without the reports of a run is named', async () => {
  const { file } = place();
  const from = emptyFolder();
  const words = ['deviations', 'add', 'ab12', '--target', file, '--from', from, ...said];
  await expect(runCommand(deviations, words)).rejects.toThrow(
    `${join(from, 'conformance.json')} does not exist; a run writes it into its reports.`,
  );
});

test('a misspelt name is refused with the nearest one', async () => {
  const { add } = place();
  await expect(add('2.9/amount/decimals/refund')).rejects.toThrow(
    'Did you mean "2.9/amount/decimal/refund"?',
  );
  await expect(add('2.9/amont/decimal')).rejects.toThrow('Did you mean "2.9/amount/decimal"?');
});

test('a clause of several operations that no run broke has to be narrowed', async () => {
  const { add } = place();
  await expect(add('1.1/amount/two-digits')).rejects.toThrow(
    'is several findings; name one of 1.1/amount/two-digits/direct-payment, ',
  );
});

test('what nobody can be asked is named by its options', async () => {
  const { folder, file } = place();
  const words = ['deviations', 'add', '2.9/amount/decimal', '--target', file, '--from', folder];
  await expect(runCommand(deviations, words)).rejects.toThrow(
    'deviations add needs --reason, --owner, --expires when there is no terminal to ask on',
  );
});

test('an expiry that is no day, or is over, is refused', async () => {
  const answers = { reason: 'late', owner: 'us' };
  const at = (expires: string) => deviationAnswers({ ...answers, expires }, '2026-06-01');
  await expect(at('soon')).rejects.toThrow('--expires: It must be a day such as 2027-06-30, found "soon".');
  await expect(at('2026-05-31')).rejects.toThrow('--expires: It must be today or later, found 2026-05-31.');
});

test('a wrong answer is asked again with its reason', async () => {
  const asked: string[] = [];
  const replies = ['late', '', 'us', 'soon', '2026-06-02'];
  const answers = await deviationAnswers({}, '2026-06-01', async (text) => {
    asked.push(text);
    return replies.shift() ?? '';
  });
  expect(answers).toEqual({ reason: 'late', owner: 'us', expires: '2026-06-02' });
  expect(asked[2]).toMatch(/^An answer is needed/);
  expect(asked[4]).toMatch(/found "soon"\.\n/);
});
