import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import { type Deviation, DeviationFileError, loadDeviations } from '../../reports/deviations.ts';
import { ConfigurationError } from '../../targets/configuration-error.ts';
import { readTargetFile } from '../../targets/target-file.ts';
import { packageRoot } from '../package-root.ts';
import { schemaPath } from '../schema-path.ts';

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2 } };

/** Where the known deviations of a target stand, and whether its target file says so already. */
export interface DeviationPlace {
  readonly file: string;
  /** The target file that has to name the new file. */
  readonly unnamedIn?: string;
}

/** The deviation file of a target: the one that it names, or a new one beside it. */
export function deviationPlace(target: string): DeviationPlace {
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

function read(file: string): readonly Deviation[] {
  try {
    return loadDeviations(file);
  } catch (error) {
    if (error instanceof DeviationFileError) throw new ConfigurationError(error.message);
    throw error;
  }
}

type Entry = Pick<Deviation, 'clause' | 'operation'>;

function knownIn(file: string, entry: Entry): readonly Deviation[] {
  const known = existsSync(file) ? read(file) : [];
  const same = known.find(
    ({ clause, operation }) => clause === entry.clause && operation === entry.operation,
  );
  if (same === undefined) return known;
  throw new ConfigurationError(
    `${file} knows "${same.id}" already, until ${same.expires} (${same.owner}); change it there.`,
  );
}

/** Ends with a word where a deviation file knows an entry already, before anybody is asked about it. */
export function demandUnknown({ file }: DeviationPlace, entry: Entry): void {
  knownIn(file, entry);
}

/** A path as it is shortest from here. */
function shown(file: string): string {
  const near = relative('.', file);
  return near.startsWith('..') ? file : near;
}

/** Writes one more entry into a deviation file, its layout kept, and names a new file in its target file; returns the lines that say so. */
export function addToFile(
  { file, unnamedIn }: DeviationPlace,
  entry: Omit<Deviation, 'id'> & { readonly id?: string },
): readonly string[] {
  const isNew = !existsSync(file);
  const known = knownIn(file, entry);
  const schema = schemaPath(file, 'reports', 'deviations.schema.json');
  const start = `${JSON.stringify({ ...(schema && { $schema: schema }), deviations: [] }, null, 2)}\n`;
  const before = isNew ? start : readFileSync(file, 'utf8');
  const options = { ...layout, isArrayInsertion: true };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, applyEdits(before, modify(before, ['deviations', known.length], entry, options)));
  const lines = [
    `${isNew ? 'Wrote' : 'Added to'} ${shown(file)}: ${entry.clause} in ${entry.operation}, until ${entry.expires}.`,
  ];
  if (unnamedIn === undefined) return lines;
  const text = readFileSync(unnamedIn, 'utf8');
  writeFileSync(unnamedIn, applyEdits(text, modify(text, ['deviations'], `./${basename(file)}`, layout)));
  return [...lines, `Named it in ${shown(unnamedIn)} under "deviations".`];
}
