import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { needsText } from '../../reports/statement/gaps.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { commandLine } from '../../schemas/command-line.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readTargetFile } from '../../targets/file/target-file.ts';
import {
  answerOptions,
  cardProblem,
  type GivenAnswers,
  type InitAnswers,
  initAnswers,
  type KeptAnswers,
  targetQuestions,
} from '../init/questions.ts';
import {
  addCertification,
  type CertificationAnswers,
  certificationQuestions,
  completeCertification,
  needsOf,
  newCertificationFile,
  targetText,
} from '../init/target-text.ts';
import { newFile } from '../option-values.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { type Ask, addAnswerOptions, backWord, optionNamed, terminalAsk } from '../terminal-ask.ts';
import { makeFolderOf, writeGivenFile, writeNewFile } from '../write-given-file.ts';

interface InitOptions extends GivenAnswers, CertificationAnswers {
  readonly force?: true;
  readonly certification?: true;
}

/** Returns lines on the limits of a new file and on how to change them. */
function limitLines(allow: string): readonly string[] {
  const { requests, amountTotal } = needsOf(allow);
  const sum = allow === 'reads' ? {} : { amountTotal };
  return [
    `The file allows ${allow.replaceAll(',', ', ')}. Its "limits" suit a full run of that, up to ${needsText({ requests, ...sum })} in any currency;` +
      ' lower ones send less, and a run that they end is incomplete.',
    ...(allow === 'reads'
      ? [
          'To test payments, run init again with --force and --allow reads,creates,moves-money,irreversible, and --cards.',
        ]
      : []),
  ];
}

/** One empty card, which a run refuses until it is filled in. */
const emptyCards = [{ card: '', expiration_month: '', expiration_year: '', security_code: '' }];

const cardsPath = (file: string, { cards }: InitAnswers) => resolve(dirname(file), cards);

/** Asks whether to write an empty file of test cards; an existing file is not changed. */
export async function offerCards(file: string, answers: InitAnswers, ask: Ask): Promise<void> {
  const path = cardsPath(file, answers);
  if (answers.cards === '' || existsSync(path)) return;
  // Ctrl-C means no: the target file is already written.
  const said = await ask(
    `${answers.cards} does not exist. Write it, with an empty entry? yes or no [yes]: `,
  ).catch(() => 'no');
  if (/^n/i.test(said)) return;
  makeFolderOf(path);
  writeNewFile(path, `${JSON.stringify(emptyCards, null, 2)}\n`, 0o600);
  console.log(`Wrote ${answers.cards}.`);
}

function cardSteps(file: string, answers: InitAnswers): readonly string[] {
  const path = cardsPath(file, answers);
  if (answers.cards === '') return [];
  const isEmpty =
    existsSync(path) && readFileSync(path, 'utf8') === `${JSON.stringify(emptyCards, null, 2)}\n`;
  if (existsSync(path) && !isEmpty) return [];
  const verb = isEmpty ? 'Fill in' : 'Write';
  return [
    `${verb} ${answers.cards}: a list of test cards, each with card, expiration_month, expiration_year, security_code.`,
  ];
}

/** Returns the next steps for a new target file. */
function nextSteps(file: string, answers: InitAnswers): readonly string[] {
  const { signing, keyEnv, module, allow } = answers;
  const key =
    keyEnv !== ''
      ? [`Put the signing key into the environment variable ${keyEnv}; the file never contains it.`]
      : signing === 'module'
        ? [`Write ${module}, which exports sign(body, operation) and returns the signature as text.`]
        : [
            'Without a signing recipe every request carries 64 zeros; a service that checks signatures refuses them.',
          ];
  const steps = [
    ...key,
    ...cardSteps(file, answers),
    `Ask the service once:\n   ${commandLine('check', '--target', file)}`,
    `Show what a run would send:\n   ${commandLine('plan', '--target', file)}`,
    `Run:\n   ${commandLine('run', '--target', file)}`,
  ];
  return [
    '',
    ...limitLines(allow),
    '',
    'Next:',
    ...steps.flatMap((step, index) => `${index + 1}. ${step}`.split('\n')),
  ];
}

function write(file: string, text: string, force: boolean): void {
  if (existsSync(file) && !force)
    throw new ConfigurationError(`${file} exists already; --force writes over it.`);
  makeFolderOf(file);
  // Another process may have made the file since the check above.
  if (force) writeGivenFile(file, text);
  else writeNewFile(file, text);
}

/** Returns what `check` would send, for the question before it. */
function whatIsSent({ allow }: InitAnswers): string {
  return allow === 'reads'
    ? 'Nothing but reads is sent.'
    : `One request of each operation is sent, as the file allows ${allow}.`;
}

/** Returns whether the service can be checked now: the signing key or module exists. */
function canBeAsked(file: string, { keyEnv, signing, module }: InitAnswers): boolean {
  if (signing === 'module') return existsSync(resolve(dirname(file), module));
  return keyEnv === '' || process.env[keyEnv] !== undefined;
}

// Without --certification they would be dropped silently.
function refuseCertificationOptions(given: CertificationAnswers): void {
  const stray = certificationQuestions.find(({ key }) => given[key] !== undefined);
  if (stray !== undefined) throw new ConfigurationError(`${optionNamed(stray)} goes with --certification.`);
}

/** Writes a new target file. */
export const init: Subcommand = (command) => {
  command.argument('[file]', 'target file to write', 'conformance.target.json');
  addAnswerOptions(command, targetQuestions);
  command
    .option('--certification', 'also ask who certifies what, and write it to a file next to the target file')
    .option('--force', 'overwrite an existing file');
  addAnswerOptions(command, certificationQuestions, 'with --certification: ');
  return async (file: string, { force, certification, ...given }: InitOptions) => {
    // The file name appears in reports.
    const named = cardProblem(file);
    if (named !== undefined) throw new ConfigurationError(`[file]: ${named}`);
    newFile(file);
    const isThere = existsSync(file) && force === undefined;
    if (isThere && certification === undefined)
      throw new ConfigurationError(`${file} exists already; --force writes over it.`);
    if (certification === undefined) refuseCertificationOptions(given);
    const terminal = terminalAsk('init');
    const kept: KeptAnswers = {};
    let checked = false;
    try {
      if (isThere) {
        readTargetFile(file);
        newCertificationFile(file);
        const certified = await completeCertification(given, terminal?.ask);
        for (const line of onScreen(addCertification(file, certified))) console.log(line);
        return exitStatus.conformant;
      }
      if (terminal !== undefined)
        console.log(`Enter takes the answer in brackets; "${backWord}" goes to the question before.\n`);
      const answers = await initAnswers(given, terminal?.ask, kept);
      const text = targetText(file, answers);
      if (certification === true) newCertificationFile(file);
      const certified =
        certification === true ? await completeCertification(given, terminal?.ask) : undefined;
      write(file, text, force === true);
      if (terminal !== undefined) await offerCards(file, answers, terminal.ask);
      for (const line of onScreen([`Wrote ${file}.`, ...nextSteps(file, answers)])) console.log(line);
      if (certified !== undefined)
        for (const line of onScreen(['', ...addCertification(file, certified)])) console.log(line);
      if (terminal !== undefined && canBeAsked(file, answers))
        // Ctrl-C means no: the file is already written.
        checked = /^y/i.test(
          await terminal
            .ask(`\nAsk the service now? ${whatIsSent(answers)} yes or no [no]: `)
            .catch(() => ''),
        );
    } catch (error) {
      const words = answerOptions(kept);
      if (terminal !== undefined && error instanceof ConfigurationError && words.length > 0)
        console.log(`\nTo go on with what was answered: ${commandLine('init', file, ...words)}`);
      throw error;
    } finally {
      terminal?.close();
    }
    if (!checked) return exitStatus.conformant;
    const { checkOnce } = await import('./check.ts');
    return checkOnce({ target: file });
  };
};
