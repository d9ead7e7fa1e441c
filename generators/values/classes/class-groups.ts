import { bodyClasses } from './body-classes.ts';
import {
  countryClasses,
  currencyClasses,
  languageClasses,
  sampleClasses,
  timeZoneClasses,
  usualClasses,
} from './code-classes.ts';
import { dateOfBirthClasses, dateTextClasses, dayBeyond2038 } from './date-classes.ts';
import {
  amountClasses,
  countTextClasses,
  digitClasses,
  integerClasses,
  numberClasses,
} from './number-classes.ts';
import { orderNumberClasses } from './order-number-classes.ts';
import {
  callingCodeClasses,
  emailClasses,
  identifierClasses,
  ipClasses,
  itemsClasses,
  phoneClasses,
  twoDigitClasses,
  urlClasses,
  uuidClasses,
} from './shaped-classes.ts';
import { textClasses } from './text-classes.ts';

/** What tells a class from others: its name, and a sentence. */
export interface ClassName {
  readonly id: string;
  readonly sentence: string;
}

/** Classes of one kind of value. */
export interface ClassGroup {
  readonly kind: string;
  readonly classes: readonly ClassName[];
}

/** Every class of values of fields and every way to write a body, by the kind of value. */
export const classGroups: readonly ClassGroup[] = [
  { kind: 'Text', classes: textClasses },
  { kind: 'Decimal amounts', classes: amountClasses },
  { kind: 'Amounts of digits', classes: digitClasses },
  { kind: 'Integers', classes: integerClasses },
  { kind: 'Numbers', classes: numberClasses },
  { kind: 'Counts written as text', classes: countTextClasses },
  {
    kind: 'Dates and points in time',
    classes: [...dateTextClasses({ leap: 2032, usual: 2031 }), dayBeyond2038],
  },
  { kind: 'Birth dates', classes: dateOfBirthClasses },
  { kind: 'Order numbers', classes: orderNumberClasses({ prefix: '' }) },
  { kind: 'Identifiers', classes: identifierClasses },
  { kind: 'Mail addresses', classes: emailClasses },
  { kind: 'Telephone numbers', classes: phoneClasses },
  { kind: 'Calling codes', classes: callingCodeClasses },
  { kind: 'Internet addresses', classes: ipClasses },
  { kind: 'Web addresses', classes: urlClasses },
  { kind: 'UUIDs', classes: uuidClasses },
  { kind: 'Item records', classes: itemsClasses },
  { kind: 'Currencies', classes: currencyClasses() },
  { kind: 'Countries', classes: countryClasses },
  { kind: 'Languages', classes: languageClasses },
  { kind: 'Time zones', classes: timeZoneClasses },
  { kind: 'Sizes of challenge windows', classes: twoDigitClasses },
  { kind: 'Values that only samples show', classes: sampleClasses([]) },
  { kind: 'All other fields', classes: usualClasses([]) },
  { kind: 'Bodies in JSON', classes: bodyClasses.json },
  { kind: 'Bodies in XML', classes: bodyClasses.xml },
  { kind: 'Forms', classes: bodyClasses.form },
];
