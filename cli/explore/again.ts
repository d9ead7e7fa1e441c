import { commandLine } from '../../schemas/command-line.ts';
import { type BodyEdit, parseEdit } from './edits.ts';
import { holdsSecret, type ReplayFile } from './replay-file.ts';

function editWords(edit: BodyEdit): string[] {
  const written = holdsSecret(edit) ? `${edit.text.slice(0, edit.text.indexOf('=') + 1)}<secret>` : edit.text;
  return ['--edit', written];
}

/** Whom a command asks: a target file, or the embedded endpoint dressed as something. */
export interface Asked {
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
