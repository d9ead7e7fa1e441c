import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Gives back what this process no longer needs. */
export const collectGarbage = runInNewContext('gc') as () => void;
