import type { Dialect } from '../dialects/dialect.ts';
import { htmlStyle, jsonStyle, xmlUtf16 } from '../dialects/style.ts';
import type { Acquirer } from './acquirer.ts';
import type { Habit } from './habit.ts';
import { countedIdentifiers, leavesEmpty } from './habits/answers.ts';
import { declaredTypesOnly, hangsUp } from './habits/wire.ts';
import { oneStep } from './lives.ts';

const asHabit = (insists: string, { reason, change }: Dialect): Habit => ({
  insists,
  because: reason,
  change,
});

/** An acquirer whose software is older than most of its clients. */
export const oldHouse: Acquirer = {
  name: 'old-house',
  description:
    'An acquirer whose software is older than most of its clients: capitals, UTF-16, one connection each.',
  habits: [
    declaredTypesOnly,
    countedIdentifiers,
    leavesEmpty,
    asHabit('Its XML is UTF-16 with a byte order mark.', xmlUtf16),
    asHabit('Its JSON is written in ASCII, its members backwards.', jsonStyle),
    asHabit('Its pages are written in capitals and post from onload.', htmlStyle),
    hangsUp,
  ],
  life: oneStep,
  announces: ['2.6/respon/listed'],
};
