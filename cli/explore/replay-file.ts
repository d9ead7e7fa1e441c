import { cardNumbersIn } from '../../reports/redact/card-numbers.ts';
import { replaceSecrets } from '../../reports/redact/message.ts';
import { indexedSecretsIn } from '../../reports/redact/secret-index.ts';
import { commandLine, optionWords } from '../../schemas/command-line.ts';
import { requestSchema } from '../../schemas/contract.ts';
import { anyEntry, isObject, objectOf, pathOf, valueAt } from '../../schemas/json.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { counted } from '../../schemas/plain-text.ts';
import { loadAjv } from '../../schemas/ready-made.ts';
import { placesOf } from '../../schemas/schema-places.ts';
import type { DocumentedOperationId, JsonObject, JsonValue } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readJsonFile } from '../../targets/file/read-json-file.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { writeGivenFile } from '../write-given-file.ts';
import { type CaseChoice, kinds } from './cases.ts';
import type { SessionOptions } from './session.ts';

/** One change to a body before it is sent. */
export interface BodyEdit {
  /** As written, for example `refund_orders[0].amount=12.345`. */
  readonly text: string;
  /** Member names and entry numbers from the top. */
  readonly steps: readonly (string | number)[];
  /** Absent removes the member or entry. */
  readonly value?: JsonValue;
  /** Written with `:=`: exact JSON, documented or not. */
  readonly exact?: true;
}

const step = /\.?([^.[\]=]+)|\[(\d{1,6})\]/y;

/** Returns the steps of a path such as `a.b[0].c`, or undefined if it is not a path. */
function stepsOf(path: string): (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < path.length) {
    const start = step.lastIndex;
    const found = step.exec(path);
    // A name needs a dot before it, except at the start.
    const dotted = found?.[0].startsWith('.') ?? false;
    if (found === null || (found[1] !== undefined && dotted === (start === 0))) return undefined;
    steps.push(found[1] ?? Number(found[2]));
  }
  return typeof steps[0] === 'string' ? steps : undefined;
}

function readValue(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** Parses `a.b[0].c=value` (JSON if the value parses, else text; empty removes the member) or exact `:=`. */
export function parseEdit(text: string): BodyEdit {
  const at = text.indexOf('=');
  const exact = at > 1 && text[at - 1] === ':';
  const steps = at < 1 ? undefined : stepsOf(text.slice(0, exact ? at - 1 : at));
  if (steps === undefined) {
    throw new ConfigurationError(
      `--edit is written path=value, for example refund_orders[0].amount=12.345, found ${JSON.stringify(text)}.`,
    );
  }
  const written = text.slice(at + 1);
  return {
    text,
    steps,
    ...(written === '' ? {} : { value: readValue(written) }),
    ...(exact ? { exact } : {}),
  };
}

function rejectEdit({ text }: BodyEdit, reason: string): never {
  throw new ConfigurationError(`--edit ${JSON.stringify(text)}: ${reason}.`);
}

function changed(value: JsonValue | undefined, depth: number, edit: BodyEdit): JsonValue {
  const step = edit.steps[depth];
  if (step === undefined) return edit.value ?? null;
  const removes = depth === edit.steps.length - 1 && edit.value === undefined;
  if (typeof step === 'number') {
    const entries = value ?? [];
    if (!Array.isArray(entries)) rejectEdit(edit, `the value before [${step}] is not an array`);
    const { length } = entries;
    if (step > length || (removes && step === length))
      rejectEdit(edit, `the array has ${counted(length, 'entry', 'entries')}, so there is no [${step}]`);
    return entries.toSpliced(step, 1, ...(removes ? [] : [changed(entries[step], depth + 1, edit)]));
  }
  const members = value ?? {};
  if (!isObject(members)) rejectEdit(edit, `the value before "${step}" is not an object`);
  const names = Object.keys(members);
  if (!removes) {
    const before = names.includes(step) ? members[step] : undefined;
    return { ...members, [step]: changed(before, depth + 1, edit) };
  }
  const meant = names.length === 0 ? '' : didYouMean(step, names);
  if (!names.includes(step)) rejectEdit(edit, `there is no "${step}" to remove.${meant}`.replace(/\.$/, ''));
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step));
}

/** Returns the body after all edits in order; throws `ConfigurationError` if a path does not exist. */
export function applyEdits(body: JsonObject, edits: readonly BodyEdit[]): JsonObject {
  return edits.reduce((before, edit) => changed(before, 0, edit) as JsonObject, body);
}

const plainName = /^[^.[\]=]+$/;

function editsIn(before: JsonValue | undefined, after: JsonValue | undefined, path: string): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (after === undefined) return [`${path}=`];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length)
    return after.flatMap((entry, at) => editsIn(before[at], entry, `${path}[${at}]`));
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    // A name that a path cannot contain is written with its parent object.
    if (names.every((name) => plainName.test(name)) || path === '')
      return names
        .filter((name) => plainName.test(name))
        .flatMap((name) => editsIn(before[name], after[name], path === '' ? name : `${path}.${name}`));
  }
  // Without `:=`, a number or `true` would become text in a text field.
  const sign = typeof after === 'number' || typeof after === 'boolean' ? ':=' : '=';
  return [`${path}${sign}${JSON.stringify(after)}`];
}

/** Returns the command-line edits that turn one body into the other. */
export function editsBetween(before: JsonObject, after: JsonObject): string[] {
  return editsIn(before, after, '');
}

/**
 * Returns an edit typed by the document: a value for a text field is text, even if it is a number or `true`. Throws,
 * with the nearest name, for a name that is neither documented nor in the body. `:=` skips both.
 */
export function documentedEdit(edit: BodyEdit, operation: DocumentedOperationId, body: JsonObject): BodyEdit {
  if (edit.exact === true) return edit;
  const { text, steps, value } = edit;
  const places = new Map(
    placesOf(requestSchema(operation)).map((place) => [pathOf(place.steps), place.schema]),
  );
  const schemaAt = (depth: number) => places.get(anyEntry(pathOf(steps.slice(0, depth))));
  for (const [depth, step] of steps.entries()) {
    const documented = Object.keys(objectOf(schemaAt(depth)?.properties));
    const known = [...documented, ...Object.keys(objectOf(valueAt(body, steps.slice(0, depth))))];
    // If the schema lists no members, any name is accepted.
    if (typeof step === 'string' && value !== undefined && documented.length > 0 && !known.includes(step))
      throw new ConfigurationError(
        `--edit ${JSON.stringify(text)}: the request has no "${step}" here.${didYouMean(step, known)} To send it all the same, write := instead of =.`,
      );
  }
  const isText = schemaAt(steps.length)?.type === 'string';
  const isWord = typeof value === 'number' || typeof value === 'boolean';
  return isText && isWord ? { ...edit, value: text.slice(text.indexOf('=') + 1) } : edit;
}

/** The JSON Schema of a replay file. */
export const replaySchema = {
  type: 'object',
  required: ['operation', 'seed', 'edits'],
  additionalProperties: false,
  properties: {
    operation: { enum: documentedOperations.map(({ id }) => id) },
    kind: { enum: kinds },
    case: { type: 'string', maxLength: 500 },
    seed: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
    count: { type: 'integer', minimum: 1, maximum: 1000 },
    entries: { type: 'integer', minimum: 0, maximum: 1000 },
    orders: { enum: ['paid', 'unknown'] },
    edits: { type: 'array', items: { type: 'string' } },
  },
} as const;

/** Returns whether an edit sets data that must not be stored: card, security code, token, signature, personal data. */
function holdsSecret({ steps, value }: BodyEdit): boolean {
  if (value === undefined) return false;
  const name = String(steps.findLast((step) => typeof step === 'string'));
  let found = false;
  const text = JSON.stringify({ [name]: value });
  // Numbers become texts, since masking only reads texts.
  const quoted = text.replaceAll(/:\s*(-?\d[\d.eE+-]*)/g, ':"$1"');
  replaceSecrets(quoted, (_secret, one) => {
    found ||= one !== '';
    return one;
  });
  return found || indexedSecretsIn(text).length > 0 || cardNumbersIn(text).length > 0;
}

/** Returns a replay without the edits that hold a secret, and those edits. */
export function withoutSecrets(replay: CaseChoice): { replay: CaseChoice; left: readonly BodyEdit[] } {
  const edits = replay.edits.map(parseEdit);
  const kept = edits.filter((edit) => !holdsSecret(edit)).map(({ text }) => text);
  return { replay: { ...replay, edits: kept }, left: edits.filter(holdsSecret) };
}

/** Writes a replay file; edits that hold a secret are left out and returned. */
export function saveReplay(file: string, whole: CaseChoice): readonly BodyEdit[] {
  const { replay, left } = withoutSecrets(whole);
  writeGivenFile(file, `${JSON.stringify(replay, null, 2)}\n`, 0o600);
  return left;
}

/** Reads a replay file; throws `ConfigurationError` with the problem. */
export function loadReplay(file: string): CaseChoice {
  const value: unknown = readJsonFile(file, 'replay file');
  const check = new (loadAjv().Ajv2020)({ strict: true }).compile<CaseChoice>(replaySchema);
  if (check(value)) return value;
  const [first] = check.errors ?? [];
  throw new ConfigurationError(
    `${file} is not a replay file: ${first?.instancePath.slice(1) || 'the file'} ${first?.message ?? 'is wrong'}.`,
  );
}

/** Returns the command that repeats a request; the values of secret edits are left out. */
export function commandOf(wish: CaseChoice, { target, embedded, fault }: SessionOptions = {}): string {
  const { operation, kind, case: name, entries, seed, count, orders, edits } = wish;
  const options = optionWords({
    target,
    fault,
    kind,
    case: name,
    entries,
    count: count === 1 ? undefined : count,
    orders: orders === 'unknown' ? orders : undefined,
    seed,
  });
  return commandLine(
    'explore',
    operation,
    ...(embedded === true ? ['--embedded'] : []),
    ...options,
    ...edits.flatMap((text) => {
      const isSecret = holdsSecret(parseEdit(text));
      return ['--edit', isSecret ? `${text.slice(0, text.indexOf('=') + 1)}<secret>` : text];
    }),
  );
}
