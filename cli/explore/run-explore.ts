import { jsonText, plainText } from '../../schemas/plain-text.ts';
import type { DocumentedOperationId } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isRefusedSend, SendingStopped } from '../../targets/refused-send.ts';
import { exitStatus } from '../exit-status.ts';
import { sayAside } from '../target-choice.ts';
import { commandOf } from './again.ts';
import { type Kind, kinds, listCases } from './cases.ts';
import { documentedEdit } from './documented-edits.ts';
import { applyEdits, type BodyEdit, parseEdit } from './edits.ts';
import { type Look, lookAt, reportOf } from './look.ts';
import { maskBody } from './masked-body.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type ReplayFile, saveReplay } from './replay-file.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';
import { caseText, listText, lookText, type Manner, requestText } from './terminal/show.ts';

/** What one call of the command asks for. */
export interface Exploration extends SessionOptions, Manner {
  readonly operation: DocumentedOperationId;
  readonly kind?: Kind | undefined;
  readonly case?: string | undefined;
  readonly count?: number | undefined;
  readonly entries?: number | undefined;
  readonly orders: 'paid' | 'unknown';
  readonly edits: readonly string[];
  readonly save?: string | undefined;
  readonly list?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** Takes one piece of output: a text of one or more lines. */
export type Print = (text: string) => void;

function describeReplay(asked: Exploration, { settings }: Session): ReplayFile {
  const { operation, kind, case: name, count, entries, orders, edits } = asked;
  const { seed } = settings;
  // Members without a value vanish from the file.
  return { operation, kind, case: name, seed, count, entries, orders, edits };
}

function printList(asked: Exploration, { context, settings }: Session, print: Print): void {
  const wanted = asked.kind === undefined ? kinds : [asked.kind];
  const cases = wanted.flatMap((kind) => listCases(asked.operation, kind, context, settings.seed));
  if (asked.json) {
    const rows = cases.map(({ body: _body, ...row }) => row);
    print(jsonText(rows, 2));
    return;
  }
  for (const kind of wanted) {
    const some = cases.filter((made) => made.kind === kind);
    print(`${kind} (${some.length})\n${listText(some)}\n`);
  }
}

function statusOf({ exchange: { received, judgement } }: Look): number {
  const found = new Set(judgement.findings.map(({ verdict }) => verdict));
  if (found.has('suite-error')) return exitStatus.suiteError;
  if (found.has('fail')) return exitStatus.nonConformant;
  return received.kind === 'none' ? exitStatus.incomplete : exitStatus.conformant;
}

async function show(
  session: Session,
  { made, notes }: Prepared,
  { edits, asked, print }: { edits: readonly BodyEdit[]; asked: Exploration; print: Print },
): Promise<number> {
  const body = edits.reduce(
    (before, edit) => applyEdits(before, [documentedEdit(edit, made.operation, before)]),
    made.body,
  );
  if (!asked.json) {
    print(caseText(made));
    for (const note of notes) print(`  ${plainText(note)}`);
    print(
      `\n${requestText(
        made,
        session.masking(() => maskBody(body)),
        asked,
      )}\n`,
    );
  }
  const look = await lookAt(session, made, body, commandOf(describeReplay(asked, session), session.asked));
  if (asked.json) {
    const { body: _body, ...about } = made;
    print(jsonText({ case: about, notes, ...reportOf(look) }));
  } else {
    print(`${lookText(look, asked)}\n\n${plainText(look.curl)}\n`);
  }
  return statusOf(look);
}

async function explore(session: Session, asked: Exploration, print: Print): Promise<number> {
  const edits = asked.edits.map(parseEdit);
  const refusal = session.refusal(asked.operation);
  if (refusal !== undefined) throw new ConfigurationError(`Nothing is sent: ${refusal}.`);
  const wish = { ...asked, name: asked.case, seed: session.settings.seed };
  let status: number = exitStatus.conformant;
  for await (const prepared of prepare(session, wish)) {
    status = Math.max(status, await show(session, prepared, { edits, asked, print }));
  }
  const replay = describeReplay(asked, session);
  if (!asked.json) print(`Again: ${plainText(commandOf(replay, session.asked))}`);
  if (asked.save !== undefined) {
    const left = saveReplay(asked.save, replay);
    const paths = left.map(({ text }) => text.slice(0, text.indexOf('=')));
    const without = paths.length === 0 ? '' : ` without the secrets that edits set: ${paths.join(', ')}`;
    if (!asked.json) print(`Saved ${asked.save}${without}.`);
  }
  return status;
}

/** Does what one call asks for and returns the exit status; output goes to `print`. */
export async function runExplore(asked: Exploration, print: Print): Promise<number> {
  const session = await openSession(asked);
  sayAside(session.says);
  try {
    if (!asked.list) return await explore(session, asked, print);
    printList(asked, session, print);
    return exitStatus.conformant;
  } catch (error) {
    if (isRefusedSend(error) && !(error instanceof SendingStopped))
      throw new ConfigurationError(`Nothing more is sent: ${error.message}.`);
    throw error;
  } finally {
    await session.close();
  }
}
