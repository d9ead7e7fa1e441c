/** The name of a file of the suite as the sources have it, so that the compiled suite tells of the same files. */
export function sourceName(file: string): string {
  return file.replace(/\.js$/, '.ts');
}

/** A test by its file and title, the same in the sources and compiled. */
export function testName(file: string, title: string): string {
  return `${sourceName(file)} › ${title}`;
}
