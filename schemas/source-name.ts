/** The name of a file of the suite as the sources have it, so that the compiled suite tells of the same files. */
export function sourceName(file: string): string {
  return file.replace(/\.js$/, '.ts');
}

/** A test by its file and title, the same in the sources and compiled. */
export function testName(file: string, title: string): string {
  return `${sourceName(file)} › ${title}`;
}

const literally = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** A pattern that only one test fits, as the runner writes it: file, groups, title, tags. The sources and the compiled specs end differently. */
export function testPattern(name: string): string {
  const [file = '', ...titles] = name.split(' › ');
  return `${literally(file.replace(/\.ts$/, ''))}\\.[jt]s ${literally(titles.join(' '))}(?= @|$)`;
}
