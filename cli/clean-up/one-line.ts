import { plainText } from '../explore/terminal/plain-text.ts';

// Job runners look for these anywhere in a line.
const commands = /##(?=\[|vso\[)/g;

/** A value as indented JSON of the same meaning, with every sign escaped that a terminal or a job's log would act on. */
export function jsonText(value: unknown): string {
  return plainText(JSON.stringify(value, null, 2)).replaceAll(commands, '#\\u0023');
}

/**
 * A text of a service on one line, as data: no line end, no control or direction sign, and nothing that a job's log
 * takes for a command (`::error`, `##[error]`, `##vso[…]`).
 */
export function oneLine(text: string): string {
  return plainText(text)
    .replaceAll('\n', '\\n')
    .replace(/^\s*::/, (head) => head.replace('::', ':\\u003a'))
    .replaceAll(commands, '#\\u0023');
}
