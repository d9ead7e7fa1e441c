import type { ChangeOf } from '../../mock/behaviour.ts';
import { readUsed } from '../../proof/drawn-services.ts';
import { changeOf } from '../../proof/freedoms/registry.ts';

/** The change of a service that uses these freedoms, each as `NAME` or `NAME=JSON`. */
export function using(...words: readonly string[]): ChangeOf {
  return changeOf(words.map((word) => readUsed(word)));
}
