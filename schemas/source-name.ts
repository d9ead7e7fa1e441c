/** The source name of a spec file, below the folder of specs; the same for the compiled suite and from any folder. */
export function sourceName(file: string): string {
  return file.replace(/^(?:.*\/)?specs\//, '').replace(/\.js$/, '.ts');
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

/** The titles that a choice of tests by `testPattern`, joined by `|`, is about; undefined for any other pattern. */
export function titlesOf(pattern: string): readonly string[] | undefined {
  const tests = pattern.split(/(?<=\(\?= @\|\$\))\|/);
  const titles = tests.map((test) => /^.+\\\.\[jt\]s (.+)\(\?= @\|\$\)$/.exec(test)?.[1]);
  return titles.every((title) => title !== undefined)
    ? titles.map((title) => title.replaceAll(/\\(.)/g, '$1'))
    : undefined;
}
