#!/usr/bin/env node
// Writes schemas/generated/messages.ts: the TypeScript types of all messages, from schemas/messages/*.schema.json.
// Usage: node tools/generate-types.mjs [--check]   (--check writes nothing and exits 1 when the file is stale)
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

const messages = new URL('../schemas/messages/', import.meta.url);
const target = new URL('../schemas/generated/messages.ts', import.meta.url);
const shapesFile = 'fields.schema.json';
const kept = ['title', 'type', 'enum', 'const', 'required'];
const files = new Map(
  readdirSync(messages)
    .filter((file) => file.endsWith('.schema.json'))
    .sort()
    .map((file) => [file, JSON.parse(readFileSync(new URL(file, messages), 'utf8'))]),
);
const shapes = files.get(shapesFile).$defs;
/** Named types of the result: schemas as the compiler wants them, by name. */
const definitions = {};
const usedShapes = new Set();

const pascal = (words) => words.replaceAll(/(?:^|[-._])(\w)/g, (_, letter) => letter.toUpperCase());

/** `capture.answer.schema.json` → `CaptureAnswer`. */
const messageName = (file) => pascal(file.replace('.schema.json', ''));

const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${words.endsWith('.') ? '' : '.'}`;

/** Reduces a schema to what the type system can express; notes every other schema that it refers to. */
function reduce(schema, file, place) {
  if (typeof schema === 'boolean') return schema;
  const reduced = Object.fromEntries(kept.filter((key) => key in schema).map((key) => [key, schema[key]]));
  if (schema.title) reduced.description = sentence(schema.description ?? place ?? 'a part of a message');
  if (schema.$ref !== undefined) Object.assign(reduced, reference(schema.$ref, file));
  if (schema.properties) reduced.properties = reduceEach(schema.properties, file);
  if (schema.items) reduced.items = reduce(schema.items, file, place?.replace('the value', 'an entry'));
  if (typeof schema.additionalProperties === 'object')
    reduced.additionalProperties = reduce(schema.additionalProperties, file);
  for (const key of ['anyOf', 'oneOf']) if (schema[key]) alternatives(reduced, key, schema[key], file);
  if (schema.allOf) composition(reduced, schema.allOf, file);
  return reduced;
}

function reduceEach(properties, file) {
  const possible = Object.entries(properties).filter(([, schema]) => !isForbidden(schema));
  return Object.fromEntries(
    possible.map(([name, schema]) => [name, reduce(schema, file, `the value of \`${name}\``)]),
  );
}

/** A member that is described only to say that it must not be there. */
const isForbidden = (schema) =>
  schema === false || (schema.not !== undefined && Object.keys(schema.not).length === 0);

/** Alternatives that only ask for presence have no type of their own. */
function alternatives(reduced, key, schemas, file) {
  const typed = schemas.map((schema) => reduce(schema, file));
  if (typed.every((schema) => isTyped(schema))) reduced[key] = typed;
}

const isTyped = (schema) =>
  typeof schema === 'object' && Object.keys(schema).some((key) => key !== 'required' && key !== 'title');

/** References in `allOf` become an intersection; conditions have no type. */
function composition(reduced, schemas, file) {
  const parts = schemas.map((schema) => reduce(schema, file)).filter(isTyped);
  const groups = parts.map((part) => part.$ref?.replace('#/$defs/', '')).filter(Boolean);
  if (groups.length !== parts.length)
    throw new Error(`${file}: allOf may only refer to named schemas or hold conditions`);
  if (groups.length === 0) return;
  const own = reduced.properties ? [define(`${messageName(file)}Own`, { ...reduced, title: undefined })] : [];
  reduced.tsType = intersection([...groups, ...own], reduced.required ?? []);
}

function intersection(names, required) {
  const whole = names.join(' & ');
  if (required.length === 0) return whole;
  return `${whole} & Required<Pick<${whole}, ${required.map((name) => `'${name}'`).join(' | ')}>>`;
}

function reference(ref, from) {
  const [path, pointer = ''] = ref.split('#');
  const file = path === '' ? from : path;
  const key = pointer.replace('/$defs/', '');
  if (file === shapesFile) return { tsType: shapeType(key) };
  const schema = pointer === '' ? files.get(file) : files.get(file)?.$defs?.[key];
  if (schema === undefined) throw new Error(`${from}: nothing at ${ref}`);
  return {
    $ref: `#/$defs/${define(pointer === '' ? messageName(file) : (schema.title ?? pascal(key)), schema, file)}`,
  };
}

/** Adds a named type once and returns its name. */
function define(name, schema, file) {
  if (!(name in definitions)) {
    definitions[name] = {};
    const reduced = file === undefined ? schema : reduce({ ...schema, title: name }, file);
    definitions[name] = { type: 'object', ...reduced, title: name };
  }
  return name;
}

/** The alias of a shape with a pattern; anything looser is the plain type that it amounts to. */
function shapeType(key) {
  const shape = shapes[key];
  if (shape === undefined) throw new Error(`${shapesFile}: no shape ${key}`);
  if (!shape.pattern && !shape.sampled) return shape.type === 'integer' ? 'number' : shape.type;
  usedShapes.add(key);
  return aliasName(key);
}

/** `Date` would hide the global of that name. */
const aliasName = (key) => (key === 'date' ? 'CalendarDate' : pascal(key));

const aliasOf = (key) => {
  const { description } = shapes[key];
  return `/** ${sentence(description)} */\nexport type ${aliasName(key)} = string;\n`;
};

async function typesOfMessages() {
  for (const [file, schema] of files)
    if (schema.type || schema.properties) define(messageName(file), schema, file);
  const body = await compile({ $defs: definitions, type: 'object' }, 'Nothing', {
    additionalProperties: false,
    bannerComment: '',
    unreachableDefinitions: true,
    style: { singleQuote: true, printWidth: 110 },
  });
  const header = '// Generated from schemas/messages by tools/generate-types.mjs; do not edit.\n';
  const named = body
    .replace(/^export interface Nothing \{\}$/m, '')
    .replaceAll(/^ \* This \w+ was referenced by .*\n \* via the `.*\n/gm, '')
    .replaceAll(/^\/\*\*\n \*\/\n/gm, '')
    .replaceAll(/\n \*\n \*\//g, '\n */')
    .replaceAll(/^( *)\/\*\*\n *\* (.*)\n *\*\//gm, '$1/** $2 */')
    .replaceAll(/\n+(?=\/\*\*|export )/g, '\n\n')
    .replaceAll(/\*\/\n\nexport/g, '*/\nexport')
    .trim();
  return `${header}\n${[...usedShapes].sort().map(aliasOf).join('\n')}\n${named}\n`;
}

const wanted = await typesOfMessages();
if (process.argv.includes('--check')) {
  let present = '';
  try {
    present = readFileSync(target, 'utf8');
  } catch {
    // Absent is stale.
  }
  if (present !== wanted) {
    console.error('schemas/generated/messages.ts is stale: run node tools/generate-types.mjs');
    process.exitCode = 1;
  }
} else writeFileSync(target, wanted);
