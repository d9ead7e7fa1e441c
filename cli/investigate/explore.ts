import pc from 'picocolors';
import type { RequestCase } from '../../generators/request.ts';
import { sideBySide, wrap } from '../../reports/terminal/on-screen.ts';
import { clauseOf, hasClause } from '../../schemas/clauses.ts';
import { commandStart } from '../../schemas/command-line.ts';
import { findingText } from '../../schemas/finding-text.ts';
import { operationOf } from '../../schemas/operations.ts';
import { counted, jsonText, plainText } from '../../schemas/plain-text.ts';
import { table } from '../../schemas/table.ts';
import type { Finding } from '../../schemas/types.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { isRefusedSend, SendingStopped } from '../../targets/refused-send.ts';
import { type CaseChoice, type Drawn, drawCases, kinds, listCases } from '../explore/cases.ts';
import {
  applyEdits,
  commandOf,
  documentedEdit,
  loadReplay,
  parseEdit,
  saveReplay,
} from '../explore/replay-file.ts';
import { jsonLines, maskBody, readable, reportOf, type SentCase, sendCase } from '../explore/sent-case.ts';
import { serveExplore } from '../explore/serve.ts';
import { openSession, type Session, type SessionOptions } from '../explore/session.ts';
import {
  collect,
  documentedOperation,
  newFile,
  oneOf,
  printToStderr,
  RepeatableOption,
  refuseUnused,
  targetOptions,
  wholeNumber,
} from '../option-values.ts';
import { exchangeStatus, exitStatus, type Subcommand } from '../subcommand.ts';
import { listenOnPort, untilAskedToEnd } from '../until-stopped.ts';

/** From this width, in columns, answer and verdict are side by side. */
const wideColumns = 110;

const expectations = {
  accepted: 'accepted: the request is valid',
  refused: 'refused: what the document says implies a refusal',
  'not-shown': 'undefined: the document does not say',
} as const satisfies Record<RequestCase['expectation'], string>;

function clauseLine(word: string, clause: string | undefined): string[] {
  if (clause === undefined) return [];
  const row = hasClause(clause) ? clauseOf(clause) : undefined;
  const said = row === undefined ? '' : `  ${row.statement} (${row.evidence})`;
  return [`  ${word.padEnd(13)}${clause}${said}`];
}

/** Returns name, clause and expectation of a case. */
function caseText(made: RequestCase): string {
  const { operation, kind, name, clause, breaks, at, expectation } = made;
  return [
    `${pc.bold(operation)} · ${kind} · ${pc.bold(plainText(name))}`,
    ...clauseLine('clause', clause),
    ...(breaks === undefined || breaks === clause ? [] : clauseLine('breaks', breaks)),
    ...(at === undefined || at === '' ? [] : [`  ${'changed'.padEnd(13)}${plainText(at)}`]),
    `  ${'expectation'.padEnd(13)}${expectations[expectation]}`,
  ].join('\n');
}

const paints: Readonly<Record<string, (text: string) => string>> = table({
  'suite-error': pc.red,
  fail: pc.red,
  inconclusive: pc.magenta,
  warn: pc.yellow,
});

function findingLines(finding: Finding, { judged }: SentCase): string {
  // The exchange belongs to no run; the command at the end repeats it.
  const [head = '', ...rest] = findingText(finding, judged.exchange).split('\n');
  const paint = paints[finding.verdict] ?? ((text: string) => text);
  // Expected and found values are on one line for comparison.
  const text = rest
    .map(plainText)
    .join('\n')
    .replace(/\n {2}found {5}/, '  |  found ');
  return `${paint(plainText(head))}\n${text}`;
}

function answerText({ exchange: { received } }: SentCase, { full }: Exploration): string {
  if (received.kind === 'none')
    return `${pc.bold(`no answer: ${received.reason}`)}\n${plainText(received.detail)}`;
  const type = plainText(received.headers['content-type'] ?? 'no content type');
  return `${pc.bold(`${received.status} ${type}`)}, ${received.durationMs} ms\n${plainText(readable(received.body, full))}`;
}

function verdictText(look: SentCase): string {
  const { outcome, request, findings, observations, exercised } = look.exchange.judgement;
  const head = `${pc.bold(outcome)} (request ${request}): ${counted(findings.length, 'finding')}, ${counted(exercised.length, 'clause')} exercised`;
  return [
    head,
    ...findings.map((finding) => findingLines(finding, look)),
    ...observations.map(({ clause, detail }) => `${pc.cyan('observed')}  ${clause}  ${plainText(detail)}`),
  ].join('\n\n');
}

/** Returns answer and verdict, side by side on a wide terminal. */
function lookText(look: SentCase, asked: Exploration): string {
  const [answer, verdict] = [answerText(look, asked), verdictText(look)];
  const { width } = asked;
  if (width === undefined) return `${answer}\n\n${verdict}`;
  return width >= wideColumns
    ? sideBySide(answer, verdict, width)
    : wrap(`${answer}\n\n${verdict}`, width).join('\n');
}

/** Returns one line per case: name, expectation and clause. */
function listText(cases: readonly RequestCase[]): string {
  const widest = Math.min(60, Math.max(0, ...cases.map(({ name }) => name.length)));
  return cases
    .map(({ name, expectation, clause, breaks }) =>
      [
        plainText(name).padEnd(widest),
        expectation.padEnd(9),
        clause ?? 'no clause',
        ...(breaks === undefined ? [] : [`(breaks ${breaks})`]),
      ].join('  '),
    )
    .join('\n');
}

/** The options of one call of the command. */
export interface Exploration extends SessionOptions, Omit<CaseChoice, 'seed'> {
  /** Columns of the terminal; undefined for a pipe. */
  readonly width?: number | undefined;
  /** Shows long values in full. */
  readonly full: boolean;
  readonly save?: string | undefined;
  readonly list?: boolean | undefined;
  readonly json?: boolean | undefined;
}

type Print = (text: string) => void;

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

async function show(
  session: Session,
  drawn: Drawn,
  { wish, asked, print }: { wish: CaseChoice; asked: Exploration; print: Print },
): Promise<number> {
  // Before anything is paid; a program reads the other output.
  if (drawn.first !== undefined)
    (asked.json ? printToStderr : print)(`Sending this makes first: ${drawn.first}.`);
  const edited = ({ operation, body }: RequestCase) =>
    wish.edits
      .map(parseEdit)
      .reduce((before, edit) => applyEdits(before, [documentedEdit(edit, operation, before)]), body);
  // Before its orders are paid.
  session.demandAllowed(drawn.made.operation, edited(drawn.made));
  const { made, notes } = await drawn.ready();
  const body = edited(made);
  if (!asked.json) {
    print(caseText(made));
    for (const note of notes) print(`  ${plainText(note)}`);
    const masked = session.masking(() => maskBody(body));
    const { path } = operationOf(made.operation);
    print(`\n${pc.bold(`POST ${path}`)}\n${plainText(jsonLines(masked, asked.full))}\n`);
  }
  const look = await sendCase(session, made, body, commandOf(wish, session.asked));
  if (asked.json) {
    const { body: _body, ...about } = made;
    print(jsonText({ case: about, notes, ...reportOf(look) }));
  } else {
    print(`${lookText(look, asked)}\n\n${plainText(look.curl)}\n`);
  }
  return exchangeStatus(look.exchange.judgement);
}

async function sendAll(session: Session, asked: Exploration, print: Print): Promise<number> {
  const { operation, kind, case: name, count, entries, orders = 'paid', edits } = asked;
  const { seed } = session.settings;
  const wish: CaseChoice = { operation, kind, case: name, seed, count, entries, orders, edits };
  // A wrong edit, or one of a field that the request does not have, is refused before anything is paid.
  const isPlain = kind === undefined && name === undefined;
  for (const edit of wish.edits.map(parseEdit)) if (isPlain) documentedEdit(edit, operation, {});
  const refusal = session.refusal(asked.operation);
  if (refusal !== undefined) throw new ConfigurationError(`Nothing is sent: ${refusal}.`);
  // Saved first, so that nothing is sent if the file cannot be written.
  const left = asked.save === undefined ? [] : saveReplay(asked.save, wish);
  let status: number = exitStatus.conformant;
  for (const drawn of drawCases(session, wish))
    status = Math.max(status, await show(session, drawn, { wish, asked, print }));
  if (!asked.json) print(`Again: ${plainText(commandOf(wish, session.asked))}`);
  if (asked.save !== undefined && !asked.json) {
    const paths = left.map(({ text }) => text.slice(0, text.indexOf('=')));
    const without = paths.length === 0 ? '' : ` without the secrets that edits set: ${paths.join(', ')}`;
    print(`Saved ${asked.save}${without}.`);
  }
  return status;
}

/** Executes one call and returns the exit status; output goes to `print`. */
export async function runExplore(asked: Exploration, print: Print): Promise<number> {
  const session = await openSession(asked);
  printToStderr(session.says);
  try {
    if (!asked.list) return await sendAll(session, asked, print);
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

interface ExploreOptions extends Partial<Omit<Exploration, 'edits'>> {
  readonly edit?: readonly string[];
  readonly load?: string;
  readonly ui?: true;
  readonly port?: number;
}

const choices = ['entries', 'kind', 'count', 'load', 'list', 'case'] as const;

/** Returns the options of a call; the command line overrides a replay file. */
function explorationOf(name: string | undefined, options: ExploreOptions): Exploration {
  const loaded = options.load === undefined ? undefined : loadReplay(options.load);
  const { edit = [], ...given } = { ...loaded, ...options };
  const named = name ?? loaded?.operation;
  if (named === undefined)
    throw new ConfigurationError(`explore needs an operation, for example: ${commandStart} explore refund`);
  const operation = documentedOperation(named);
  // A first look at a batch should show a single order; --entries takes any number.
  const isPlain = choices.every((choice) => given[choice] === undefined);
  return {
    ...given,
    ...(isPlain && operationOf(operation).batch !== undefined ? { entries: 1 } : {}),
    operation,
    edits: [...(loaded?.edits ?? []), ...edit],
    full: options.full ?? false,
    width: process.stdout.isTTY ? process.stdout.columns : undefined,
  };
}

// Output to a file or program may be stored.
function demandScreen({ show, json, ui }: ExploreOptions): void {
  if (show === undefined || ui === true) return;
  if (json === true)
    throw new ConfigurationError('--show is for a screen, and --json for a program: choose one.');
  if (process.stdout.isTTY !== true)
    throw new ConfigurationError('--show shows names and addresses on a terminal, and this output is none.');
}

async function serveUntilStopped(options: ExploreOptions): Promise<void> {
  const session = await openSession(options);
  try {
    const port = options.port ?? 0;
    const page = await listenOnPort(port, () => serveExplore(session, { port }));
    await untilAskedToEnd(() => {
      printToStderr(session.says);
      console.log(`Explore ${session.settings.target.name} at ${page.url}`);
      console.log('The address holds a token and answers this machine only. Ctrl-C stops serving.');
    });
    await page.close();
  } finally {
    await session.close();
  }
}

/** Makes one request, sends it, and shows the answer and its judgement in the terminal or on a local page. */
export const explore: Subcommand = (command) => {
  targetOptions(command)
    .argument('[operation]', 'operation, for example refund')
    .option('--kind <kind>', `${kinds.join(', ')} (default: valid)`, oneOf('--kind', kinds))
    .option('--case <name>', 'one case by its name, as minimal or full; --list shows the names')
    .option(
      '--seed <number>',
      'same seed, same requests (default: that of the contract)',
      wholeNumber('--seed', 0, 2_147_483_647),
    )
    .option('--count <number>', 'how many cases (default: 1)', wholeNumber('--count', 1, 1000))
    .option(
      '--entries <number>',
      'a valid batch of this size (default for a batch: 1)',
      wholeNumber('--entries', 0, 1000),
    )
    .option(
      '--orders <which>',
      'paid: pay for the orders of a batch first (default); unknown: do not',
      oneOf('--orders', ['paid', 'unknown'] as const),
    )
    .addOption(
      new RepeatableOption(
        '--edit <path=value>',
        'change a field before sending: "path=" removes it, "path:=JSON" sends raw JSON',
        collect,
      ),
    )
    .option('--fault <id>', 'plant this fault in the embedded endpoint')
    .option('--list', 'list the cases with expectation and clause; send nothing')
    .option('--save <file>', 'save how to build the request again, without its body', newFile)
    .option('--load <file>', 'repeat a saved request')
    .option('--full', 'show long bodies in full')
    .option('--json', 'print one JSON object per exchange')
    .option(
      '--show',
      'show names and addresses on this terminal, if the target file says that its test data is synthetic',
    )
    .option('--ui', 'serve a page for it on 127.0.0.1')
    .option('--port <number>', 'port of the page; 0 picks a free one', wholeNumber('--port', 0, 65_535));
  return async (name: string | undefined, options: ExploreOptions) => {
    demandScreen(options);
    const shared = ['target', 'embedded', 'fault', 'seed', 'show'];
    if (options.ui) refuseUnused(command, '--ui', [...shared, 'ui', 'port']);
    else if (options.list) refuseUnused(command, '--list', [...shared, 'list', 'kind', 'json']);
    if (!options.ui) return runExplore(explorationOf(name, options), (text) => console.log(text));
    await serveUntilStopped(options);
    return exitStatus.conformant;
  };
};
