// Writes targets/file/target-keys.ts, the types of target files, from their schema: run it after a change of that schema.
// Usage: node tools/target-types.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const file = (path) => new URL(`../targets/${path}`, import.meta.url);
const schema = JSON.parse(readFileSync(file('target.schema.json'), 'utf8'));
const lineWidth = 110;
const operations = new Set(Object.keys(schema.properties.capabilities.properties));
const [operation] = operations;

const nameOf = (key) => (/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`);

/** A member with its type, one alternative in a line where they are too many. */
function member(key, { type, isRequired }, indent) {
  const start = `${indent}readonly ${nameOf(key)}${isRequired ? '' : '?'}:`;
  const line = `${start} ${type};`;
  if (line.split('\n')[0].length <= lineWidth) return line;
  return `${start}${type
    .split(' | ')
    .map((one) => `\n${indent}  | ${one}`)
    .join('')};`;
}

function objectType({ properties, additionalProperties, required = [] }, indent) {
  if (properties === undefined)
    return additionalProperties
      ? `Readonly<Record<string, ${typeOf(additionalProperties, '')}>>`
      : 'JsonObject';
  if (Object.keys(properties).join() === 'env,file') return 'SecretPlace';
  // Whoever looks up an operation need not know for which of them the file may say something; of a payment it says most.
  if (Object.keys(properties).every((name) => operations.has(name) || name === '*')) {
    const keys = '*' in properties ? "OperationId | '*'" : 'OperationId';
    return `Readonly<Partial<Record<${keys}, ${typeOf(properties[operation], indent)}>>>`;
  }
  const inner = `${indent}  `;
  const members = Object.entries(properties)
    .filter(([key]) => key !== '$schema')
    .map(([key, node]) =>
      member(key, { type: typeOf(node, inner), isRequired: required.includes(key) }, inner),
    );
  return `{\n${members.join('\n')}\n${indent}}`;
}

/** What one of the types of JSON is in TypeScript. */
function plainType(type, node, indent) {
  if (type === 'object') return objectType(node, indent);
  if (type === 'array') {
    const item = typeOf(node.items, indent);
    return `readonly ${/ \| [^{}]*$/.test(item) ? `(${item})` : item}[]`;
  }
  return type === 'integer' ? 'number' : type;
}

/** The types that have a name of their own, as they are met. */
const named = new Map();

function typeOf(node, indent) {
  if (node.$ref !== undefined) {
    const name = node.$ref.replace('#/$defs/', '');
    if (name === 'secret') return 'Secret';
    return name === 'secretOrText' ? 'SecretOrText' : typeOf(schema.$defs[name], indent);
  }
  if (node.enum !== undefined) return node.enum.map((value) => `'${value}'`).join(' | ');
  // A title names the object among the types of a value.
  const types = [node.type].flat().map((type) => {
    if (type !== 'object' || node.title === undefined) return plainType(type, node, indent);
    const body = objectType(node, '');
    const head = body.startsWith('{') ? `interface ${node.title}` : `type ${node.title} =`;
    named.set(
      node.title,
      `/** ${node.description} */\nexport ${head} ${body}${body.startsWith('{') ? '' : ';'}\n`,
    );
    return node.title;
  });
  return types.join(' | ');
}

/** The text of the file of types. */
export function targetTypes() {
  const { title: _, ...root } = schema;
  const keys = typeOf(root, '');
  return `import type { JsonObject, OperationId } from '../../schemas/types.ts';
import type { SecretPlace } from './secret.ts';

// Written by \`node tools/target-types.mjs\` from target.schema.json, which says what each key means.

${[...named.values()].join('\n')}
/** The keys of a target: of a file that was checked against its schema, or of a target whose secrets are known. */
export interface TargetKeys<Secret, SecretOrText> ${keys}

/** A target file as it is. */
export type TargetFile = TargetKeys<SecretPlace, string | SecretPlace>;
`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(file('file/target-keys.ts'), targetTypes());
