import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const compiled = /(file:\/\/[^\s()]+\/(?:chunks|cli)\/[\w./-]+\.js):(\d+):(\d+)/;
const source = /\b((?:cli|reports|targets|opening|generators|schemas|mock)\/[\w./-]+:\d+)/;

// The map lies beside the file in a clone, and in no package.
function inSources(file: string, line: number, column: number): string | undefined {
  try {
    const map = new SourceMap(JSON.parse(readFileSync(new URL(`${file}.map`), 'utf8')));
    const found = map.findEntry(line - 1, column - 1);
    return 'originalSource' in found
      ? `${found.originalSource.replace(/^(?:\.\.\/)+/, '')}:${found.originalLine + 1}`
      : undefined;
  } catch {
    return undefined;
  }
}

/** The first place of the suite in a stack, as the sources name it where that can be told; undefined where it names none. */
export function sourcePlace(stack: string): string | undefined {
  const [, file, line, column] = compiled.exec(stack) ?? [];
  if (file === undefined) return source.exec(stack)?.[1];
  const name = file.split('/').slice(-2).join('/');
  return inSources(file, Number(line), Number(column)) ?? `${name}:${line}:${column}`;
}
