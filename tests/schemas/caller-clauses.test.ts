import { describe, expect, test } from 'vitest';
import { clauses } from '../../schemas/clauses.ts';
import { type Breach, requestSchema, validateRequest } from '../../schemas/contract.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { at, files, isObject, read, resolved, sample } from './request-files.ts';

describe('clauses on the caller', () => {
  const part = clauses.filter(
    ({ obliged, section, gap }) => obliged === 'caller' && section !== '1' && gap === undefined,
  );
  const requestFiles = files.filter((file) => !file.startsWith('fields'));

  /** Every schema of a request with its place, references to shapes left as they stand. */
  function sitesIn(value: JsonValue, place: string): readonly (readonly [place: string, site: JsonObject])[] {
    if (Array.isArray(value)) return value.flatMap((each, index) => sitesIn(each, `${place}/${index}`));
    if (!isObject(value)) return [];
    const inner = Object.entries(value).filter(([name]) => name !== 'clause');
    return [[place, value], ...inner.flatMap(([name, each]) => sitesIn(each, `${place}/${name}`))];
  }
  const sites = requestFiles.flatMap((file) => sitesIn(read(file), file));
  const idsIn = (value: JsonValue | undefined): readonly string[] =>
    typeof value === 'string' ? [value] : isObject(value) ? Object.values(value).flatMap(idsIn) : [];
  const cited = new Set(sites.flatMap(([, site]) => idsIn(site.clause)));

  test('have unique ids that start with their section', () => {
    const ids = part.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(part.filter(({ id, section }) => id.slice(0, id.indexOf('/')) !== section)).toEqual([]);
  });

  test('are all cited by a request schema', () => {
    expect(part.filter(({ id }) => !cited.has(id))).toEqual([]);
  });

  test('are all in the register', () => {
    const known = new Map(clauses.map((row) => [row.id, row.obliged]));
    expect([...cited].filter((id) => known.get(id) !== 'caller')).toEqual([]);
  });

  test('stand at every reference to a shape', () => {
    const bare = sites.filter(
      ([, site]) => String(site.$ref).startsWith('fields.') && site.clause === undefined,
    );
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  test('give what only samples show a clause of its own', () => {
    const hard = sites.filter(
      ([, site]) =>
        resolved(site).sampled !== undefined && !(isObject(site.clause) && site.clause.sampled !== undefined),
    );
    expect(hard.map(([place]) => place)).toEqual([]);
  });

  test('name each keyword that can fail on a nested object', () => {
    const silent = sites.filter(
      ([, { additionalProperties, clause }]) =>
        additionalProperties === false && !(isObject(clause) && clause.additionalProperties && clause.type),
    );
    expect(silent.map(([place]) => place)).toEqual([]);
  });
});

/** Every field with a shape: where its object stands in the full sample, its name, its expanded schema. */
function leavesIn(
  schema: JsonObject,
  path: string,
): readonly (readonly [path: string, name: string, leaf: JsonObject])[] {
  return Object.entries((schema.properties ?? {}) as JsonObject).flatMap(([name, part]) => {
    const field = part as JsonObject;
    const inner = [path, name].filter((step) => step !== '').join('.');
    if (Array.isArray(field.misfits)) return [[path, name, field] as const];
    if (isObject(field.items)) return leavesIn(field.items, `${inner}.0`);
    return leavesIn(field, inner);
  });
}

/** The one clause that a misfit is to break: that of the keyword which it fails. */
function clauseOf({ clause, type }: JsonObject, misfit: JsonValue): JsonValue | undefined {
  if (!isObject(clause)) return clause;
  const fitsType = type === 'string' ? typeof misfit === 'string' : typeof misfit === 'number';
  return clause[fitsType ? 'pattern' : 'type'];
}

describe.each(documentedOperations)('a single fault in a $id request', ({ id }) => {
  const breachesWith = (path: string, name: string, value: JsonValue): readonly Breach[] => {
    const body = sample(id);
    at(body, path)[name] = value;
    return validateRequest(id as DocumentedOperationId, body);
  };
  const leaves = leavesIn(requestSchema(id as DocumentedOperationId), '');

  test('breaks the one clause of its field', () => {
    expect(leaves.length).toBeGreaterThanOrEqual(3);
    for (const [path, name, leaf] of leaves) {
      for (const misfit of leaf.misfits as JsonValue[]) {
        const clauses = breachesWith(path, name, misfit).map(({ clause }) => clause);
        expect([name, misfit, ...clauses]).toEqual([name, misfit, clauseOf(leaf, misfit)]);
      }
    }
  });

  test('is none where only samples would object', () => {
    for (const [path, name, { sampled }] of leaves) {
      for (const misfit of isObject(sampled) ? (sampled.misfits as JsonValue[]) : []) {
        expect([name, misfit, ...breachesWith(path, name, misfit)]).toEqual([name, misfit]);
      }
    }
  });
});
