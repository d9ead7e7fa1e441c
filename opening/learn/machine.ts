/** What is asked of one thing after the other. */
export type Word = readonly string[];

/** Plays words over things that nothing else was asked of. */
interface Teacher {
  /** Asks for the letters of a word one after the other; an output for each. What it throws ends the learning. */
  play(word: Word): Promise<Word>;
  /** Whether a call with an output most likely changed nothing. */
  stays?(output: string): boolean;
  /** What is shown of the things so far, once their words were played, by word as `keyOf` writes it. */
  shown?(): Promise<ReadonlyMap<string, string>>;
}

/** A machine with an output for each letter in each state; the first state is where every word begins. Letters that were not learned are left out. */
export interface Mealy {
  readonly states: readonly {
    /** What is shown of a thing in this state. */
    readonly shows?: string;
    readonly arrows: ReadonlyMap<string, { readonly output: string; readonly to: number }>;
  }[];
}

/** A word as one text. */
export const keyOf = (word: Word) => word.join('\n');

interface Edge {
  readonly output: string;
  readonly node: Node;
}

interface Node {
  readonly word: Word;
  readonly next: Map<string, Edge>;
  shows?: string;
}

const newNode = (word: Word): Node => ({ word, next: new Map() });

/** A word after which two nodes were seen to differ, in its last output or in what is shown; undefined where nothing tells them apart. */
function witness(one: Node, other: Node): Word | undefined {
  if (one.shows !== undefined && other.shows !== undefined && one.shows !== other.shows) return [];
  for (const [letter, { output, node }] of one.next) {
    const also = other.next.get(letter);
    if (also === undefined) continue;
    if (also.output !== output) return [letter];
    const rest = witness(node, also.node);
    if (rest !== undefined) return [letter, ...rest];
  }
  return undefined;
}

/** Something was answered in two ways, so that no machine explains it. */
export class NotAMachine extends Error {
  constructor(word: Word) {
    super(`where the same calls had another outcome before (${word.join(', ')})`);
    this.name = 'NotAMachine';
  }
}

/**
 * Learns a machine from its outputs: a tree of all that was played, in which states are nodes that were seen to differ (L#,
 * Vaandrager and others, 2022). When nothing is open any more, words that the machine foretells are tried, and then the `walks`.
 */
export function machineLearner(letters: Word, teacher: Teacher, walks: readonly Word[]) {
  const root = newNode([]);
  const basis: Node[] = [root];
  /** Words that were played for what is shown after them. */
  const looked = new Set<string>();
  let played = 0;

  const play = async (word: Word): Promise<void> => {
    const outputs = await teacher.play(word);
    played += 1;
    let at = root;
    for (const [index, letter] of word.entries()) {
      const output = outputs[index] ?? '';
      const edge = at.next.get(letter) ?? { output, node: newNode(word.slice(0, index + 1)) };
      if (edge.output !== output) throw new NotAMachine(edge.node.word);
      at.next.set(letter, edge);
      at = edge.node;
    }
  };
  const nodeAt = (word: Word) =>
    word.reduce<Node | undefined>((node, letter) => node?.next.get(letter)?.node, root);
  const alike = (node: Node) => basis.filter((one) => one === node || witness(one, node) === undefined);
  const arrowsOf = (state: Node) =>
    [...state.next].map(([letter, { output, node }]) => ({
      letter,
      output,
      node,
      to: statesOf({ output, node }, state),
    }));
  /** The states that a node after a state may be: that one alone after an output that changes nothing, unless something speaks against it. */
  const statesOf = ({ output, node }: Edge, from: Node) => {
    const all = alike(node);
    return teacher.stays?.(output) === true && all.includes(from) ? [from] : all;
  };
  const frontier = () =>
    basis.flatMap(arrowsOf).flatMap(({ node, to }) => (basis.includes(node) ? [] : [{ node, to }]));
  /** The state in which the machine is after a word, as far as it is known. */
  const stateAfter = (word: Word) =>
    word.reduce<Node | undefined>((state, letter) => {
      const edge = state?.next.get(letter);
      return state && edge && statesOf(edge, state)[0];
    }, root);

  /** Notes what is shown now; true when it was not known. */
  const look = async (): Promise<boolean> => {
    let isNew = false;
    for (const [key, shows] of (await teacher.shown?.()) ?? []) {
      const node = nodeAt(key === '' ? [] : key.split('\n'));
      if (node === undefined || node.shows === shows) continue;
      node.shows = shows;
      isNew = true;
    }
    return isNew;
  };

  /** Plays each letter in each state; true when one was left. */
  const explore = async (): Promise<boolean> => {
    for (const { word, next } of basis)
      for (const letter of letters) if (!next.has(letter)) return play([...word, letter]).then(() => true);
    return false;
  };

  /** Makes a state of a node that differs from all states. */
  const promote = (): boolean => {
    const own = frontier().find(({ to }) => to.length === 0);
    if (own !== undefined) basis.push(own.node);
    return own !== undefined;
  };

  /** Plays what tells which of two states a node is; true when one was left. */
  const tellApart = async (): Promise<boolean> => {
    for (const { node, to } of frontier()) {
      const [one, other] = to;
      const apart = one && other && witness(one, other);
      const word = [...node.word, ...(apart ?? [])];
      if (apart === undefined || looked.has(keyOf(word))) continue;
      await play(word);
      if (alike(node).length === to.length) {
        looked.add(keyOf(word));
        await look();
      }
      return true;
    }
    return false;
  };

  /** Plays a word that ends in a state of which nobody saw what is shown; true when one was left. */
  const see = async (): Promise<boolean> => {
    const state = basis.find(({ word, shows }) => shows === undefined && !looked.has(keyOf(word)));
    if (state === undefined || teacher.shown === undefined) return false;
    looked.add(keyOf(state.word));
    return play(state.word).then(() => true);
  };

  /** A word of the tree whose node differs from the state that the machine says. */
  const contradicted = (node = root): Word | undefined => {
    const state = stateAfter(node.word);
    if (state !== undefined && witness(state, node) !== undefined) return node.word;
    for (const { node: next } of node.next.values()) {
      const found = contradicted(next);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** Plays on from a state what was seen after a word that contradicts the machine, until a node next to the states differs. */
  const correct = async (word: Word): Promise<void> => {
    const isState = (at: number) => basis.some((state) => state === nodeAt(word.slice(0, at)));
    const first = word.findIndex((_letter, at) => !isState(at + 1)) + 1;
    const [end, node] = [stateAfter(word), nodeAt(word)];
    const apart = end && node && witness(end, node);
    if (word.length <= first || apart === undefined) return;
    const half = Math.floor((first + word.length) / 2);
    const [before, after] = [word.slice(0, half), word.slice(half)];
    const [said, seen] = [stateAfter(before), nodeAt(before)];
    if (said === undefined || seen === undefined) return;
    await play([...said.word, ...after, ...apart]);
    await look();
    await correct(witness(said, seen) === undefined ? [...said.word, ...after] : before);
  };

  /**
   * Words that try what the machine says: after each state, and after each step into one, all letters that leave it where it is and
   * then each that does not.
   */
  const trials = (): readonly Word[] => {
    const ends = new Map(
      basis.map((state) => {
        const stays = arrowsOf(state).filter(({ to }) => to[0] === state);
        const leaves = arrowsOf(state).filter(({ to }) => to[0] !== state);
        const loops = stays.map(({ letter }) => letter);
        // Of what was done nothing may be left over: it is asked for again, in the other order.
        const again = stays
          .filter(({ output }) => teacher.stays?.(output) !== true)
          .map(({ letter }) => letter)
          .toReversed();
        const words = leaves.map(({ letter }, at) =>
          at === 0 ? [...loops, ...again, letter] : [...loops.toReversed(), letter],
        );
        return [state, words.length === 0 ? [[...loops, ...again]] : words] as const;
      }),
    );
    const steps = basis.flatMap((state) =>
      arrowsOf(state).flatMap(({ node, to: [to] }) =>
        to === undefined || to === state ? [] : [{ node, to }],
      ),
    );
    return [{ node: root, to: root }, ...steps].flatMap(({ node, to }) =>
      (ends.get(to) ?? []).map((end) => [...node.word, ...end]),
    );
  };

  return {
    /** Learns until nothing contradicts the machine any more. */
    async run(): Promise<void> {
      await play([]);
      let left: Word[] | undefined;
      let seen = 0;
      for (;;) {
        if (await explore()) continue;
        if (left === undefined && played > seen) {
          seen = played;
          if (await look()) continue;
        }
        if (promote() || (await tellApart())) continue;
        const wrong = contradicted();
        if (wrong !== undefined) {
          const before = played;
          await correct(wrong);
          if (played === before) throw new NotAMachine(wrong);
          left = undefined;
          continue;
        }
        left ??= [...trials(), ...walks].filter((word) => nodeAt(word) === undefined);
        const word = left.shift();
        if (word !== undefined) await play(word);
        else if (!(await look()) && !(await see())) return;
      }
    },
    /** What is known of the machine now. */
    machine(): Mealy {
      return {
        states: basis.map((state) => ({
          ...(state.shows !== undefined && { shows: state.shows }),
          arrows: new Map(
            arrowsOf(state).flatMap(({ letter, output, to: [to, ...others] }) =>
              to === undefined || others.length > 0
                ? []
                : [[letter, { output, to: basis.indexOf(to) }] as const],
            ),
          ),
        })),
      };
    },
  };
}
