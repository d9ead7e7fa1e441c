import { type Draw, type ValueClass, valueClass } from './value-class.ts';

/** The day and month of a class, and whether its year is a leap year. */
interface Day {
  readonly id: string;
  readonly sentence: string;
  readonly leap: boolean;
  days(draw: Draw): readonly [month: string, day: string];
}

const days: readonly Day[] = [
  { id: 'leap-day', sentence: 'The 29th of February.', leap: true, days: () => ['02', '29'] },
  {
    id: 'end-of-february',
    sentence: 'The 28th of February of a usual year.',
    leap: false,
    days: () => ['02', '28'],
  },
  {
    id: 'end-of-30-days',
    sentence: 'The last day of a month of 30 days.',
    leap: true,
    days: ({ pick }) => [pick(['04', '06', '09', '11']), '30'],
  },
  {
    id: 'end-of-31-days',
    sentence: 'The last day of a month of 31 days.',
    leap: true,
    days: ({ pick }) => [pick(['01', '03', '05', '07', '08', '10']), '31'],
  },
  { id: 'last-day-of-year', sentence: 'The 31st of December.', leap: true, days: () => ['12', '31'] },
  { id: 'first-day-of-year', sentence: 'The 1st of January.', leap: true, days: () => ['01', '01'] },
  {
    id: 'day-like-a-month',
    sentence: 'A day that could be a month, and a month that could be a day.',
    leap: false,
    days: ({ pick }) => [pick(['02', '05', '08']), pick(['03', '09', '11'])],
  },
];

/** The years of a kind of date: one leap year, one usual year. */
interface Years {
  readonly leap: number;
  readonly usual: number;
}

type Write = (year: number, month: string, day: string) => string;

function datesOf(years: Years, write: Write): ValueClass[] {
  return days.map(({ id, sentence, leap, days }) =>
    valueClass(id, sentence, (draw) => write(leap ? years.leap : years.usual, ...days(draw))),
  );
}

/** Classes of a date `YYYY-MM-DD`. */
export function dateClasses(years: Years): readonly ValueClass[] {
  return datesOf(years, (year, month, day) => `${year}-${month}-${day}`);
}

/** A future day for payments, beyond 32-bit time. */
export const dayBeyond2038: ValueClass = valueClass(
  'beyond-2038',
  'A day after the last that 32-bit clocks can hold.',
  () => '2038-01-20',
);

const birthYears: Years = { leap: 1996, usual: 1981 };

function birthDatesOf(write: Write): readonly ValueClass[] {
  return [
    ...datesOf(birthYears, write),
    valueClass('before-1970', 'A day before those that many clocks count from.', () =>
      write(1969, '12', '31'),
    ),
    valueClass('leap-day-of-2000', 'The 29th of February of a century.', () => write(2000, '02', '29')),
  ];
}

/** Classes of a birth date `DD-MM-YYYY`, as in the example of the document. */
export const birthDateClasses: readonly ValueClass[] = birthDatesOf(
  (year, month, day) => `${day}-${month}-${year}`,
);

/** Classes of a birth date `YYYY-MM-DD`. */
export const dateOfBirthClasses: readonly ValueClass[] = birthDatesOf(
  (year, month, day) => `${year}-${month}-${day}`,
);

/** Classes of a date without a stated shape: dates, and dates with times. */
export function dateTextClasses(years: Years): readonly ValueClass[] {
  return [
    ...dateClasses(years),
    valueClass('first-second', 'The first second of a day.', () => `${years.leap}-06-01 00:00:00`),
    valueClass('last-second', 'The last second of a day.', () => `${years.leap}-06-30 23:59:59`),
  ];
}
