/** The source name of a file of the suite; the same for the compiled suite. */
export function sourceName(file: string): string {
  return file.replace(/\.js$/, '.ts');
}

/** Identifies a test by file and title, equally in the sources and in the compiled suite. */
export function testName(file: string, title: string): string {
  return `${sourceName(file)} › ${title}`;
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A pattern that matches only this test in the runner's notation (file, groups, title, tags), in `.ts` or `.js`. */
export function testPattern(name: string): string {
  const [file = '', ...titles] = name.split(' › ');
  return `${literally(file.replace(/\.ts$/, ''))}\\.[jt]s ${literally(titles.join(' '))}(?= @|$)`;
}
