import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { verifyPackageBytes } from '../../reports/package/verify-package.ts';
import {
  register as enter,
  entryOf,
  registered,
  unmetConditions,
  withdraw,
  withdrawn,
  writeRegistryPage,
} from '../../reports/registry.ts';
import { whyInReports } from '../../reports/run/own-files.ts';
import { onScreen } from '../../reports/terminal/on-screen.ts';
import { plainLine } from '../../schemas/plain-text.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { exitStatus, type Subcommand } from '../subcommand.ts';
import { suiteFacts } from './suite-facts.ts';
import { verifiedStatement } from './verify.ts';

interface RegisterOptions {
  readonly registry: string;
  readonly location?: string;
  readonly anyway?: true;
  readonly withdraw?: string;
}

function enterPackage(
  file: string,
  { registry, location = basename(file), anyway }: RegisterOptions,
): string {
  if (!existsSync(file)) throw new ConfigurationError(`${file} does not exist.`);
  if (statSync(file).isDirectory())
    throw new ConfigurationError(`${file} is a folder; \`pack\` makes a package of it.`);
  const bytes = readFileSync(file);
  const found = verifyPackageBytes(bytes, { suite: suiteFacts() });
  const statement = verifiedStatement(file, 'registered', found);
  const at = new Date();
  const lacks = unmetConditions(statement, found, at);
  const entry = entryOf(statement, lacks, found, { bytes, location, at });
  const before = registered(registry, entry.number);
  if (before?.root === entry.root) {
    writeRegistryPage(registry);
    return `${entry.number} is registered already, on ${before.registeredAt}.`;
  }
  if (before !== undefined)
    throw new ConfigurationError(
      `${registry} lists ${entry.number} with another package (${before.root}); an entry is never changed.`,
    );
  if (lacks.length > 0 && anyway === undefined)
    throw new ConfigurationError(
      `${file} is not registered, since it is not a signed certificate: ${lacks.join('; ')}. With --anyway it is entered, and the entry says what is missing.`,
    );
  enter(registry, entry);
  const words = lacks.length === 0 ? entry.result : `${entry.result}; not a certificate: ${lacks.join('; ')}`;
  return `Registered ${entry.number}: product ${entry.product}, version ${entry.version}, ${words}.`;
}

function withdrawNumber(number: string, reason: string, registry: string): string {
  if (registered(registry, number) === undefined)
    throw new ConfigurationError(`${registry} does not list certificate ${number}.`);
  const before = withdrawn(registry, number);
  if (before !== undefined) {
    writeRegistryPage(registry);
    return `${number} is withdrawn already, on ${before.withdrawnAt}.`;
  }
  if (reason.trim() === '')
    throw new ConfigurationError('--withdraw must not be empty: it gives the reason.');
  withdraw(registry, {
    withdrawal: 1,
    number,
    reason: plainLine(reason),
    withdrawnAt: new Date().toISOString(),
  });
  return `Withdrew ${number}: ${plainLine(reason)}. Its entry stays.`;
}

/** Registers a package in a registry, a folder with a file for each and a table page, or withdraws one. */
export const register: Subcommand = (command) => {
  command
    .argument('<what>', 'package; with --withdraw the number of a certificate')
    .requiredOption('--registry <folder>', 'folder of the registry; created when it does not exist')
    .option('--location <address>', 'where readers find the package (default: its file name)')
    .option('--anyway', 'also enter what is not a valid certificate; the entry says what is missing')
    .option('--withdraw <reason>', 'withdraw a certificate for this reason');
  return (what: string, options: RegisterOptions) => {
    const { withdraw: reason, registry } = options;
    if (registry.trim() === '')
      throw new ConfigurationError('--registry must not be empty: it names a folder.');
    const inReports = whyInReports(registry);
    if (inReports !== undefined) throw new ConfigurationError(inReports);
    const says = reason === undefined ? enterPackage(what, options) : withdrawNumber(what, reason, registry);
    // A package comes from someone else.
    for (const line of onScreen([plainLine(says)])) console.log(line);
    return exitStatus.conformant;
  };
};
