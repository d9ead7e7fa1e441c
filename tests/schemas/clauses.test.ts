import { describe, expect, test } from 'vitest';
import { cappedVerdict, clauseOf, clauses, clausesOf, hasClause } from '../../schemas/clauses.ts';
import { rawSchemas } from '../../schemas/message-schemas.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { type Evidence, type JsonValue, operationIds, type Verdict, verdicts } from '../../schemas/types.ts';

const idsOf = (rows: typeof clauses) => rows.map(({ id }) => id);
const sortable = (section: string) =>
  section
    .split('.')
    .map((part) => part.padStart(3, '0'))
    .join('.');

/** Every clause id that stands in a schema, with the files that name it. */
function idsInSchemas(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  const note = (value: JsonValue, file: string): void => {
    if (typeof value === 'string') found.set(value, [...(found.get(value) ?? []), file]);
    else if (value !== null && typeof value === 'object')
      for (const part of Object.values(value)) note(part, file);
  };
  const visit = (value: JsonValue, file: string): void => {
    if (value === null || typeof value !== 'object') return;
    for (const [name, part] of Object.entries(value)) {
      // The clause of a listed keyword is found on the way down, like any other.
      if (name === 'clause' && !Array.isArray(value)) note(part, file);
      else visit(part, file);
    }
  };
  for (const [file, schema] of Object.entries(rawSchemas())) visit(schema, file);
  return found;
}

describe('the register', () => {
  test('names every clause once', () => {
    expect(idsOf(clauses).filter((id, index, all) => all.indexOf(id) !== index)).toEqual([]);
  });

  test('gives each clause an id that starts with its section', () => {
    const odd = clauses.filter(({ id }) => !/^\d+(?:\.\d+)?\/\S+[^/]$/.test(id));
    expect(idsOf(odd)).toEqual([]);
  });

  test('has rows for all sections and is sorted by them', () => {
    const sections = clauses.map(({ section }) => sortable(section));
    expect(sections).toEqual([...sections].sort());
    expect(new Set(sections.map((section) => Number(section.slice(0, 3))))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]),
    );
  });

  test('holds one line and known words in every row', () => {
    const evidences = ['stated', 'sampled', 'implied', 'silent', 'conflicting'];
    const odd = clauses.filter(
      ({ statement, evidence, obliged }) =>
        !/^\S[^\n]{8,160}[^\s.]$/.test(statement) ||
        !evidences.includes(evidence) ||
        !['caller', 'service'].includes(obliged),
    );
    expect(idsOf(odd)).toEqual([]);
  });

  test('says of each gap, and of nothing else, how it is observed or why not', () => {
    const odd = clauses.filter(({ evidence, gap }) => {
      const texts = Object.entries(gap ?? {});
      const told =
        texts.length === 1 && texts.every(([name, text]) => /^(?:un)?observ(?:ed|able)$/.test(name) && text);
      return evidence === 'silent' ? !told : gap !== undefined;
    });
    expect(idsOf(odd)).toEqual([]);
  });

  test('gives each conflict, and nothing else, a number and its readings', () => {
    const odd = clauses.filter(({ evidence, conflict }) =>
      evidence === 'conflicting'
        ? !/^C-\d\d$/.test(conflict?.id ?? '') || (conflict?.readings.length ?? 0) < 2
        : conflict !== undefined,
    );
    expect(idsOf(odd)).toEqual([]);
  });

  test('covers the ten conflicts', () => {
    const numbers = Array.from({ length: 10 }, (_, index) => `C-${String(index + 1).padStart(2, '0')}`);
    expect([...new Set(clauses.flatMap(({ conflict }) => conflict?.id ?? []))].sort()).toEqual(numbers);
  });

  test('names only operations of section 1, each once and in its order', () => {
    const odd = clauses.filter(({ operations }) => {
      const places = operations.map((operation) => operationIds.indexOf(operation));
      return places.some((place, index) => place < 0 || (index > 0 && place <= (places[index - 1] ?? 0)));
    });
    expect(idsOf(odd)).toEqual([]);
  });

  test('leaves operations out only where no exchange can tell', () => {
    const open = clauses.filter(
      ({ operations, gap }) => operations.length === 0 && !(gap && 'unobservable' in gap),
    );
    expect(idsOf(open)).toEqual([]);
  });

  test('asks for a browser only on the redirect page', () => {
    const odd = clauses.filter(({ needsBrowser, id }) => needsBrowser && !/^(?:2\.8|6\.2)\//.test(id));
    expect(idsOf(odd)).toEqual([]);
    expect(clauseOf('2.8/theForm/automatic-post').needsBrowser).toBe(true);
    expect(clauseOf('2.8/theForm/method').needsBrowser).toBeUndefined();
  });

  test('keeps all of optimise payment methods silent', () => {
    expect(clausesOf('optimise-payment-methods').map(({ evidence }) => evidence)).toEqual([
      'silent',
      'silent',
      'silent',
    ]);
  });

  test.each(documentedOperations.map(({ id, section }) => [id, section] as const))(
    'has the status of %s in section %s',
    (operation, section) => {
      expect(clauseOf(`${section}/status-200`)).toMatchObject({
        evidence: 'stated',
        operations: [operation],
      });
    },
  );
});

describe('schemas and register', () => {
  const used = idsInSchemas();

  test('every clause that a schema names is in the register', () => {
    expect(used.size).toBeGreaterThan(300);
    expect([...used].filter(([id]) => !hasClause(id))).toEqual([]);
  });

  test('no schema keyword judges where the document is silent', () => {
    expect([...used.keys()].filter((id) => hasClause(id) && clauseOf(id).evidence === 'silent')).toEqual([]);
  });

  test('a clause stands only in schemas of its operations and its obliged party', () => {
    const odd = [...used].flatMap(([id, files]) => {
      const { operations, obliged } = clauseOf(id);
      const sides = obliged === 'caller' ? ['request'] : ['answer', 'page', 'posted'];
      const right = operations.flatMap((operation) =>
        sides.map((side) => `${operation}.${side}.schema.json`),
      );
      return files
        .filter((file) => !right.includes(file) && file !== 'payment-order.schema.json')
        .map((file) => `${id} in ${file}`);
    });
    expect([...new Set(odd)]).toEqual([]);
  });

  test('what is only listed is implied', () => {
    const listed = [...used.keys()].filter((id) => id.endsWith('/listed'));
    expect(listed.length).toBeGreaterThan(15);
    expect(listed.filter((id) => clauseOf(id).evidence !== 'implied')).toEqual([]);
  });
});

describe('clauseOf', () => {
  test('finds a clause by its id', () => {
    expect(clauseOf('2.9/amount/two-digits')).toMatchObject({
      section: '2.9',
      evidence: 'sampled',
      obliged: 'service',
    });
  });

  test('names the nearest id when there is none', () => {
    expect(() => clauseOf('2.9/amount/decimals')).toThrow(
      'no clause "2.9/amount/decimals"; the nearest is "2.9/amount/decimal"',
    );
  });
});

describe('cap', () => {
  const worst: Readonly<Record<Evidence, Verdict>> = {
    stated: 'fail',
    conflicting: 'fail',
    sampled: 'warn',
    implied: 'warn',
    silent: 'observed',
  };

  test.each(Object.entries(worst))('lets a %s clause give %s at worst', (evidence, verdict) => {
    expect(cappedVerdict(evidence as Evidence, 'fail')).toBe(verdict);
    expect(cappedVerdict(evidence as Evidence, 'warn')).toBe(verdict === 'fail' ? 'warn' : verdict);
  });

  test('leaves verdicts on the suite and on the run as they are', () => {
    const kept: readonly Verdict[] = [
      'suite-error',
      'not-tested',
      'observed',
      'not-applicable',
      'not-testable',
    ];
    for (const evidence of Object.keys(worst) as Evidence[]) {
      expect(kept.map((verdict) => cappedVerdict(evidence, verdict))).toEqual(kept);
    }
  });

  test('never judges a silent clause', () => {
    const judged = verdicts.map((verdict) => cappedVerdict('silent', verdict));
    expect(judged.filter((verdict) => ['fail', 'warn', 'inconclusive', 'pass'].includes(verdict))).toEqual(
      [],
    );
  });
});
