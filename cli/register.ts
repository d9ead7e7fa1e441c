import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { whyRehearsal } from '../reports/certificate/rehearsal.ts';
import { verifyPackageBytes } from '../reports/package/verify-package.ts';
import { register as enter, entryOf, registered } from '../reports/registry.ts';
import { headlineOf } from '../reports/verify/headline.ts';
import { ConfigurationError } from '../targets/configuration-error.ts';
import { exitStatus } from './exit-status.ts';
import { existingPath } from './option-values.ts';
import type { Subcommand } from './subcommand.ts';
import { suiteFacts } from './suite-facts.ts';

interface RegisterOptions {
  readonly registry: string;
  readonly location?: string;
}

function enterPackage(file: string, { registry, location = basename(file) }: RegisterOptions): string {
  if (statSync(file).isDirectory())
    throw new ConfigurationError(`${file} is a folder; \`pack\` makes a package of it.`);
  const bytes = readFileSync(file);
  const found = verifyPackageBytes(bytes, { suite: suiteFacts() });
  const headline = headlineOf(found.problems);
  const { statement } = found;
  if (headline !== undefined || statement === undefined)
    throw new ConfigurationError(`${file} is not registered: ${headline ?? 'it holds no statement.'}`);
  const rehearsal = whyRehearsal(statement);
  const entry = entryOf(statement, rehearsal, found, { bytes, location, at: new Date() });
  const before = registered(registry, entry.number);
  if (before?.root === entry.root) return `${entry.number} is registered already, on ${before.registeredAt}.`;
  if (before !== undefined)
    throw new ConfigurationError(
      `${registry} lists ${entry.number} with another package (${before.root}); an entry is never changed.`,
    );
  enter(registry, entry);
  const words = rehearsal.length === 0 ? entry.result : `${entry.result}, a rehearsal`;
  return `Registered ${entry.number}: product ${entry.product}, version ${entry.version}, ${words}.`;
}

/** Enters a package into a registry of certificates: a folder with a small file for each, and a table page. */
export const register: Subcommand = (program, finish) => {
  program
    .command('register')
    .argument('<file>', 'package', existingPath)
    .requiredOption('--registry <folder>', 'folder of the registry; made when it is not there')
    .option('--location <address>', 'where readers find the package (default: its file name)')
    .addHelpText('after', '\nExample: npx conformance register FILE.zip --registry registry')
    .action((file: string, options: RegisterOptions) => {
      console.log(enterPackage(file, options));
      finish(exitStatus.conformant);
    });
};
