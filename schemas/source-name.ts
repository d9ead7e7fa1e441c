/** The source name of a spec file, below the folder of specs; the same for the compiled suite and from any folder. */
export function sourceName(file: string): string {
  return file.replace(/^(?:.*\/)?specs\//, '').replace(/\.js$/, '.ts');
}

/** Identifies a test by file and title, equally in the sources and in the compiled suite. */
export function testName(file: string, title: string): string {
  return `${sourceName(file)} › ${title}`;
}
