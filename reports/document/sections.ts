/** One part of a section that stands by itself: a paragraph, an item of a list, or a row of a table. */
export interface Block {
  readonly text: string;
  /** Number of an item in a numbered list. */
  readonly item?: string;
}

/** The parts of each numbered section, by its number as in `2.9`; what stands in a section below it is not repeated. */
export type Sections = ReadonlyMap<string, readonly Block[]>;

interface Heading {
  readonly number: string;
  /** Lines that it takes, its underline included. */
  readonly lines: number;
}

const markdown = /^ {0,3}#{1,6}\s+(?:(?:section|chapter)\s+)?(\d+(?:\.\d+)*)[.):]?(?:\s|$)/i;
const plain = /^\s*(?:(?:section|chapter)\s+)?(\d+(?:\.\d+)*)[.):]?\s+(\S.*)$/i;
const underline = /^\s*(?:={3,}|-{3,})\s*$/;
const longestHeading = 90;

/** Cuts a document, text or Markdown, into its numbered sections. */
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
    // A table of contents comes before: the section with more in it counts.
    const before = sections.get(heading.number);
    current = before === undefined || isEmpty(before) ? [] : before;
    sections.set(heading.number, current);
    at += heading.lines - 1;
  }
  return new Map([...sections].map(([number, some]) => [number, blocksOf(some)]));
}

function isEmpty(lines: readonly string[]): boolean {
  return lines.every((line) => line.trim() === '');
}

function markdownHeading(lines: readonly string[], at: number): Heading | undefined {
  const number = markdown.exec(lines[at] ?? '')?.[1];
  return number === undefined ? undefined : { number, lines: 1 };
}

/** Headings of a plain text: short lines with a number that goes on from the one before, and no sentences. */
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

/** Tells whether a section number may come next: the first of a level below, or the next of any level above. */
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
  let open = false;
  for (const line of lines) {
    const text = line.trim();
    if (text === '' || ruler.test(line) || /^(?:```|~~~)/.test(text)) {
      open = false;
      continue;
    }
    const [start, number] = item.exec(line) ?? [];
    if (row.test(line)) {
      blocks.push({ text });
      open = false;
    } else if (start !== undefined) {
      blocks.push({ text, ...(number === undefined ? {} : { item: number }) });
      open = true;
    } else {
      const last = blocks.at(-1);
      if (open && last !== undefined) last.text += ` ${text}`;
      else blocks.push({ text });
      open = true;
    }
  }
  return blocks;
}
