import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findUp(folder: string): string {
  return existsSync(`${folder}/package.json`) ? folder : findUp(dirname(folder));
}

/** The folder of package.json, from the sources as well as from dist/. */
export const packageRoot: string = findUp(dirname(fileURLToPath(import.meta.url)));

/** Whether this is an installed package: it holds dist/ alone, and nothing may be written into it. */
export const isInstalled: boolean = !existsSync(`${packageRoot}/tsconfig.json`);

/** The file with the figures of the suite's own proof: in a clone every row stands beside them. */
export const figuresFile: string = join(packageRoot, isInstalled ? 'dist' : 'reports', 'proof.json');
