/** Texts that tempt a reader of JSON and markup to look at the rest again for each sign. */
export const hostileTexts: Readonly<Record<string, (size: number) => string>> = {
  'quotes that are never closed': (size) => `{"${'\\"'.repeat(size)}`,
  'backslashes at the end': (size) => `["${'\\'.repeat(size * 2 + 1)}`,
  'blanks behind a string': (size) => `{"a"${' '.repeat(size)}"b"${' '.repeat(size)}`,
  'comments that are never closed': (size) => '<a><!--'.repeat(size),
  'tags that are never closed': (size) => '<a b="'.repeat(size),
  'equals signs': (size) => `<a ${'='.repeat(size)}>`,
  'one long name': (size) => `<${'a'.repeat(size)}`,
};
