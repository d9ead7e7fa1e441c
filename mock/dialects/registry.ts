import { conductDialects } from './conduct.ts';
import type { Dialect, DialectTable } from './dialect.ts';
import { memberDialects } from './members.ts';
import { refusalDialects } from './refusals.ts';
import { styleDialects } from './style.ts';

const all: DialectTable = { ...conductDialects, ...memberDialects, ...refusalDialects, ...styleDialects };

/** All dialects: conforming variants of the endpoint. A run may raise only the warnings that they declare. */
export const dialects: readonly Dialect[] = Object.entries(all).map(([name, row]) => ({ name, ...row }));

const byName = new Map(dialects.map((dialect) => [dialect.name, dialect]));

/** The dialect with this name, or undefined. */
export function findDialect(name: string): Dialect | undefined {
  return byName.get(name);
}
