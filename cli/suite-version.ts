import { readFileSync } from 'node:fs';
import { packageRoot } from './package-root.ts';

/** The version in package.json. */
export const suiteVersion: string = JSON.parse(readFileSync(`${packageRoot}/package.json`, 'utf8')).version;
