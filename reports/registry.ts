import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { certificateNumber, stated, verdictWords } from './certificate/identity.ts';
import type { PackageVerification } from './package/verify-package.ts';
import type { RegistryEntry } from './registry/entry.ts';
import { registryPage } from './registry/page.ts';
import type { Statement } from './statement/format.ts';
import type { VerifyProblem } from './verify/problem.ts';
import type { Verification } from './verify.ts';

const entriesFolder = 'entries';

/** The entry of a package that was verified. */
export function entryOf(
  statement: Statement,
  rehearsal: readonly string[],
  { root, signedBy }: Pick<PackageVerification, 'root' | 'signedBy'>,
  place: { readonly bytes: Uint8Array; readonly location: string; readonly at: Date },
): RegistryEntry {
  const { certification } = statement;
  return {
    entry: 1,
    number: certificateNumber(statement),
    product: stated([certification?.product?.name]),
    version: stated([certification?.product?.version]),
    vendor: stated([certification?.vendor]),
    result: verdictWords(statement),
    rehearsal,
    root,
    sha256: createHash('sha256').update(place.bytes).digest('hex'),
    signedBy,
    validUntil: stated([certification?.validUntil]),
    package: place.location,
    registeredAt: place.at.toISOString(),
  };
}

function fileOf(registry: string, number: string): string {
  return join(registry, entriesFolder, `${number}.json`);
}

function readEntry(file: string): RegistryEntry {
  const value = JSON.parse(readFileSync(file, 'utf8')) as RegistryEntry;
  if (value?.entry !== 1 || typeof value.number !== 'string')
    throw new Error(`${file} is no entry of a registry`);
  return value;
}

/** The entry of a certificate; undefined where the registry has none. Throws one line for a file that is no entry. */
export function registered(registry: string, number: string): RegistryEntry | undefined {
  const file = fileOf(registry, number);
  return /^[0-9A-F-]+$/.test(number) && existsSync(file) ? readEntry(file) : undefined;
}

/** Writes an entry into a registry, and its table page anew; an entry that stands there is never changed. */
export function register(registry: string, entry: RegistryEntry): void {
  mkdirSync(join(registry, entriesFolder), { recursive: true });
  writeFileSync(fileOf(registry, entry.number), `${JSON.stringify(entry, null, 2)}\n`, { flag: 'wx' });
  const entries = readdirSync(join(registry, entriesFolder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => readEntry(join(registry, entriesFolder, name)))
    .sort((one, other) => (one.registeredAt < other.registeredAt ? 1 : -1));
  // Made anew, so that no link is followed.
  rmSync(join(registry, 'index.html'), { force: true });
  writeFileSync(join(registry, 'index.html'), registryPage(entries), { flag: 'wx' });
}

/** Compares a package that was verified with its entry in a registry. */
export function checkRegistered(registry: string, found: Verification): VerifyProblem[] {
  const problem = (detail: string): VerifyProblem[] => [{ kind: 'registry', at: registry, detail }];
  const { statement, root } = found;
  if (statement === undefined) return problem('there is no certificate to look up');
  if (!('hasPdf' in found)) return problem('a registry lists packages; this is a folder');
  const number = certificateNumber(statement);
  let entry: RegistryEntry | undefined;
  try {
    entry = registered(registry, number);
  } catch (error) {
    return problem((error as Error).message);
  }
  if (entry === undefined) return problem(`the registry does not list certificate ${number}`);
  const told: readonly (readonly [string, string, string])[] = [
    ['root digest', entry.root, root],
    ['result', entry.result, verdictWords(statement)],
    ['product', entry.product, stated([statement.certification?.product?.name])],
    ['version', entry.version, stated([statement.certification?.product?.version])],
    ['last day', entry.validUntil, stated([statement.certification?.validUntil])],
  ];
  return told.flatMap(([words, listed, own]) =>
    listed === own
      ? []
      : problem(
          `the registry lists certificate ${number} with the ${words} ${listed}, the package has ${own}`,
        ),
  );
}
