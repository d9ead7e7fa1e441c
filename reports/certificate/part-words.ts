// What a run was told to leave out comes as one phrase each; here they become a sentence.
const sentences: readonly (readonly [phrase: RegExp, words: (rest: string) => string])[] = [
  [/^declared absent: (.*)$/, (names) => `the service is declared not to offer ${names}`],
  [/^not allowed: (.*)$/, (names) => `the target file allows no effects of ${names}`],
  [/^no notification address$/, () => 'no address was given for notifications'],
  [/^no second account$/, () => 'no second account was given to tell accounts apart'],
  [/^only (.*)$/, (what) => `the caller chose only ${what}`],
  [/^limits\.(\w+) reached$/, (name) => `the limit ${name} of the target file was reached`],
];

function wordsOf(phrase: string): string {
  for (const [pattern, words] of sentences) {
    const found = pattern.exec(phrase);
    if (found !== null) return words(found[1] ?? '');
  }
  return phrase;
}

/** What a run left out as one plain sentence; empty for a whole run. */
export function partSentence(partial: readonly string[]): string {
  if (partial.length === 0) return '';
  const words = partial.map(wordsOf);
  const last = words.at(-1) ?? '';
  const list = words.length === 1 ? last : `${words.slice(0, -1).join('; ')}; and ${last}`;
  return `This statement speaks for a part of the interface only: ${list}.`;
}
