import { say } from '../findings/say.ts';
import type { Recorder } from '../judge/recorder.ts';
import { documentedOperations } from '../operations.ts';
import { table } from '../table.ts';
import type { ClauseId, JsonObject, JsonValue } from '../types.ts';
import { compareAsSent, isAsSent } from './echoes.ts';
import { fingerprintName, holdsAmount, namesOf, postedFields, unmatchedNames } from './redirect-page.ts';
import type { Rule, View } from './rule.ts';
import { compareDecimals } from './values.ts';

const most = 50;

/** 2.14: undocumented members are allowed; their names and types are observed. */
export const undocumentedFields: Rule = {
  name: 'undocumented-fields',
  clauses: ['2.14/undocumented-field', '2.14/near-spelling'],
  operations: documentedOperations.map(({ id }) => id),
  looksAt: 'answer',
  check({ checked, operation }, recorder) {
    if (checked === undefined) return;
    recorder.holds('2.14/near-spelling');
    // The inputs of a page have their own clause (4.3).
    if (operation.answers === 'html') return;
    for (const { pointer, name, type } of checked.undocumented.slice(0, most)) {
      const path = [
        ...pointer
          .split('/')
          .slice(1)
          .map((step) => (/^[0-9]+$/.test(step) ? '[]' : step)),
        fingerprintName(name),
      ]
        .join('.')
        .replaceAll('.[]', '[]');
      recorder.observes(
        '2.14/undocumented-field',
        `${path} (${type})`,
        `${operation.title}: ${path} is not documented`,
      );
    }
  },
};

const present = '2.8/inputs/repeated';
const value = '2.8/inputs/repeated-value';
const listed = '2.8/alternates/listed';
/** Alternate names that clearly repeat their field; the others are ambiguous. */
const certainAlternates = new Set([
  'merNo',
  'orderNo',
  'orderCurrency',
  'orderAmount',
  'taxTotal',
  'itemTotal',
  'shippingDiscount',
  'firstName',
  'lastName',
  'shopperId',
  'shopperLevel',
]);
const own: Readonly<Record<string, ClauseId>> = table({
  merchant_id: '2.8/merchant_id/identity',
  account_id: '2.8/account_id/identity',
  order_no: '2.8/order_no/identity',
  amount: '2.8/amount/echo',
  currency: '2.8/currency/echo',
});

/** 2.8: the posted form repeats the sent request fields, under their own or their alternate names (C-10). */
export const repeatedFields: Rule = {
  name: 'repeated-fields',
  clauses: [present, value, listed, ...Object.values(own), '2.8/alternates/without-field'],
  operations: ['redirect-payment'],
  looksAt: 'page',
  check(view, recorder) {
    const fields = postedFields(view);
    if (fields === undefined) return;
    if (view.comparable && view.fits) compareFields(view, fields, recorder);
    for (const name of Object.keys(fields)) {
      if (unmatchedNames().has(name)) {
        recorder.observes(
          '2.8/alternates/without-field',
          name,
          `The posted form holds ${name} without a field to repeat`,
        );
      }
    }
  },
};

function compareFields(view: View, fields: JsonObject, recorder: Recorder): void {
  for (const [field, sent] of Object.entries(view.request)) {
    // The signature has clauses of its own.
    if (field === 'encryption_data') continue;
    const names = namesOf(field).filter((name) => Object.hasOwn(fields, name));
    if (names.length === 0) {
      if (
        isNested(sent) &&
        Object.keys(fields).some((name) => name.startsWith(`${field}[`) || name.startsWith(`${field}.`))
      )
        continue;
      recorder.breaks(present, {
        kind: 'absent',
        path: field,
        expected: say('input', [], namesOf(field).join('" or "')),
        received: say('none'),
        atMost: 'warn',
      });
      continue;
    }
    recorder.holds(present);
    // How a nested value becomes the text of an input is not documented.
    if (isNested(sent)) continue;
    const clause = own[field] ?? value;
    for (const name of names) {
      const one = String(sent);
      valuesOf(view, name).forEach((other, at) => {
        // Which of two inputs with one name counts is not documented.
        const isCertain = at === 0 && (name === field || certainAlternates.has(name));
        compareAsSent(recorder, {
          clause,
          path: name,
          sent: one,
          received: other,
          expected: say('as-sent-in', [sent], field),
          differs: !isRepeated(field, one, other),
          ...(isCertain ? {} : { atMost: 'warn' }),
        });
      });
    }
    judgeAlternates(field, fields, recorder);
  }
}

/** All values that were posted under a name. */
function valuesOf({ exchange }: View, name: string): readonly string[] {
  const posted = exchange.page?.posted?.fields ?? [];
  return posted.flatMap(([own, text]) => (own === name ? [text] : []));
}

/** Each alternate name of a sent field in 2.8 is posted as well (C-10). */
function judgeAlternates(field: string, fields: JsonObject, recorder: Recorder): void {
  const [, ...alternates] = namesOf(field);
  if (alternates.length > 0) recorder.holds(listed);
  for (const name of alternates) {
    if (Object.hasOwn(fields, name)) continue;
    recorder.breaks(listed, {
      kind: 'absent',
      path: name,
      expected: say('input-for', [], name, field),
      received: say('none'),
    });
  }
}

/** Amounts and totals are compared as numbers. */
function isRepeated(field: string, sent: string, posted: string): boolean {
  return isAsSent(field, sent, posted) || (holdsAmount(field) && compareDecimals(sent, posted) === 0);
}

function isNested(sent: JsonValue): boolean {
  return typeof sent === 'object';
}
