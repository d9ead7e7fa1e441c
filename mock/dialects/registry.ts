import { conductDialects } from './conduct.ts';
import type { Dialect } from './dialect.ts';
import { memberDialects } from './members.ts';
import { refusalDialects } from './refusals.ts';
import { styleDialects } from './style.ts';

const all = { ...conductDialects, ...memberDialects, ...refusalDialects, ...styleDialects };

const order: readonly (keyof typeof all)[] = [
  'plain',
  'other-values',
  'more-fields',
  'fewer-fields',
  'odd-but-right',
  'refuses-in-envelope',
  'refuses-with-400',
  'refuses-with-404',
  'refuses-with-422',
  'refuses-with-html',
  'refuses-with-nothing',
  'other-types',
  'no-types',
  'json-style',
  'xml-style',
  'xml-utf-16',
  'html-style',
  'base-element',
  'script-file',
  'latin-pages',
  'alternate-names-only',
  'shuffled-entries',
  'empty-searches',
  'no-signature-echo',
  'own-signature',
  'no-risk-reasons',
  'payer-left-out',
  'validates-texts',
  'shows-inactived',
  'over-limit-one-by-one',
  'asynchronous',
  'slow',
  'closes-connections',
  'busy',
  'notifies-twice',
  'never-notifies',
  'lenient',
  'empty-is-absent',
  'refunds-alike',
];

/** All dialects: legal variants of the endpoint that must raise nothing but what they declare. */
export const dialects: readonly Dialect[] = order.map((name) => ({ name, ...all[name] }));

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));

/** The dialect of a name, if there is one. */
export function findDialect(name: string): Dialect | undefined {
  return byName.get(name);
}
