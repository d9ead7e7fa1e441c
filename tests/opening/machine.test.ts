import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyOf, type Mealy, machineLearner, NotAMachine, type Word } from '../../opening/learn/machine.ts';

const letters = ['a', 'b', 'c', 'd'];

interface Table {
  readonly next: readonly (readonly number[])[];
  readonly outputs: readonly (readonly boolean[])[];
  readonly shows: readonly number[];
}

const tables = (most: number): fc.Arbitrary<Table> =>
  fc.integer({ min: 1, max: most }).chain((size) =>
    fc.record({
      next: fc.array(fc.array(fc.nat(size - 1), { minLength: 4, maxLength: 4 }), {
        minLength: size,
        maxLength: size,
      }),
      outputs: fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), {
        minLength: size,
        maxLength: size,
      }),
      shows: fc.array(fc.nat(2), { minLength: size, maxLength: size }),
    }),
  );

/** Plays words on a table, and counts them. */
function playing({ next, outputs, shows }: Table, isShown: boolean) {
  const ends = new Map<string, string>();
  let words = 0;
  return {
    words: () => words,
    stays: (output: string) => output === 'false',
    play: async (word: Word) => {
      words += 1;
      let state = 0;
      const told = word.map((letter) => {
        const at = letters.indexOf(letter);
        const output = String(outputs[state]?.[at]);
        state = next[state]?.[at] ?? 0;
        return output;
      });
      ends.set(keyOf(word), String(shows[state]));
      return told;
    },
    ...(isShown && { shown: async () => ends }),
  };
}

/** What a machine answers to a word, and what it shows then. */
function answersOf({ states }: Mealy, word: Word): readonly unknown[] {
  let at = 0;
  const told = word.map((letter) => {
    const arrow = states[at]?.arrows.get(letter);
    at = arrow?.to ?? -1;
    return arrow?.output;
  });
  return [...told, states[at]?.shows];
}

const longWords = fc.array(fc.array(fc.constantFrom(...letters), { minLength: 4, maxLength: 9 }), {
  minLength: 30,
  maxLength: 30,
});

describe('the learner of machines', () => {
  test.each([true, false])(
    'answers as any machine of few states does, its states shown: %s',
    async (isShown) => {
      await fc.assert(
        fc.asyncProperty(tables(5), longWords, async (table, walks) => {
          const teacher = playing(table, isShown);
          const learner = machineLearner(letters, teacher, walks);
          await learner.run();
          const machine = learner.machine();
          expect(machine.states.length).toBeLessThanOrEqual(table.next.length);
          for (const word of walks) {
            const told = [
              ...(await teacher.play(word)),
              isShown ? (await teacher.shown?.())?.get(keyOf(word)) : undefined,
            ];
            expect(answersOf(machine, word)).toEqual(told);
          }
        }),
        { numRuns: 15, seed: 7 },
      );
    },
  );

  test('needs few words for a machine whose letters mostly stay where they are', async () => {
    // Paid, captured, refunded, cancelled.
    const table: Table = {
      next: [
        [1, 3, 0, 0],
        [1, 1, 2, 1],
        [2, 2, 2, 2],
        [3, 3, 3, 3],
      ],
      outputs: [
        [true, true, false, true],
        [true, false, true, true],
        [true, false, false, true],
        [false, true, false, false],
      ],
      shows: [0, 0, 1, 2],
    };
    const teacher = playing(table, true);
    const learner = machineLearner(letters, teacher, []);
    await learner.run();
    expect(learner.machine().states).toHaveLength(4);
    expect(teacher.words()).toBeLessThan(40);
  });

  test('keeps what it knows when it is stopped, and says where no machine answers', async () => {
    let calls = 0;
    const play = async (word: Word) =>
      word.map(() => {
        calls += 1;
        return String(calls % 7 === 0);
      });
    const learner = machineLearner(letters, { play }, []);
    await expect(learner.run()).rejects.toThrow(NotAMachine);
    expect(learner.machine().states.length).toBeGreaterThan(0);
  });
});
