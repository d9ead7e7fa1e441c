import { conductDialects } from './conduct.ts';
import type { Dialect, DialectTable } from './dialect.ts';
import { memberDialects } from './members.ts';
import { refusalDialects } from './refusals.ts';
import { styleDialects } from './style.ts';

const all: DialectTable = { ...conductDialects, ...memberDialects, ...refusalDialects, ...styleDialects };

/** All dialects: legal variants of the endpoint that must raise nothing but what they declare. */
export const dialects: readonly Dialect[] = Object.entries(all).map(([name, row]) => ({ name, ...row }));

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));

/** The dialect of a name, if there is one. */
export function findDialect(name: string): Dialect | undefined {
  return byName.get(name);
}
