import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { clauses as register } from '../schemas/clauses.ts';
import { defined } from '../schemas/defined.ts';
import type { Clause, ClauseId } from '../schemas/types.ts';
import { WrongUse } from '../schemas/wrong-use.ts';
import { redactText } from './redact.ts';

/** A part of a section that can be quoted alone: a paragraph, a list item or a table row. */
interface Block {
  readonly text: string;
  /** Number of an item in a numbered list. */
  readonly item?: string;
}

/** The parts of each section by its number, such as `2.9`, without the parts of its subsections. */
type Sections = ReadonlyMap<string, readonly Block[]>;

interface Heading {
  readonly number: string;
  /** Number of lines, with the underline. */
  readonly lines: number;
}

const markdown = /^ {0,3}#{1,6}\s+(?:(?:section|chapter)\s+)?(\d+(?:\.\d+)*)[.):]?(?:\s|$)/i;
const plain = /^\s*(?:(?:section|chapter)\s+)?(\d+(?:\.\d+)*)[.):]?\s+(\S.*)$/i;
const underline = /^\s*(?:={3,}|-{3,})\s*$/;
const longestHeading = 90;

/** Splits a document, text or Markdown, into its numbered sections. */
export function sectionsOf(text: string): Sections {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const headingAt = lines.some((line) => markdown.test(line)) ? markdownHeading : plainHeadings();
  const sections = new Map<string, string[]>();
  let current: string[] | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const heading = headingAt(lines, at);
    if (heading === undefined) {
      current?.push(lines[at] ?? '');
      continue;
    }
    // The table of contents repeats the headings. Of two sections with one number, the one with text counts.
    const before = sections.get(heading.number);
    current = before?.some((line) => line.trim() !== '') ? before : [];
    sections.set(heading.number, current);
    at += heading.lines - 1;
  }
  return new Map([...sections].map(([number, some]) => [number, blocksOf(some)]));
}

function markdownHeading(lines: readonly string[], at: number): Heading | undefined {
  const number = markdown.exec(lines[at] ?? '')?.[1];
  return number === undefined ? undefined : { number, lines: 1 };
}

/** Finds headings of a plain text: short lines, not sentences, whose number continues the previous one. */
function plainHeadings(): (lines: readonly string[], at: number) => Heading | undefined {
  let last: readonly number[] = [];
  return (lines, at) => {
    const [, number, title = ''] = plain.exec(lines[at] ?? '') ?? [];
    const isUnderlined = underline.test(lines[at + 1] ?? '');
    if (number === undefined || title.length > longestHeading || /[.;,:]$/.test(title.trim()))
      return undefined;
    if (!isUnderlined && (lines[at - 1] ?? '').trim() !== '') return undefined;
    const steps = number.split('.').map(Number);
    if (!follows(steps, last)) return undefined;
    last = steps;
    return { number, lines: isUnderlined ? 2 : 1 };
  };
}

/** True if a section number may follow another: the first child, or the next sibling at its own or any higher level. */
function follows(steps: readonly number[], last: readonly number[]): boolean {
  if (last.length === 0) return steps.length === 1;
  const isChild = steps.length === last.length + 1 && last.every((step, at) => steps[at] === step);
  if (isChild) return steps.at(-1) === 1;
  const level = steps.length - 1;
  const isBeside = level < last.length && steps.slice(0, level).every((step, at) => last[at] === step);
  return isBeside && steps[level] === (last[level] ?? 0) + 1;
}

const item = /^\s*(?:[-*+]|(\d+)[.)])\s+/;
const row = /^\s*\|/;
const ruler = /^\s*\|?[\s:|-]+\|[\s:|-]*$/;

function blocksOf(lines: readonly string[]): readonly Block[] {
  const blocks: { text: string; item?: string }[] = [];
  // The block that the next line of text continues.
  let open: { text: string } | undefined;
  for (const line of lines) {
    const text = line.trim();
    const isBreak = text === '' || ruler.test(line) || /^(?:```|~~~)/.test(text);
    const start = item.exec(line);
    if (open !== undefined && !isBreak && start === null && !row.test(line)) {
      open.text += ` ${text}`;
      continue;
    }
    const block = { text, ...defined({ item: start?.[1] }) };
    if (!isBreak) blocks.push(block);
    open = isBreak || row.test(line) ? undefined : block;
  }
  return blocks;
}

/** What the reader's copy of the document says about a clause; `unmatched` if no part of the section matches it. */
export type Passage =
  | { readonly kind: 'found'; readonly section: string; readonly text: string }
  | { readonly kind: 'unmatched' | 'no-section'; readonly section: string };

/** The passage in one line for a reader. */
export function passageWords(passage: Passage): string {
  const { kind, section } = passage;
  if (kind === 'found') return `Document, ${section}: ${passage.text.replaceAll(/\s+/g, ' ')}`;
  return kind === 'no-section'
    ? `Document: section ${section} is not found in it`
    : `Document: nothing in its section ${section} matches this clause`;
}

/** Limits of a passage: characters, and parts of a section. */
const most = { characters: 500, blocks: 2 } as const;

type Asked = Pick<Clause, 'id' | 'section' | 'statement' | 'alsoIn'>;

/** The parts of the document that match a clause best: in its own section, else in one that states the same. */
export function passageOf(sections: Sections, clause: Asked): Passage {
  const known = [clause.section, ...(clause.alsoIn ?? [])].flatMap((section) => {
    const blocks = partsOf(sections, section);
    return blocks === undefined ? [] : [{ section, text: bestOf(blocks, clause) }];
  });
  const found = known.find(({ text }) => text !== '');
  if (found !== undefined) return { kind: 'found', ...found };
  return {
    kind: known.length === 0 ? 'no-section' : 'unmatched',
    section: known[0]?.section ?? clause.section,
  };
}

/** The parts of a section; `7.1` may also be item 1 of a numbered list in section 7. */
function partsOf(sections: Sections, section: string): readonly Block[] | undefined {
  const own = sections.get(section);
  if (own !== undefined) return own;
  const [, above = '', number] = /^(.+)\.(\d+)$/.exec(section) ?? [];
  const items = sections.get(above)?.filter(({ item }) => item === number) ?? [];
  return items.length === 0 ? undefined : items;
}

function bestOf(blocks: readonly Block[], clause: Asked): string {
  const only = blocks.length === 1 ? blocks[0] : undefined;
  if (only !== undefined) return cut(only.text);
  const words = blocks.map(({ text }) => new Set(wordsOf(text)));
  const weights = weightsOf(clause, words);
  const scores = words.map((own) =>
    [...weights].reduce((sum, [word, weight]) => sum + (own.has(word) ? weight : 0), 0),
  );
  const best = Math.max(0, ...scores);
  if (best === 0) return '';
  // The second-best part is added only if it matches nearly as well.
  const chosen = scores
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score >= best * 0.8)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, most.blocks)
    .sort((one, other) => one.at - other.at);
  return cut(chosen.map(({ at }) => blocks[at]?.text ?? '').join(' … '));
}

/** The words of a clause by weight: names in its id before its statement, rare words before common ones. */
function weightsOf(
  { id, statement }: Asked,
  parts: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  const named = new Set(namesIn(id));
  const weights = new Map<string, number>();
  for (const word of [...named, ...wordsOf(statement)]) {
    const holding = parts.filter((part) => part.has(word)).length;
    if (holding > 0) weights.set(word, (named.has(word) ? 4 : 1) * Math.log(1 + parts.length / holding));
  }
  return weights;
}

function namesIn(id: ClauseId): readonly string[] {
  return id
    .split('/')
    .slice(1)
    .flatMap((step) => [step.toLowerCase(), ...wordsOf(step)]);
}

const stopWords =
  /^(?:the|and|for|are|was|with|that|this|has|have|its|not|one|each|any|all|may|only|from|into|than|when|which|their|them|they|there|is|of|an?|in|it|to|or|as|be|by|on|at|no)$/;

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !stopWords.test(word));
}

function cut(text: string): string {
  return text.length > most.characters ? `${text.slice(0, most.characters - 1)}…` : text;
}

/** The reader's own copy of the interface document. */
export interface DocumentCopy {
  /** Hexadecimal, lower case, over the bytes of the file. */
  readonly sha256: string;
  readonly sections: Sections;
}

const mostBytes = 20 * 1024 * 1024;

/** Reads a copy of the document, text or Markdown in UTF-8, up to 20 MB; throws `WrongUse`. Stores no text of it. */
export function readDocument(file: string): DocumentCopy {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    throw new WrongUse(`${file}: cannot be read (${code})`, { cause: error });
  }
  if (bytes.length > mostBytes) throw new WrongUse(`${file}: a document has at most 20 MB`);
  // This refuses a PDF.
  if (!isUtf8(bytes) || bytes.includes(0))
    throw new WrongUse(`${file}: is not a text in UTF-8; save the document as text or Markdown`);
  const sections = sectionsOf(bytes.toString());
  if (sections.size === 0)
    throw new WrongUse(`${file}: no numbered section is found in it, such as "## 2.9" or "2.9 Orders"`);
  return { sha256: createHash('sha256').update(bytes).digest('hex'), sections };
}

/** Returns the passage of a clause in the reader's copy of the document. */
export type Quotes = (clause: ClauseId) => Passage | undefined;

/** The passages of a copy. They are masked like any text, because samples may contain card numbers. */
export function quotesFrom({ sections }: DocumentCopy): Quotes {
  return (clause) => {
    const row = register.find(({ id }) => id === clause);
    if (row === undefined) return undefined;
    const passage = passageOf(sections, row);
    return passage.kind === 'found' ? { ...passage, text: redactText(passage.text) } : passage;
  };
}

/** The passages of the copy with the given digest; undefined if the file is missing, not readable or has changed. */
export function quotesOf(file: string | undefined, sha256: string | undefined): Quotes | undefined {
  if (file === undefined) return undefined;
  try {
    const copy = readDocument(file);
    return copy.sha256 === sha256 ? quotesFrom(copy) : undefined;
  } catch (error) {
    if (error instanceof WrongUse) return undefined;
    throw error;
  }
}
