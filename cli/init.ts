import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { shellWord, usualTarget } from '../schemas/command-line.ts';
import { defined } from '../schemas/defined.ts';
import { table } from '../schemas/table.ts';
import type { JsonObject } from '../schemas/types.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { checkTargetFile } from '../targets/file/target-file.ts';
import { baseUrlOf, checkTargetRules } from '../targets/file/target-rules.ts';
import { suiteName } from '../targets/suite-version.ts';
import { newFile } from './option-values.ts';
import { isInstalled, schemaPath } from './package-root.ts';
import { exitStatus, type Subcommand } from './subcommand.ts';
import { makeFolderOf, writeGivenFile, writeNewFile } from './write-given-file.ts';

interface InitOptions {
  readonly baseUrl: string;
  readonly merchant: string;
  readonly account: string;
  readonly signing: string;
  readonly keyEnv: string;
  readonly force?: true;
}

const signatureModule = 'sign.mjs';

/** What a target file says of each recipe besides its name, without the key. */
const recipes: Readonly<Record<string, JsonObject>> = table({
  'sha256-concat': { fields: ['merchant_id', 'account_id', 'order_no', 'currency', 'amount'] },
  module: { module: signatureModule },
});

const hasKey = (signing: string) => /^(?:sha256-concat|hmac-sha256)$/.test(signing);

/** Returns a target file that only reads; throws `ConfigurationError` as a run with it would. */
function targetText(file: string, { baseUrl, merchant, account, signing, keyEnv }: InitOptions): string {
  const content = {
    ...defined({ $schema: schemaPath(file, 'targets', 'target.schema.json') }),
    name: 'Our sandbox',
    environment: 'sandbox',
    baseUrl: baseUrlOf(baseUrl, '--base-url'),
    merchant: { merchant_id: merchant, account_id: account },
    signing: { recipe: signing, ...recipes[signing], ...(hasKey(signing) && { key: { env: keyEnv } }) },
    allow: ['reads'],
  };
  checkTargetRules(checkTargetFile(content, file), file);
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Writes a configuration of Playwright with this target file into a folder, if it has none; returns its name. */
export function writeConfiguration(folder: string, target: string): string | undefined {
  if (readdirSync(folder).some((name) => /^playwright\.config\.[cm]?[jt]s$/.test(name))) return undefined;
  const name = 'playwright.config.ts';
  const path = relative(folder, resolve(target)).replaceAll('\\', '/').replaceAll("'", "\\'");
  const lines = [
    `import { conformance } from '${suiteName}';`,
    '',
    `export default conformance({ target: '${path}' });`,
  ];
  writeNewFile(join(folder, name), `${lines.join('\n')}\n`);
  return name;
}

/** Returns the next steps for a new target file; without a configuration that names it, `TARGET` before each command does. */
function nextSteps(file: string, { signing, keyEnv }: InitOptions, isConfigured: boolean): readonly string[] {
  const named = isConfigured || file === usualTarget ? '' : `TARGET=${shellWord(file)} `;
  const module = `Write ${signatureModule}, which exports sign(body, operation) and returns the signature as text.`;
  const none =
    'Without a signing recipe every request carries 64 zeros; a service that checks signatures refuses them.';
  const key = `Put the signing key into the environment variable ${keyEnv}; the file never contains it.`;
  return [
    '',
    'It allows reads. "allow", "cards" and "limits" permit payments; "$schema" completes every key in an editor.',
    '',
    'Next:',
    `1. ${hasKey(signing) ? key : signing === 'module' ? module : none}`,
    ...['2. Ask the service once:', `   ${named}npx playwright test --project=preflight`],
    ...['3. Show what a run would send:', `   REHEARSE=1 ${named}npx playwright test`],
    ...['4. Run:', `   ${named}npx playwright test`],
  ];
}

/** Writes a new target file, and in a project without a configuration of Playwright one of these, too. */
export const init: Subcommand = (command) => {
  command
    .argument('[file]', 'target file to write', newFile, usualTarget)
    .requiredOption('--base-url <address>', 'address before the /v1 of the documented paths')
    .requiredOption('--merchant <id>', 'merchant_id')
    .requiredOption('--account <id>', 'account_id')
    .option(
      '--signing <recipe>',
      'how encryption_data is made, as your provider tells you: none, sha256-concat, hmac-sha256 or module',
      'none',
    )
    .option('--key-env <variable>', 'environment variable that holds the signing key', 'SANDBOX_SIGNING_KEY')
    .option('--force', 'write over an existing file');
  return (file: string, options: InitOptions) => {
    if (existsSync(file) && options.force === undefined)
      throw new ConfigurationError(`${file} exists already; --force writes over it.`);
    const text = targetText(file, options);
    makeFolderOf(file);
    // Another process may have made the file since the check above.
    if (options.force) writeGivenFile(file, text);
    else writeNewFile(file, text);
    // The configuration of a clone is its own.
    const config = isInstalled ? writeConfiguration(process.cwd(), file) : undefined;
    console.log(`Wrote ${config === undefined ? file : `${file} and ${config}`}.`);
    for (const line of nextSteps(file, options, config !== undefined)) console.log(line);
    return exitStatus.conformant;
  };
};
