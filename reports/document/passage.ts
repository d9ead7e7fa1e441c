import type { Clause, ClauseId } from '../../schemas/types.ts';
import type { Block, Sections } from './sections.ts';

/** What a reader's own copy of the document says about a clause. */
export type Passage =
  | { readonly kind: 'found'; readonly section: string; readonly text: string }
  /** The section is there, but nothing in it matches the clause. */
  | { readonly kind: 'unmatched'; readonly section: string }
  | { readonly kind: 'no-section'; readonly section: string };

/** The words for a reader of a copy that lacks what a clause rests on. */
export function missingWords(passage: Exclude<Passage, { kind: 'found' }>): string {
  return passage.kind === 'no-section'
    ? `section ${passage.section} is not found in it`
    : `nothing in its section ${passage.section} matches this clause`;
}

/** Characters of a passage, and parts of a section that it is made of. */
const most = { characters: 500, blocks: 2 } as const;

type Asked = Pick<Clause, 'id' | 'section' | 'statement' | 'alsoIn'>;

/** The parts of the document that match a clause best: in its own section, else in one that states the same. */
export function passageOf(sections: Sections, clause: Asked): Passage {
  const places = [clause.section, ...(clause.alsoIn ?? [])];
  const known = places.flatMap((section) => {
    const blocks = partsOf(sections, section);
    return blocks === undefined ? [] : [{ section, blocks }];
  });
  for (const { section, blocks } of known) {
    const text = bestOf(blocks, clause);
    if (text !== '') return { kind: 'found', section, text };
  }
  const [first] = known;
  return first === undefined
    ? { kind: 'no-section', section: clause.section }
    : { kind: 'unmatched', section: first.section };
}

/** The parts of a section; `7.1` may also be the first item of a numbered list in section 7. */
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
  // The next best one only where it matches nearly as well.
  const chosen = scores
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score >= best * 0.8)
    .sort((one, other) => other.score - one.score || one.at - other.at)
    .slice(0, most.blocks)
    .sort((one, other) => one.at - other.at);
  return cut(chosen.map(({ at }) => blocks[at]?.text ?? '').join(' … '));
}

/** Words of a clause by weight: names in its id say more than its statement, and what few parts hold more than what all do. */
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

const idle = new Set(
  'the and for are was with that this has have its not one each any all may only from into than when which their them they there is of a an in it to or as be by on at no'.split(
    ' ',
  ),
);

function wordsOf(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).filter((word) => !idle.has(word));
}

function cut(text: string): string {
  return text.length > most.characters ? `${text.slice(0, most.characters - 1)}…` : text;
}
