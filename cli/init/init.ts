import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { needsText } from '../../reports/statement/gaps.ts';
import { shellWord, usualTarget } from '../../schemas/command-line.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readTargetFile } from '../../targets/file/target-file.ts';
import { suiteName } from '../../targets/suite-version.ts';
import {
  addAnswerOptions,
  cardProblem,
  completeAnswers,
  type GivenAnswers,
  type InitAnswers,
  optionNamed,
  targetOptions,
} from '../init/given-answers.ts';
import {
  addCertification,
  type CertificationAnswers,
  certificationOptions,
  completeCertification,
  needsOf,
  newCertificationFile,
  targetText,
} from '../init/target-text.ts';
import { newFile } from '../option-values.ts';
import { isInstalled } from '../package-root.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
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

function cardSteps(file: string, { cards }: InitAnswers): readonly string[] {
  if (cards === '' || existsSync(resolve(dirname(file), cards))) return [];
  return [
    `Write ${cards}: a list of test cards, each with card, expiration_month, expiration_year, security_code.`,
  ];
}

/** Returns whether Playwright finds a configuration in a folder. */
function hasConfiguration(folder: string): boolean {
  return ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].some((ending) =>
    existsSync(join(folder, `playwright.config.${ending}`)),
  );
}

/** Writes a configuration of Playwright with this target file into a folder, if it has none; returns its name. */
export function writeConfiguration(folder: string, target: string): string | undefined {
  if (hasConfiguration(folder)) return undefined;
  const name = 'playwright.config.ts';
  const path = relative(folder, resolve(target)).replaceAll('\\', '/');
  writeNewFile(
    join(folder, name),
    `import { conformance } from '${suiteName}';\n\nexport default conformance({ target: '${path.replaceAll(/['\\]/g, '\\$&')}' });\n`,
  );
  return name;
}

/** Returns the next steps for a new target file; without a configuration that names it, `TARGET` before each command does. */
function nextSteps(file: string, answers: InitAnswers, isConfigured: boolean): readonly string[] {
  const { signing, keyEnv, module, allow } = answers;
  const named = isConfigured || file === usualTarget ? '' : `TARGET=${shellWord(file)} `;
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
    `Ask the service once:\n   ${named}npx playwright test --project=preflight`,
    `Show what a run would send:\n   REHEARSE=1 ${named}npx playwright test`,
    `Run:\n   ${named}npx playwright test`,
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

// Without --certification they would be dropped silently.
function refuseCertificationOptions(given: CertificationAnswers): void {
  const stray = certificationOptions.find(({ key }) => given[key] !== undefined);
  if (stray !== undefined) throw new ConfigurationError(`${optionNamed(stray)} goes with --certification.`);
}

/** Writes a new target file, and in a project without a configuration of Playwright one of these, too. */
export const init: Subcommand = (command) => {
  command.argument('[file]', 'target file to write', 'conformance.target.json');
  addAnswerOptions(command, targetOptions);
  command
    .option('--certification', 'also write who certifies what to a file next to the target file')
    .option('--force', 'overwrite an existing file');
  addAnswerOptions(command, certificationOptions, 'with --certification: ');
  return async (file: string, { force, certification, ...given }: InitOptions) => {
    // The file name appears in reports.
    const named = cardProblem(file);
    if (named !== undefined) throw new ConfigurationError(`[file]: ${named}`);
    newFile(file);
    const isThere = existsSync(file) && force === undefined;
    if (isThere && certification === undefined)
      throw new ConfigurationError(`${file} exists already; --force writes over it.`);
    if (certification === undefined) refuseCertificationOptions(given);
    if (isThere) {
      readTargetFile(file);
      newCertificationFile(file);
      for (const line of addCertification(file, completeCertification(given))) console.log(line);
      return exitStatus.conformant;
    }
    const answers = completeAnswers(targetOptions, given);
    const text = targetText(file, answers);
    if (certification === true) newCertificationFile(file);
    const certified = certification === true ? completeCertification(given) : undefined;
    write(file, text, force === true);
    // The configuration of a clone is its own.
    const config = isInstalled ? writeConfiguration(process.cwd(), file) : undefined;
    const wrote = `Wrote ${[file, ...(config === undefined ? [] : [config])].join(' and ')}.`;
    for (const line of [wrote, ...nextSteps(file, answers, config !== undefined)]) console.log(line);
    if (certified !== undefined)
      for (const line of ['', ...addCertification(file, certified)]) console.log(line);
    return exitStatus.conformant;
  };
};
