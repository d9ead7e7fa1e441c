import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { cardNumbersIn } from '../../reports/redact/card-numbers.ts';
import { knownIn } from '../../reports/redact/known.ts';
import { replaceSecrets } from '../../reports/redact/message.ts';
import { commandLine } from '../../schemas/command-line.ts';
import { documentedOperations } from '../../schemas/operations.ts';
import { loadAjv } from '../../schemas/ready-made.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { type Kind, kinds } from './cases.ts';
import { type BodyEdit, parseEdit } from './edits.ts';

/** What makes a request again: how it was generated and what was changed, never its body. */
export interface ReplayFile {
  readonly operation: DocumentedOperationId;
  readonly kind?: Kind | undefined;
  readonly case?: string | undefined;
  readonly seed: number;
  readonly count?: number | undefined;
  readonly entries?: number | undefined;
  readonly orders?: 'paid' | 'unknown' | undefined;
  /** Edits as they are written on the command line. */
  readonly edits: readonly string[];
}

/** What makes a request again, as JSON Schema. */
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

let compiled: ValidateFunction<ReplayFile> | undefined;

function checkReplayFile(): ValidateFunction<ReplayFile> {
  compiled ??= new (loadAjv().Ajv2020)({ strict: true }).compile<ReplayFile>(replaySchema);
  return compiled;
}

/** Tells whether an edit sets something that may not lie in a file: a card, a security code, a token, a signature, personal data. */
function holdsSecret({ steps, value }: BodyEdit): boolean {
  if (value === undefined) return false;
  const name = String(steps.findLast((step) => typeof step === 'string'));
  let found = false;
  const text = JSON.stringify({ [name]: value });
  // Numbers are taken as their digits, for replacing looks at texts only.
  const quoted = text.replaceAll(/:\s*(-?\d[\d.eE+-]*)/g, ':"$1"');
  replaceSecrets(quoted, (_secret, one) => {
    found ||= one !== '';
    return one;
  });
  return found || knownIn(text).length > 0 || cardNumbersIn(text).length > 0;
}

/** A replay without the edits that hold a secret, and those edits. */
export function withoutSecrets(replay: ReplayFile): { replay: ReplayFile; left: readonly BodyEdit[] } {
  const edits = replay.edits.map(parseEdit);
  const kept = edits.filter((edit) => !holdsSecret(edit)).map(({ text }) => text);
  return { replay: { ...replay, edits: kept }, left: edits.filter(holdsSecret) };
}

/** Writes a replay file; edits that hold a secret are left out and returned. */
export function saveReplay(file: string, whole: ReplayFile): readonly BodyEdit[] {
  const { replay, left } = withoutSecrets(whole);
  try {
    writeForOwner(file, `${JSON.stringify(replay, null, 2)}\n`);
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be written: ${(error as Error).message}`);
  }
  return left;
}

/** Reads a replay file; `ConfigurationError` says what is wrong with it. */
export function loadReplay(file: string): ReplayFile {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be read as a replay file: ${(error as Error).message}`);
  }
  const check = checkReplayFile();
  if (check(value)) return value;
  const [first] = check.errors ?? [];
  throw new ConfigurationError(
    `${file} is not a replay file: ${first?.instancePath.slice(1) || 'the file'} ${first?.message ?? 'is wrong'}.`,
  );
}

/** Writes a file that nobody but its owner may read, also where another one stood before. */
function writeForOwner(path: string, content: string | Uint8Array): void {
  writeFileSync(path, content, { mode: 0o600 });
  // The mode of `writeFileSync` counts only for a file that is new.
  chmodSync(path, 0o600);
}

function editWords(edit: BodyEdit): string[] {
  const written = holdsSecret(edit) ? `${edit.text.slice(0, edit.text.indexOf('=') + 1)}<secret>` : edit.text;
  return ['--edit', written];
}

/** Whom a command asks: a target file, or the embedded endpoint dressed as something. */
interface Asked {
  readonly target?: string | undefined;
  readonly embedded?: true | undefined;
  readonly fault?: string | undefined;
  readonly dialect?: string | undefined;
}

/** The command that makes a request again; edits that hold a secret keep their place but not their value. */
export function commandOf(replay: ReplayFile, { target, embedded, fault, dialect }: Asked = {}): string {
  const { operation, kind, entries, seed, count, orders, edits } = replay;
  return commandLine(
    'explore',
    operation,
    ...(embedded === true ? ['--embedded'] : []),
    ...Object.entries({ target, fault, dialect }).flatMap(([option, value]) =>
      value === undefined ? [] : [`--${option}`, value],
    ),
    ...(kind === undefined ? [] : ['--kind', kind]),
    ...(replay.case === undefined ? [] : ['--case', replay.case]),
    ...(entries === undefined ? [] : ['--entries', String(entries)]),
    ...(count === undefined || count === 1 ? [] : ['--count', String(count)]),
    ...(orders === 'unknown' ? ['--orders', orders] : []),
    '--seed',
    String(seed),
    ...edits.flatMap((text) => editWords(parseEdit(text))),
  );
}
