import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandStart } from '../schemas/command-line.ts';
import { defined } from '../schemas/defined.ts';
import { isObject } from '../schemas/json.ts';
import type { JsonValue } from '../schemas/types.ts';
import { WrongUse } from '../schemas/wrong-use.ts';
import { isPast, whyRehearsal } from './certificate/notices.ts';
import { certificateNumber, html, notStated, stated, verdictWords } from './certificate/words.ts';
import type { PackageVerification } from './package/verify-package.ts';
import { pageOf } from './pages/page.ts';
import { addFile, makeFolder, replaceFile } from './replace-file.ts';
import type { Statement } from './statement/format.ts';
import type { VerifyProblem } from './verify/files.ts';
import type { Verification } from './verify.ts';

const entriesFolder = 'entries';
const withdrawalsFolder = 'withdrawals';

/** The texts that a file of a registry must have, by folder. */
const texts = {
  [entriesFolder]: [
    'number',
    'product',
    'version',
    'vendor',
    'result',
    'validUntil',
    'package',
    'root',
    'registeredAt',
  ],
  [withdrawalsFolder]: ['number', 'reason', 'withdrawnAt'],
} as const;

/** The reasons why a verified package must not be registered as a certificate, one phrase each. */
export function unmetConditions(
  statement: Statement,
  { signedBy }: Pick<PackageVerification, 'signedBy'>,
  at: Date,
): readonly string[] {
  const { product, validUntil } = statement.certification ?? {};
  const lacks = [
    signedBy.length === 0 && 'it is not signed',
    stated([product?.name]) === notStated && 'no product is stated',
    stated([product?.version]) === notStated && 'no version of the product is stated',
    validUntil === undefined
      ? 'no last day of validity is stated'
      : isPast(validUntil, at.toISOString()) && `it was valid until ${validUntil}`,
  ];
  return [...whyRehearsal(statement), ...lacks.filter((lack) => lack !== false)];
}

/** The facts of a statement that a registry entry repeats. */
function factsOf(statement: Statement) {
  const { product, vendor, validUntil } = statement.certification ?? {};
  return {
    number: certificateNumber(statement),
    product: stated([product?.name]),
    version: stated([product?.version]),
    vendor: stated([vendor]),
    result: verdictWords(statement),
    /** Last day, or `not stated`. */
    validUntil: stated([validUntil]),
  };
}

/** The registry entry of a verified package: its location and digests. */
export function entryOf(
  statement: Statement,
  lacks: readonly string[],
  { root, signedBy }: Pick<PackageVerification, 'root' | 'signedBy'>,
  { bytes, location, at }: { readonly bytes: Uint8Array; readonly location: string; readonly at: Date },
) {
  const { validUntil, ...facts } = factsOf(statement);
  return {
    entry: 1,
    ...facts,
    /** Why it is not a certificate; not empty if the caller registered it nevertheless. */
    lacks,
    root,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    signedBy,
    validUntil,
    package: location,
    registeredAt: at.toISOString(),
  } as const;
}

type RegistryEntry = ReturnType<typeof entryOf>;

/** The withdrawal of a certificate: a file next to its entry, which stays unchanged. */
interface Withdrawal {
  readonly withdrawal: 1;
  readonly number: string;
  readonly reason: string;
  /** ISO 8601. */
  readonly withdrawnAt: string;
}

function isFile(value: JsonValue, folder: keyof typeof texts, number: string): boolean {
  return (
    isObject(value) &&
    value.number === number &&
    texts[folder].every((name) => typeof value[name] === 'string') &&
    (folder === withdrawalsFolder || (value.entry === 1 && Array.isArray(value.lacks)))
  );
}

/** Reads a file about a certificate from a registry; undefined if there is none. */
function fileIn<Content>(registry: string, folder: keyof typeof texts, number: string): Content | undefined {
  const file = join(registry, folder, `${number}.json`);
  if (!/^[0-9A-F-]+$/.test(number) || !existsSync(file)) return undefined;
  const value = parsed(readFileSync(file, 'utf8'));
  if (value !== undefined && isFile(value, folder, number)) return value as Content;
  throw new WrongUse(`${file} is damaged: it is not what \`certificate register\` writes there.`);
}

function parsed(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The entry of a certificate; undefined if there is none. Throws `WrongUse` if the file is not an entry. */
export function registered(registry: string, number: string): RegistryEntry | undefined {
  return fileIn(registry, entriesFolder, number);
}

/** The withdrawal of a certificate; undefined if it was not withdrawn. */
export function withdrawn(registry: string, number: string): Withdrawal | undefined {
  return fileIn(registry, withdrawalsFolder, number);
}

/** All entries, newest first, with their withdrawals. */
function entriesIn(registry: string) {
  const folder = join(registry, entriesFolder);
  return (existsSync(folder) ? readdirSync(folder) : [])
    .flatMap((name) => (name.endsWith('.json') ? (registered(registry, name.slice(0, -5)) ?? []) : []))
    .sort((one, other) => (one.registeredAt < other.registeredAt ? 1 : -1))
    .map((entry) => ({ ...entry, ...defined({ withdrawn: withdrawn(registry, entry.number) }) }));
}

/** Writes the table page of a registry anew, also after an earlier command could not. */
export function writeRegistryPage(registry: string): void {
  replaceFile(join(registry, 'index.html'), registryPage(entriesIn(registry)));
}

// The file is created exclusively: nothing is overwritten and no link is followed.
function addNewFile(registry: string, folder: keyof typeof texts, number: string, content: object): void {
  // A damaged file must not keep the page from showing what is added.
  entriesIn(registry);
  makeFolder(join(registry, folder));
  addFile(join(registry, folder, `${number}.json`), `${JSON.stringify(content, null, 2)}\n`);
  writeRegistryPage(registry);
}

/** Adds an entry to a registry and rewrites its table page. Throws if the entry exists. */
export function register(registry: string, entry: RegistryEntry): void {
  addNewFile(registry, entriesFolder, entry.number, entry);
}

/** Withdraws a certificate. Its entry stays; a verification with the registry reports the withdrawal. */
export function withdraw(registry: string, withdrawal: Withdrawal): void {
  addNewFile(registry, withdrawalsFolder, withdrawal.number, withdrawal);
}

/** Compares a verified package with its entry in a registry. */
export function checkRegistered(registry: string, found: Verification): VerifyProblem[] {
  const problem = (detail: string): VerifyProblem[] => [{ kind: 'registry', at: registry, detail }];
  const { statement, root } = found;
  if (statement === undefined) return problem('there is no certificate to look up');
  if (!('hasPdf' in found)) return problem('a registry lists packages; this is a folder');
  const own = { ...factsOf(statement), root };
  const { number } = own;
  const entry = registered(registry, number);
  if (entry === undefined) return problem(`the registry does not list certificate ${number}`);
  const taken = withdrawn(registry, number);
  if (taken !== undefined)
    return problem(
      `certificate ${number} was withdrawn on ${taken.withdrawnAt.slice(0, 10)}: ${taken.reason}`,
    );
  const compared = [
    ['root', 'root digest'],
    ['result', 'result'],
    ['product', 'product'],
    ['version', 'version'],
    ['validUntil', 'last day'],
  ] as const;
  return compared.flatMap(([name, words]) =>
    entry[name] === own[name]
      ? []
      : problem(
          `the registry lists certificate ${number} with the ${words} ${entry[name]}, the package has ${own[name]}`,
        ),
  );
}

/** The table page of a registry, newest first: printable HTML without scripts or external resources. */
function registryPage(entries: readonly (RegistryEntry & { readonly withdrawn?: Withdrawal })[]): string {
  const main = html`<p class="eyebrow">Payment acquiring interface</p>
<h1>Registry of certificates</h1>
<p class="soft">Each row points to a package and names its digest; <code>${commandStart} certificate verify FILE.zip --registry DIR</code> compares a package with its row.</p>
<div class="wide"><table><thead><tr><th>Number</th><th>Product</th><th>Version</th><th>Vendor</th><th>Result</th><th>Valid until</th><th>Package</th><th>Root digest</th></tr></thead>
<tbody>${entries.map(
    ({ number, product, version, vendor, result, lacks, validUntil, package: place, root, withdrawn }) =>
      html`<tr><td class="id">${number}</td><td>${product}</td><td>${version}</td><td>${vendor}</td>
<td>${withdrawn !== undefined && html`<b>Withdrawn</b> on ${withdrawn.withdrawnAt.slice(0, 10)}: ${withdrawn.reason}<br>`}${result}${lacks.length > 0 && html`<br><span class="soft">not a certificate: ${lacks.join('; ')}</span>`}</td><td>${validUntil}</td><td class="id">${place}</td><td class="id">${root}</td></tr>`,
  )}</tbody></table></div>`;
  const title = 'Registry of certificates';
  return pageOf({ title, foot: title, main });
}
