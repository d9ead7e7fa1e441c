import { defaultContext } from '../../generators/context.ts';
import { whyFixed } from '../../generators/covering.ts';
import { type Field, fieldsOf } from '../../generators/fields.ts';
import { bodyClasses, classesOf } from '../../generators/value-classes.ts';
import { clausesOf } from '../../schemas/clauses.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { bodyField } from '../../schemas/history/sent.ts';
import { changeAt, isObject } from '../../schemas/json.ts';
import {
  documentedOperations,
  encodingOfType,
  type Operation,
  operationOf,
} from '../../schemas/operations.ts';
import { table } from '../../schemas/table.ts';
import type { ClauseId, DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { type Change, onAnswer, onWire, without } from '../behaviour.ts';
import type { About, Wire } from '../reply.ts';
import { type Fault, faultFrom } from './fault.ts';
import { sitesOf } from './from-schemas.ts';
import { status200 } from './statuses.ts';

/** For each class of values: the pattern that recognises its values, and how a faulty service damages them. */
export const valueMarks: Readonly<
  Record<string, readonly [sign: RegExp, damage?: (text: string) => string]>
> = table({
  'one-character': [/^[A-Z]$/],
  '255-characters': [/^[ -~]{255}$/],
  'latin-letters': [/[À-ÖØ-öø-ÿ]/],
  'greek-or-cyrillic': [/[\u0370-\u052f]/],
  'right-to-left': [/[\u0590-\u06ef]/],
  cjk: [/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/],
  emoji: [/[\u{10000}-\u{10ffff}]/u],
  'combining-marks': [/[\u0300-\u036f]/],
  'markup-signs': [/& <\w+> "/],
  'cdata-end': [/\]\]>/],
  'script-end': [/^<\/script/],
  'script-single-quote-end': [/^';alert\(\d+\);\/\/$/],
  'script-double-quote-end': [/^";alert\(\d+\);\/\/$/],
  'attribute-single-quote-end': [/^'>/],
  'attribute-double-quote-end': [/^">/],
  'script-in-any-place': [/^';alert\(\d+\);\/\/"/],
  'percent-and-plus': [/%25|%2B/],
  backslash: [/\\/],
  'leading-zeros': [/^00[0-9]{6}$/],
  'blanks-around': [/^ | $/],
  'line-ends-and-tabs': [/[\n\t]/],
  'like-json': [/^\{"/],
  'like-a-number': [/^(?:12\.50|-0|\+1|1234567890123456789)$/],
  'like-null': [/^(?:null|undefined|NULL|None|NaN)$/],
  'form-pair': [/^amount=/],
  'like-zero': [/^0$/, () => ''],
  'like-a-power': [/^(?:[1-9]e5|0x[0-9]{2}F)$/, (text) => String(Number(text))],
  'like-a-truth-value': [/^(?:true|false|yes|no)$/, (text) => (/^(?:true|yes)$/.test(text) ? '1' : '0')],
  'like-a-date': [/^[0-9]{4}-[0-9]{2}-[0-9]{2}T/, (text) => new Date(text).toUTCString()],
  'like-a-formula': [/^[=@+-]SUM/, (text) => `'${text}`],
  'reserved-word': [/^(?:constructor|__proto__|toString|select|CON)$/, (text) => `${text}_`],
  'quotes-around': [/^(["'])[a-z]+\1$/, (text) => text.slice(1, -1)],
  'character-references': [/&[a-z]+;|&#/, (text) => text.replaceAll('&amp;', '&').replaceAll('&#65;', 'A')],
  placeholders: [/%s|\{\}/, (text) => text.replace('%s', '').replace('{}', '')],
  'replacement-patterns': [/\$&/, (text) => 'x'.replace('x', text)],
  'typographic-signs': [/[“-‟–—]/, (text) => text.replaceAll(/[“-‟]/g, '?')],
  '255-wide-characters': [/[\u10d0-\u10ff]/, (text) => Buffer.from(text).subarray(0, 255).toString()],
  'letters-that-fold': [/\u212b/, (text) => text.replaceAll(/[\u0130\u0131]/g, 'i')],
  'digits-of-other-scripts': [/^[१-४]+ [۴-۷]+/, (text) => text.replaceAll(/\p{Nd}/gu, '0')],
  'no-break-blanks': [/\u00a0/, (text) => text.replaceAll(/[\u00a0\u202f]/g, ' ')],
  'invisible-signs': [/\u200b/, (text) => text.replaceAll(/\p{Cf}/gu, '')],
  'line-separators': [/\u2028/, (text) => text.replaceAll(/[\u2028\u2029]/g, '\n')],
  'double-blanks': [/[a-z] {2,}[a-z]/, (text) => text.replaceAll(/ {2,}/g, ' ')],
  'other-ascii-signs': [/\|/, (text) => text.split('|')[0] ?? ''],
  'markup-comment': [/<!--/, (text) => text.replace(/<!--.*/, '')],
  'like-sql': [/' OR /, (text) => text.replaceAll("''", "'")],
  'like-a-path': [/\.\.\//, (text) => text.replaceAll('./', '/')],
  'inexact-in-binary': [
    /^(?:1\.13|1\.15|4\.35|5\.06|8\.29|9\.95)$/,
    (text) => (Math.trunc(Number(text) * 100) / 100).toFixed(2),
  ],
  'cents-below-ten': [/^(?:1\.01|3\.05|4\.09)$/, (text) => `${text.replace('.0', '.')}0`],
  'trailing-zero': [/^(?:2\.10|3\.70|7\.50)$/, (text) => text.slice(0, -1)],
  'day-like-a-month': [
    /^(?:2031|2029|1981)-(?:02|05|08)-(?:03|09|11)$/,
    (text) => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1-$3-$2'),
  ],
  'before-1970': [/^1969-12-31$/, (text) => text.replace('1969-12-31', '1970-01-01')],
  'leap-day-of-2000': [/^2000-02-29$/, (text) => text.replace('2000-02-29', '2000-03-01')],
  'beyond-2038': [/^2038-01-20$/, () => '1901-12-14'],
});

/** For each way to write a body: a pattern that matches only bodies written in that way. */
export const writingSigns: Readonly<Record<string, RegExp>> = table({
  'json-escaped-texts': /:"\\u00[2-7]/,
  'json-escaped-names': /"(?:\\u[0-9a-f]{4})+":/,
  'json-escaped-pairs': /^(?!.*:"\\u00[2-7]).*\\ud8/s,
  'json-escaped-slashes': /\\\//,
  'json-blanks': /^\{\n/,
  'no-xml-declaration': /^<(?!\?xml)/,
  'xml-cdata': /<!\[CDATA\[/,
  'xml-decimal-references': /&#\d/,
  'xml-hexadecimal-references': /&#x/,
  'xml-named-references': /&apos;/,
  'form-escaped-names': /^%/,
  'form-escaped-values': /^\w+=%[3-7]/,
});

/** A fault that shows if a field holds a value of one class, or a body is written in one way. */
export interface ValueFault extends Fault {
  readonly field: string;
  /** Name of the class of values. */
  readonly class: string;
}

const effectWords = {
  crashes: 'ends in a 500',
  malformed: 'is answered with a body that is not well formed',
  altered: 'comes back altered',
  dropped: 'does not come back',
} as const;

/** What happens to the answer. */
type Effect = keyof typeof effectWords;

/** A clause and the change that breaks it; without a clause, no rule says what is right. */
type Breach = readonly [clause: ClauseId | undefined, change: Change];

const crash = { status: 500, headers: { 'content-type': 'text/html' }, body: '<h1>500</h1>' };
const broken = {
  json: (text: string) => text.slice(0, -1),
  xml: (text: string) => text.replace('</respon>', '<open></respon>'),
} as const;

/** The faults for one class of values in one field of an operation. */
function faultsOf(
  { id, answers }: Operation,
  { field, class: kind }: Pick<ValueFault, 'field' | 'class'>,
  when: (about: About) => boolean,
  returned: Readonly<Record<'altered' | 'dropped', Breach>>,
): readonly ValueFault[] {
  const onSuch = (change: (wire: Wire) => Wire) =>
    onWire(id, (wire, about) => (when(about) ? change(wire) : wire));
  const breaks = answers === 'html' ? undefined : broken[answers];
  const made: Partial<Record<Effect, Breach>> = {
    crashes: [status200(id), onSuch(() => crash)],
    ...(breaks && {
      malformed: [
        `1.4/${answers}/well-formed`,
        onSuch((wire) => (typeof wire.body === 'string' ? { ...wire, body: breaks(wire.body) } : wire)),
      ],
      ...returned,
    }),
  };
  return Object.entries(made).flatMap(([effect, [clause, change]]) => {
    if (clause === undefined) return [];
    const words = ['value', id, ...field.split('.'), kind, effect];
    const description = `${kind} in ${field} ${effectWords[effect as Effect]}`;
    const name = words.join('-').replaceAll('_', '-').toLowerCase();
    return [{ ...faultFrom({ id: name, clause, operation: id, description, change }), field, class: kind }];
  });
}

// Every answer that repeats any value repeats `merchant_id`.
const echoed = 'merchant_id';

/** The faults for each way to write a body of an operation. */
function writingFaultsOf(operation: Operation): readonly ValueFault[] {
  const { id, declares, encoding } = operation;
  const types = new Set([encoding, ...(declares === undefined ? [] : [encodingOfType[declares]])]);
  const isEcho = /\/merchant_id\/(?:identity|echo)$/;
  const echo = clausesOf(id).find((one) => isEcho.test(one.id))?.id;
  return [...types]
    .flatMap((type) => bodyClasses[type])
    .flatMap(({ id: kind }) => {
      const sign = writingSigns[kind];
      if (sign === undefined) return [];
      const when = ({ body }: About) => sign.test(body);
      const changing = (change: (answer: JsonObject) => JsonObject) =>
        onAnswer(id, (answer, about) => (when(about) ? change(answer) : answer));
      return faultsOf(operation, { field: bodyField, class: kind }, when, {
        altered: [echo, changing((answer) => ({ ...answer, [echoed]: `${String(answer[echoed])}0` }))],
        dropped: [absenceOf(id, echoed), changing((answer) => without(answer, echoed))],
      });
    });
}

interface Spot {
  readonly operation: Operation;
  readonly field: Field;
  readonly class: string;
}

/** All texts at a path of a request; `[]` stands for every entry of an array. */
function textsAt(value: JsonValue | undefined, [step, ...rest]: readonly string[]): readonly string[] {
  if (step === undefined) return typeof value === 'string' ? [value] : [];
  if (step === '[]') return Array.isArray(value) ? value.flatMap((entry) => textsAt(entry, rest)) : [];
  return isObject(value) ? textsAt(value[step], rest) : [];
}

function holds({ field, class: kind }: Spot): (request: JsonObject) => boolean {
  const [sign = /^$/] = valueMarks[kind] ?? [];
  return (request) => textsAt(request, field.steps).some((text) => sign.test(text));
}

const others: ReadonlySet<string> = new Set(['client_data', 'reason', 'reference', 'payment_date']);

/** The clause that an answer repeats the value of a field. */
function echoOf({ operation: { id }, field, class: kind }: Spot): ClauseId | undefined {
  const [first = '', second] = field.steps;
  // It is the same amount, in another writing.
  if (kind === 'trailing-zero' && first === 'amount') return '1.1/amount/two-digits';
  if (id === 'refund' && field.label === 'refund_reason') return '2.9/refund_reason/echo';
  if (id === 'cancel-subscription' && first === 'contract_name') return '2.12/contract_name/echo';
  if (id === 'direct-payment' && first === 'amount') return '2.6/amount/echo';
  if (id === 'apm-payment' && first === 'amount') return '2.7/amount/echo';
  if (id !== 'payout' || field.label.endsWith('bank_code')) return undefined;
  if (first === 'beneficiary_id') return '2.13/beneficiary_id/echo';
  if (first === 'beneficiary') return second === undefined ? undefined : '2.13/beneficiary/echo';
  return others.has(first) ? '2.13/request-fields/echo' : undefined;
}

/** The clause that is broken if an answer lacks the member at a dotted path. */
function absenceOf(operation: DocumentedOperationId, path: string): ClauseId | undefined {
  return sitesOf(operation).find((site) => site.kind === 'absent' && site.path.join('.') === path)?.clause;
}

const damaged = (text: string) => (text.length > 1 ? text.slice(0, -1) : `${text}?`);

function changing(spot: Spot, change: (text: string) => string | undefined): Change {
  const [sign = /^$/] = valueMarks[spot.class] ?? [];
  return onAnswer(
    spot.operation.id,
    (answer) =>
      changeAt(answer, spot.field.steps, (value) =>
        typeof value === 'string' && sign.test(value) ? change(value) : value,
      ) as JsonObject,
  );
}

function fieldFaults(spot: Spot): readonly ValueFault[] {
  const { operation, field, class: kind } = spot;
  const holdsIt = holds(spot);
  const echo = echoOf(spot);
  const absence = echo && absenceOf(operation.id, field.steps.join('.'));
  // A member of a payout that comes back empty is absent.
  const isEmptied = kind === 'like-zero' && operation.family === 'payout';
  return faultsOf(operation, { field: field.label, class: kind }, ({ request }) => holdsIt(request), {
    altered: [isEmptied ? absence : echo, changing(spot, valueMarks[kind]?.[1] ?? damaged)],
    dropped: [absence, changing(spot, () => undefined)],
  });
}

// These must exist in the run: a request with an unknown one is refused before its text matters.
const named: ReadonlySet<string> = new Set(['merchant_id', 'account_id', 'order_no', 'transaction_id']);

function spotsOf(operation: Operation): Spot[] {
  const held = whyFixed(operation.id, defaultContext);
  return fieldsOf(requestSchema(operation.id), operation.batch?.field)
    .filter(({ kind, label }) => kind === 'leaf' && !named.has(label) && held(label) === undefined)
    .flatMap((field) => {
      const { own, beyond } = classesOf(field, defaultContext);
      const sent = operation.family === 'subscription' ? own : [...own, ...beyond];
      return sent
        .filter(({ id }) => valueMarks[id] !== undefined)
        .map(({ id }) => ({ operation, field, class: id }));
    });
}

/** The faults for each class of values in each field of an operation, derived from the request schema. */
function fieldFaultsOf(operation: Operation): readonly ValueFault[] {
  return spotsOf(operation).flatMap(fieldFaults);
}

let made: ReadonlyMap<string, ValueFault> | undefined;

function derive(): ReadonlyMap<string, ValueFault> {
  const derived = documentedOperations.flatMap(({ id }) => {
    const operation = operationOf(id);
    // The fields of a search name things of the run.
    const ofFields = operation.family === 'search' ? [] : fieldFaultsOf(operation);
    return [...ofFields, ...writingFaultsOf(operation)];
  });
  // A field may list a class both as its own and as a general one; the map keeps it once.
  return new Map(derived.map((fault) => [fault.id, fault]));
}

/** All faults for a class of values in a field, or for a way to write a body. */
export function valueFaults(): readonly ValueFault[] {
  made ??= derive();
  return [...made.values()];
}

/** The value fault with this id, or undefined. */
export function findValueFault(id: string): ValueFault | undefined {
  if (!id.startsWith('value-')) return undefined;
  made ??= derive();
  return made.get(id);
}
