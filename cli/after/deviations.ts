import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type {
  Deviation,
  Statement,
  StatementFinding,
  StatementGroup,
} from '../../reports/statement/format.ts';
import { trialIn } from '../../reports/statement/trials.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { clauses } from '../../schemas/clauses.ts';
import { defined } from '../../schemas/defined.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { type ClauseId, type OperationId, operationIds } from '../../schemas/types.ts';
import { isDay } from '../../targets/clock.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readDeviations, readTargetFile } from '../../targets/file/target-file.ts';
import { didYouMean } from '../../targets/nearest.ts';
import { readSettings } from '../../targets/settings.ts';
import { packageRoot } from '../../targets/suite-version.ts';
import { oneOf } from '../option-values.ts';
import { schemaPath } from '../package-root.ts';
import { readRunRecord, targetFor } from '../run/run-record.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { type Ask, addAnswerOptions, completeAnswers, type Question, terminalAsk } from '../terminal-ask.ts';
import { makeFolderOf, writeGivenFile } from '../write-given-file.ts';
import { readStatement } from './read-reports.ts';

/** The answers for a known deviation; `expires` is its last day (`YYYY-MM-DD`). */
type DeviationAnswers = Readonly<Record<'reason' | 'owner' | 'expires', string>>;

function dayProblem(text: string, today: string): string | undefined {
  if (!isDay(text)) return `It must be a day such as 2027-06-30, found "${text}".`;
  return text < today ? `It must be today or later, found ${text}.` : undefined;
}

function questionsOn(today: string): readonly Question<keyof DeviationAnswers>[] {
  return [
    { key: 'reason', flags: '--reason <text>', text: 'Why it is accepted' },
    { key: 'owner', flags: '--owner <text>', text: 'Who repairs it, or decides about it' },
    {
      key: 'expires',
      flags: '--expires <day>',
      text: 'Last day on which it counts, YYYY-MM-DD',
      problem: (answer) => dayProblem(answer, today),
    },
  ];
}

/** Asks for the answers that the options lack; `today` is `YYYY-MM-DD`. */
export function deviationAnswers(
  given: Partial<DeviationAnswers>,
  today: string,
  ask?: Ask,
): Promise<DeviationAnswers> {
  return completeAnswers('deviations add', questionsOn(today), given, ask);
}

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** The deviation file of a target, and the target file if it does not name it yet. */
interface DeviationPlace {
  readonly file: string;
  /** The target file that must name the new file. */
  readonly unnamedIn?: string;
}

/** Returns the deviation file that a target names, or a new one next to it. Throws for the embedded endpoint. */
function deviationPlace(target: string): DeviationPlace {
  const { deviations } = readTargetFile(target);
  const folder = dirname(resolve(target));
  if (deviations !== undefined) return { file: resolve(folder, deviations) };
  if (folder.startsWith(packageRoot) && relative(packageRoot, resolve(target)).startsWith('dist'))
    throw new ConfigurationError(
      'the embedded endpoint has no known deviations; name a target with --target.',
    );
  const name = `${basename(target).replace(/(?:\.target)?\.json$/, '')}.deviations.json`;
  return { file: join(folder, name), unnamedIn: target };
}

/** Returns the entries of a deviation file; throws if it has this clause and operation already. */
function knownDeviations(file: string, entry: NamedFinding): readonly Deviation[] {
  const known = existsSync(file) ? readDeviations(file) : [];
  const same = known.find(
    ({ clause, operation }) => clause === entry.clause && operation === entry.operation,
  );
  if (same === undefined) return known;
  throw new ConfigurationError(
    `${file} already has "${same.id}", until ${same.expires} (${same.owner}); change it there.`,
  );
}

/** Returns a path, relative if it is below the current folder. */
function shown(file: string): string {
  const near = relative('.', file);
  return near.startsWith('..') ? file : near;
}

/** Adds an entry to a deviation file and names a new file in the target file; returns the lines to print. */
function addToFile(
  { file, unnamedIn }: DeviationPlace,
  entry: Omit<Deviation, 'id'> & { readonly id?: string },
): readonly string[] {
  const isNew = !existsSync(file);
  const known = knownDeviations(file, entry);
  const schema = schemaPath(file, 'reports', 'deviations.schema.json');
  const start = `${JSON.stringify({ ...(schema && { $schema: schema }), deviations: [] }, null, 2)}\n`;
  const before = isNew ? start : readFileSync(file, 'utf8');
  const options = { ...layout, isArrayInsertion: true };
  makeFolderOf(file);
  writeGivenFile(file, applyEdits(before, modify(before, ['deviations', known.length], entry, options)));
  const lines = [
    `${isNew ? 'Wrote' : 'Added to'} ${shown(file)}: ${entry.clause} in ${entry.operation}, until ${entry.expires}.`,
    ...(entry.trial === undefined
      ? ['It names no trial, since the last run did not show it: it can only expire.']
      : []),
  ];
  if (unnamedIn === undefined) return lines;
  const text = readFileSync(unnamedIn, 'utf8');
  writeGivenFile(unnamedIn, applyEdits(text, modify(text, ['deviations'], `./${basename(file)}`, layout)));
  return [...lines, `Named it in ${shown(unnamedIn)} under "deviations".`];
}

/** The clause and operation of a known deviation, and what showed it in the last run. */
interface NamedFinding {
  readonly clause: ClauseId;
  readonly operation: OperationId;
  readonly trial?: Deviation['trial'];
}

const nameOf = ({ clause, operation }: NamedFinding) => `${clause}/${operation}`;

/**
 * Returns the clause and operation of a text: `CLAUSE/OPERATION`, a clause broken in one operation, or the first
 * characters of the exchange of a finding. Throws if it is unknown or ambiguous.
 */
function namedFinding(text: string, statement: Statement | undefined): NamedFinding {
  const isBreach = ({ verdict }: StatementGroup | StatementFinding) =>
    verdict === 'fail' || verdict === 'warn';
  const every = clauses.flatMap(({ id: clause, operations }) =>
    (operations.length === 0 ? operationIds : operations).map((operation) => ({ clause, operation })),
  );
  const broken = statement?.findingGroups.filter(isBreach) ?? [];
  const found = statement?.findings.filter(isBreach) ?? [];
  const ways: readonly (readonly NamedFinding[])[] = [
    every.filter((one) => nameOf(one) === text),
    broken.filter(({ clause }) => clause === text),
    every.filter(({ clause }) => clause === text),
    found.filter(({ exchange }) => text !== '' && exchange.startsWith(text)),
  ];
  const named = new Map(ways.find((some) => some.length > 0)?.map((one) => [nameOf(one), one]));
  const [first] = named.values();
  if (first !== undefined && named.size === 1) {
    const { clause, operation } = first;
    const example = broken.find((one) => nameOf(one) === nameOf(first))?.example ?? -1;
    const shown = found.find(({ exchange }) => text !== '' && exchange.startsWith(text));
    const finding = shown ?? statement?.findings[example];
    return { clause, operation, ...defined({ trial: finding && trialIn(finding) }) };
  }
  const name = plainLine(text);
  if (first !== undefined)
    throw new ConfigurationError(
      `"${name}" is several findings; name one of ${[...named.keys()].join(', ')}.`,
    );
  const known = [...every.map(nameOf), ...clauses.map(({ id }) => id)];
  throw new ConfigurationError(
    `"${name}" is neither a clause, nor CLAUSE/OPERATION, nor a finding of the last run.${didYouMean(text, known)}`,
  );
}

interface AddOptions extends Partial<DeviationAnswers> {
  readonly from?: string;
  readonly target?: string;
  readonly file?: string;
  readonly id?: string;
  readonly link?: string;
}

function placeOf({ file, target }: AddOptions, from: string): DeviationPlace {
  if (file !== undefined) return { file };
  const isRun = target !== undefined || readRunRecord(from).target !== undefined;
  if (isRun) return deviationPlace(targetFor(from, target));
  throw new ConfigurationError(
    'deviations add needs --target or --file: no run was found that names a target.',
  );
}

/** Adds a known deviation to the file of a target. */
export const deviations: Subcommand = (command) => {
  command
    .argument('<add>', 'the only action: add', oneOf('deviations', ['add']))
    .argument(
      '<finding>',
      'CLAUSE/OPERATION, a clause of the last run, or the exchange that a finding names',
    );
  addAnswerOptions(command, questionsOn(''));
  command
    .option('--id <text>', 'short name for the reports (default: the clause and the operation)')
    .option('--link <address>', 'where more is written about it')
    .option('--target <file>', 'target file whose deviations they are')
    .option(
      '--file <file>',
      'deviation file (default: the one that the target names, or a new one next to it)',
    )
    .option('--from <folder>', 'reports of the run that found it');
  return async (_add: 'add', finding: string, options: AddOptions) => {
    const from = options.from ?? readSettings().out;
    const isThere = options.from !== undefined || existsSync(join(from, 'conformance.json'));
    const named = namedFinding(finding, isThere ? readStatement(from) : undefined);
    const place = placeOf(options, from);
    // A deviation that is known already is refused before the questions.
    knownDeviations(place.file, named);
    const terminal = terminalAsk('deviations add');
    try {
      const { reason, owner, expires } = options;
      const today = new Date().toISOString().slice(0, 10);
      const said = await deviationAnswers(defined({ reason, owner, expires }), today, terminal?.ask);
      const { id, link } = options;
      const { clause, operation, trial } = named;
      const entry = { ...defined({ id }), clause, operation, ...said, ...defined({ link, trial }) };
      for (const line of onScreen(addToFile(place, entry))) console.log(line);
    } finally {
      terminal?.close();
    }
    return exitStatus.conformant;
  };
};
