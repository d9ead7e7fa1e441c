import { cleanUpSettings } from '../targets/clean-up-settings.ts';
import { unreported as test } from './fixtures/unreported.ts';
import { type Left, whatIsLeft } from './support/clean-up/left.ts';
import { type CleanUp, openCleanUp } from './support/clean-up/session.ts';

const { folder, sends, settings } = cleanUpSettings();
const left = whatIsLeft(folder);

/** Asks the service what was refunded before anything is undone: without its list, no test runs. */
let cleanUp: CleanUp | undefined;
test.beforeAll(async () => {
  if (sends && left.some(({ why }) => why === undefined)) cleanUp = await openCleanUp(folder, settings);
});
test.afterAll(async () => {
  await cleanUp?.close();
});

/** Undoes one thing; fails if it is still left, and skips what nothing is sent for. */
async function undo({ entry, isOpen, why }: Left): Promise<void> {
  test.skip(!sends, why ?? `nothing is sent without SEND=${folder}`);
  test.skip(!isOpen, why ?? '');
  const still = why ?? (await cleanUp?.undo(entry));
  if (still !== undefined) throw new Error(`Still left: ${still}`);
}

for (const one of left) test(one.title, () => undo(one));
if (left.length === 0) test('nothing is left behind that could be undone', () => {});
