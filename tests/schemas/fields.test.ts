import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { addVocabulary } from '../../schemas/contract/compiler.ts';
import type { JsonObject, JsonValue } from '../../schemas/types.ts';

interface Shape {
  readonly type: string;
  readonly pattern?: string;
  readonly format?: string;
  readonly description: string;
  readonly examples: readonly JsonValue[];
  readonly misfits: readonly JsonValue[];
  readonly sampled?: {
    readonly pattern: string;
    readonly description: string;
    readonly misfits: readonly JsonValue[];
  };
}

const source = readFileSync(new URL('../../schemas/messages/fields.schema.json', import.meta.url), 'utf8');
const { $defs } = JSON.parse(source) as { $defs: Record<string, Shape & { $ref?: string }> };
// A text that has only a name of its own refers to the shape of any text.
const shapes = Object.entries($defs).map(([name, { $ref, ...shape }]): [string, Shape] => [
  name,
  $ref === undefined ? shape : { ...$defs.text, ...shape },
]);
const patterns = shapes.flatMap(([name, shape]) =>
  Object.entries({ [name]: shape.pattern, [`${name}, sampled`]: shape.sampled?.pattern }).filter(
    ([, pattern]) => pattern,
  ),
);
const ajv = new Ajv2020({ strictTypes: false });
addVocabulary(ajv);

/** The values for which a schema does not give the wanted answer. */
function disagreements(schema: object, values: readonly JsonValue[], fits: boolean): readonly JsonValue[] {
  const accepts = ajv.compile(schema as JsonObject);
  return values.filter((value) => accepts(value) !== fits);
}

test('no shape refers to another one than that of any text', () => {
  const others = Object.values($defs).flatMap(({ $ref = '#/$defs/text' }) => $ref);
  expect(new Set(others)).toEqual(new Set(['#/$defs/text']));
});

describe.each(shapes)('shape %s', (_name, shape) => {
  test('accepts its examples', () => {
    expect(shape.examples.length).toBeGreaterThan(0);
    expect(disagreements(shape, shape.examples, true)).toEqual([]);
  });

  test('refuses its misfits', () => {
    expect(shape.misfits.length).toBeGreaterThanOrEqual(3);
    expect(disagreements(shape, shape.misfits, false)).toEqual([]);
  });

  test('lists no value twice', () => {
    const values = [...shape.examples, ...shape.misfits].map((value) => JSON.stringify(value));
    expect(values).toEqual([...new Set(values)]);
  });

  test('has a description that completes "expected …"', () => {
    expect(shape.description).toMatch(/^(?:an? |two, |free |14 |item |file ).+[^.]$|^the payer /u);
  });
});

describe.each(shapes.filter(([, shape]) => shape.sampled))('what samples show of %s', (_name, shape) => {
  const sampled = shape.sampled ?? { pattern: '', description: '', misfits: [] };

  test('holds for every example', () => {
    expect(disagreements(sampled, shape.examples, true)).toEqual([]);
  });

  test('is stricter than what is stated', () => {
    expect(sampled.misfits.length).toBeGreaterThan(0);
    expect(disagreements(sampled, sampled.misfits, false)).toEqual([]);
    expect(disagreements(shape, sampled.misfits, true)).toEqual([]);
  });
});

describe.each(patterns)('pattern of %s', (_name, pattern = '') => {
  test('is anchored and means the same in every regex dialect', () => {
    expect(pattern).toMatch(/^\^.*\$$/u);
    expect(pattern).not.toMatch(/\\[dwb]|\(\?[=!<]/u);
  });

  test('ends on hostile text', () => {
    const pieces = [
      '1',
      '#',
      '#,',
      '#,#',
      '#;#',
      '-',
      '*',
      'a',
      '/',
      '1-01',
      '0000:',
      'https://a',
      '2025-01-31T',
      ' ',
    ];
    const regex = new RegExp(pattern, 'u');
    // Work that grew with the square would be minutes at this length, beyond the time limit of the test.
    for (const piece of pieces) expect(regex.test(`${piece.repeat(100_000)}\u0000 -`)).toBeTypeOf('boolean');
  });
});

/** Every day from 00-00 to 13-32 of some years, leap years of each kind among them. */
const days = ['0000', '1900', '2000', '2023', '2024', '2100', '9999'].flatMap((year) =>
  Array.from({ length: 14 * 33 }, (_, at): [string, string, string] => [
    year,
    String(Math.floor(at / 33)).padStart(2, '0'),
    String(at % 33).padStart(2, '0'),
  ]),
);

function isReal([year, month, day]: readonly string[]): boolean {
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

describe.each<[string, string, string]>([
  ['date14', '', '240000'],
  ['date', '-', ''],
  ['dateOfBirth', '-', ''],
  ['dateTime', '-', ' 23:59:60'],
  ['offsetTimestamp', '-', 'T24:00:00-0330'],
  ['shortReferenceId', '', '-A1B2C3'],
])('dates of shape %s', (name, between, rest) => {
  const [, shape] = shapes.find(([other]) => other === name) ?? [];
  const text = (parts: readonly string[]) => `${parts.join(between)}${rest}`;

  test('are those of the calendar', () => {
    const unreal = days.filter((parts) => !isReal(parts));
    expect(disagreements(shape ?? {}, days.filter(isReal).map(text), true)).toEqual([]);
    expect(disagreements(shape ?? {}, unreal.map(text), false)).toEqual([]);
  });

  test('are laid out without formats as well: month 13 is refused, 30 February not', () => {
    const layout = new RegExp(shape?.pattern ?? '', 'u');
    expect(layout.test(text(['2025', '02', '30']))).toBe(true);
    expect(layout.test(text(['2025', '13', '01']))).toBe(false);
  });
});

test('no format judges the layout alone', () => {
  const formatted = shapes.filter(([, shape]) => shape.format !== undefined);
  expect(formatted.map(([name]) => name).sort()).toEqual(
    [
      'date',
      'date14',
      'dateOfBirth',
      'dateTime',
      'offsetTimestamp',
      'shortReferenceId',
      'url',
      'uuid',
    ].sort(),
  );
  expect(formatted.filter(([, { pattern }]) => pattern === undefined)).toEqual([]);
});

describe('addresses', () => {
  const web = [
    'https://shop.example',
    'HTTP://127.0.0.1:8080/a?b#c',
    'https://[::1]/',
    'https://münchen.example/ü',
    'https://u:p@a_b.example:65535',
  ];
  const other = ['bankid:///?token=7c40', 'swish:paymentrequest', 'ftp:x', 'javascript:pay()'];
  const hostless = [
    'https:shop.example',
    'https:/shop.example',
    'https:///notify',
    'https://?a',
    'http://:80/',
  ];
  const unread = [
    'https://shop.example:port/',
    'https://shop.example:65536/',
    'https://[::1/',
    'https://a<b/',
    'https://%zz/',
  ];
  const { url, urlText } = $defs;
  const sampled = { type: 'string', ...urlText?.sampled };

  test('of http and https have a host that a browser understands', () => {
    expect(disagreements(url ?? {}, [...web, ...other], true)).toEqual([]);
    expect(disagreements(url ?? {}, [...hostless, ...unread, 'bankid:'], false)).toEqual([]);
  });

  test('with letters beyond ASCII stay right, however many addresses came before', () => {
    const accepts = ajv.compile(url ?? {});
    const refused = Array.from({ length: 20_000 }, () => accepts('https://shöp.example/é')).indexOf(false);
    expect(refused).toBe(-1);
  });

  test('are sampled with http and https alone', () => {
    expect(disagreements(sampled, web, true)).toEqual([]);
    expect(disagreements(sampled, [...hostless, ...unread, ...other], false)).toEqual([]);
  });
});
