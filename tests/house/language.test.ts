import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clauses } from '../../schemas/clauses.ts';
import { rooms, root, sourceFiles } from './source-files.ts';

/** Constructions that nobody writes in English, each with the better one. */
const banned: readonly (readonly [pattern: RegExp, better: string])[] = [
  [/\b(?:is|it is|that is) no (?:JSON|HAR|text|package|folder|plain|signed|card|month)\b/, 'is not a …'],
  [/\bis the one of\b/, 'equals …'],
  [/\b(?:day|moment) of the calendar\b/, 'a real date, a real date and time'],
  [/\bone too many\b/, 'an extra …'],
  [/\bin the place of\b/, 'instead of'],
  [/\bbe told apart\b|\btells? \w+ apart\b/, 'distinguish'],
  [/\b(?:tells|told) the truth\b/, 'diagnoses correctly'],
  [/\btells nothing\b|\bnothing (?:more )?is to be told\b/, 'says nothing, is already decided'],
  [/\bunless told (?:so|to)\b/, 'by default'],
  [/\bwithstood(?![\w}])/, 'handled'],
  [/\bstands? aside\b/, 'is excluded'],
  [/\bmend(?:ed)?\b/i, 'fix'],
  [/\bout of its own accord\b/, 'by itself'],
  [/\bby what one can see\b/, 'as far as can be seen'],
  [/\bwhat (?:stands|lies) before it\b/i, 'whatever is in front of it'],
  [/\bstands? (?:in|there|here|beside|inside|outside|behind|around|under)\b/i, 'is in …'],
  [/\b(?:[Ss]ee that|[Ll]ook (?:at|into)) (?:the|your|host|base|merchant|signing|what)/, 'check …'],
  [/\b(?:nobody|somebody|anybody)\b(?![.’])/i, 'nothing, no client, any client'],
  [/\bnot the one of\b/, 'not that of …'],
  [/\b(?:takes no|does not take) (?:--|more|the (?:credentials|certificate)|\$)/, 'does not accept'],
  [/\bstill going on\b/, 'still running'],
  [/\b(?:no|a) whole (?:answer|card|run|address)\b/, 'complete, full'],
  [
    /\b(?:amount|currency|root|name|habits?|values?|order|status|signature|transaction_id) of (?:its|their) own\b(?! \w)/,
    'its own …, another …',
  ],
  [/\bbeside (?:each|the|those|status|this|its|it)\b/, 'besides, next to, with'],
];

/** The banned constructions in a text, each with the better one. */
function breachesIn(text: string): readonly string[] {
  return banned.flatMap(([pattern, better]) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined
      ? []
      : [`"${found}" in ${JSON.stringify(text.slice(0, 100))}: write ${better}`];
  });
}

// Words of a program are names, and may be anything; a sentence has blanks.
const sentences = /'(?:[^'\\\n]|\\.)* (?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)* (?:[^`\\]|\\.)*`/g;

test('no text of the suite that a user reads has a banned construction', () => {
  const texts = rooms
    .filter((room) => room !== 'tests')
    .flatMap(sourceFiles)
    .flatMap(({ text }) => text.replaceAll(/^\s*(?:\/\/|\*|\/\*\*).*$/gm, '').match(sentences) ?? []);
  expect(texts.length).toBeGreaterThan(2_000);
  expect([...new Set(texts.flatMap(breachesIn))]).toEqual([]);
});

test('no statement of a clause has a banned construction', () => {
  expect(clauses.flatMap(({ statement }) => breachesIn(statement))).toEqual([]);
});

test('no page of the documentation has a banned construction', () => {
  const pages = [
    'README.md',
    ...readdirSync(join(root, 'docs'), { recursive: true })
      .map((name) => join('docs', String(name)))
      .filter((name) => name.endsWith('.md') && !name.includes('decisions')),
  ];
  const lines = pages.flatMap((page) => readFileSync(join(root, page), 'utf8').split('\n'));
  expect(lines.flatMap(breachesIn)).toEqual([]);
});

test.each([
  'currency is the one of the order',
  'answer.xml is no JSON',
  'mend the service',
  'see that the proxy runs',
])('a banned construction is found: %s', (text) => {
  expect(breachesIn(text)).toHaveLength(1);
});
