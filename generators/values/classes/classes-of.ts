import { table } from '../../../schemas/table.ts';
import type { MakeContext } from '../../context.ts';
import type { Field } from '../../fields.ts';
import { listAt } from '../../schema-view.ts';
import { sampledShapes } from '../sampled-shapes.ts';
import { shapeNameOf } from '../shape-name.ts';
import {
  countryClasses,
  currencyClasses,
  languageClasses,
  sampleClasses,
  timeZoneClasses,
  usualClasses,
} from './code-classes.ts';
import {
  birthDateClasses,
  dateClasses,
  dateOfBirthClasses,
  dateTextClasses,
  dayBeyond2038,
} from './date-classes.ts';
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
import { anyTextClasses, textClasses } from './text-classes.ts';
import type { ValueClass } from './value-class.ts';

/** The classes of one field. */
export interface FieldClasses {
  /** Values that make sense in the field; requests carry them in all fields at once. */
  readonly own: readonly ValueClass[];
  /** Other texts that the type of the field allows, whatever it means; sent in requests of their own. */
  readonly beyond: readonly ValueClass[];
}

const payment = { leap: 2032, usual: 2031 };
const start = { leap: 2028, usual: 2029 };

/** Shapes of free text, in which any text makes sense. */
const prose: ReadonlySet<string> = new Set([
  'address',
  'bankAddress',
  'bankName',
  'category',
  'city',
  'companyName',
  'contractName',
  'freeText',
  'personName',
  'productName',
  'region',
  'text',
]);

/** Classes of one kind of value, and the shapes that always have them. */
interface Kind {
  readonly kind: string;
  readonly classes: readonly ValueClass[];
  readonly shapes?: readonly string[];
}

const kinds: readonly Kind[] = [
  { kind: 'Text', classes: textClasses },
  { kind: 'Decimal amounts', classes: amountClasses, shapes: ['amount', 'income', 'priceText'] },
  { kind: 'Amounts of digits', classes: digitClasses, shapes: ['integerDigits'] },
  { kind: 'Integers', classes: integerClasses, shapes: ['integer', 'checkoutTime'] },
  { kind: 'Numbers', classes: numberClasses, shapes: ['number'] },
  { kind: 'Counts written as text', classes: countTextClasses, shapes: ['countText', 'phoneAreaCode'] },
  { kind: 'Dates and points in time', classes: [...dateTextClasses(payment), dayBeyond2038] },
  { kind: 'Birth dates', classes: dateOfBirthClasses, shapes: ['dateOfBirth', 'birthDateText'] },
  { kind: 'Order numbers', classes: orderNumberClasses({ prefix: '' }) },
  {
    kind: 'Identifiers',
    classes: identifierClasses,
    shapes: ['identifier', 'document', 'bankAccountNumber', 'token'],
  },
  { kind: 'Mail addresses', classes: emailClasses, shapes: ['email'] },
  { kind: 'Telephone numbers', classes: phoneClasses, shapes: ['phone'] },
  { kind: 'Calling codes', classes: callingCodeClasses, shapes: ['phoneCountryCode'] },
  { kind: 'Internet addresses', classes: ipClasses, shapes: ['ip'] },
  { kind: 'Web addresses', classes: urlClasses, shapes: ['url', 'urlText', 'fileUrl', 'website'] },
  { kind: 'UUIDs', classes: uuidClasses, shapes: ['uuid'] },
  { kind: 'Item records', classes: itemsClasses, shapes: ['items'] },
  { kind: 'Currencies', classes: currencyClasses() },
  { kind: 'Countries', classes: countryClasses, shapes: ['country', 'countryText', 'countryCodeText'] },
  { kind: 'Languages', classes: languageClasses, shapes: ['language'] },
  { kind: 'Time zones', classes: timeZoneClasses, shapes: ['timeZone'] },
  { kind: 'Sizes of challenge windows', classes: twoDigitClasses, shapes: ['challengeWindowSize'] },
  { kind: 'Values that only samples show', classes: sampleClasses([]) },
  { kind: 'All other fields', classes: usualClasses([]) },
];

type Choose = (context: MakeContext, path: string) => readonly ValueClass[];

const currencies: Choose = ({ currencies }) => currencyClasses(currencies);

/** Returns the classes of a shape that is not free text, by the name of the shape. */
const byShape: Readonly<Record<string, Choose>> = table({
  ...Object.fromEntries(
    kinds.flatMap(({ classes, shapes = [] }) => shapes.map((shape) => [shape, () => classes])),
  ),
  date: () => [...dateClasses(payment), dayBeyond2038],
  birthDate: () => birthDateClasses,
  dateText: (_context, path) =>
    path.endsWith('contract_start') ? dateTextClasses(start) : [...dateTextClasses(payment), dayBeyond2038],
  currency: currencies,
  currencyText: currencies,
  orderNumber: (context) => orderNumberClasses(context),
});

/** The classes of values that the document allows for a field, by the shape of its schema. */
export function classesOf({ schema, steps }: Field, context: MakeContext): FieldClasses {
  const shape = shapeNameOf(schema);
  if (prose.has(shape)) return { own: textClasses, beyond: [] };
  const shown = listAt(schema, 'examples').filter((one) => typeof one === 'string' && one !== '') as string[];
  if (sampledShapes.has(shape)) return { own: sampleClasses(shown), beyond: [] };
  const own = byShape[shape]?.(context, steps.join('.')) ?? usualClasses(shown.length > 0 ? shown : ['text']);
  // Where only samples show the values or their shape, it is not stated that another text is allowed.
  const isText = schema.type === 'string' && schema.pattern === undefined && schema.sampled === undefined;
  const once = shape === 'orderNumber' || shape === 'uuid';
  return { own, beyond: isText && !once ? anyTextClasses : [] };
}
