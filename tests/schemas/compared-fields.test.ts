import { describe, expect, test } from 'vitest';
import { answerSchema, postedFormSchema, requestSchema } from '../../schemas/contract.ts';
import { isObject, objectOf } from '../../schemas/json.ts';
import { judge } from '../../schemas/judge.ts';
import { rules } from '../../schemas/rules/registry.ts';
import { runRules } from '../../schemas/rules/run/registry.ts';
import type { JsonObject } from '../../schemas/types.ts';
import { comparedFields } from './compared-fields.ts';
import { pageOf, visitOf } from './corpus/page.ts';
import { requests } from './corpus/requests.ts';
import { exchangeOf } from './exchange-of.ts';

/** The documented fields of an answer, entries of lists as `name[]`. */
function fieldsIn(schema: JsonObject, path = ''): readonly string[] {
  const { items, properties } = schema;
  if (isObject(items) && properties === undefined) return fieldsIn(items, `${path}[]`);
  const members = Object.entries(objectOf(properties));
  if (members.length === 0) return [path];
  return members.flatMap(([name, part]) => fieldsIn(objectOf(part), path === '' ? name : `${path}.${name}`));
}

const operations = Object.keys(comparedFields) as (keyof typeof comparedFields)[];
const ofRules = (operation: string) =>
  new Set(
    [...rules, ...runRules]
      .filter((rule) => rule.operations.some((one) => one === operation))
      .flatMap(({ clauses }) => clauses),
  );

describe.each(operations)('every field of an answer to %s', (operation) => {
  const table = comparedFields[operation];
  const names = Object.keys(table);
  const covers = (name: string, field: string) =>
    name.endsWith('.*')
      ? field.startsWith(name.slice(0, -1)) || field.startsWith(`${name.slice(0, -2)}[].`)
      : name === field;

  test('is compared, or it is said why not', () => {
    const fields = fieldsIn(answerSchema(operation));
    expect(fields.filter((field) => !names.some((name) => covers(name, field)))).toEqual([]);
    expect(names.filter((name) => !fields.some((field) => covers(name, field)))).toEqual([]);
  });

  test('names a clause of a rule that looks at the operation', () => {
    const known = ofRules(operation);
    const clauses = Object.values(table).filter((said) => typeof said === 'string');
    expect(clauses.filter((clause) => !known.has(clause))).toEqual([]);
  });
});

describe('every field that a redirect payment sends', () => {
  const names = Object.keys(objectOf(requestSchema('redirect-payment').properties));

  test('is a documented field of the posted form', () => {
    const posted = objectOf(postedFormSchema().properties);
    expect(names.filter((name) => !Object.hasOwn(posted, name))).toEqual([]);
  });

  test('is compared with what is posted under its name', () => {
    const request = requests['redirect-payment'];
    // Which signature is echoed is not shown (C-02).
    const sent = Object.keys(request).filter((name) => name !== 'encryption_data');
    const blind = sent.filter((name) => {
      const page = visitOf({ [name]: 'another', allParams: 'a=1' });
      const { findings } = judge(exchangeOf('redirect-payment', request, pageOf(), { page }));
      return !findings.some(({ path, verdict }) => path === name && verdict === 'fail');
    });
    expect(sent.length).toBeGreaterThan(8);
    expect(blind).toEqual([]);
  });
});
