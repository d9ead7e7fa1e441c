import type { JsonObject } from '../../../schemas/types.ts';
import { digestOf, numberFrom } from '../../derive.ts';
import { onEveryAnswer, onEveryList } from '../../dialects/change-replies.ts';
import { fewerFields } from '../../dialects/fewer-fields.ts';
import { allOf, type Change, type ReshapeStep } from '../../manner.ts';
import type { Habit } from '../habit.ts';

// Two answers of three are short; the third shows what there is to say.
const sometimes: Change = (manner) => {
  const shorten = fewerFields.change({ ...manner, reshape: [] }).reshape;
  const step: ReshapeStep = (reply, about) => {
    const digest = digestOf('sparse', JSON.stringify(about.request));
    return numberFrom(digest, 0, 3) === 0 ? reply : shorten.reduce((short, one) => one(short, about), reply);
  };
  return { ...manner, reshape: [...manner.reshape, step] };
};

/** Fields whose presence is not stated are mostly left out. */
export const leavesOut: Habit = {
  insists:
    'Most answers leave out the fields whose presence the document does not state; it announces that they are missing.',
  because: '2.14: which fields are required is not shown.',
  change: sometimes,
};

/** What it does not know stays empty. */
export const leavesEmpty: Habit = {
  insists:
    'What it does not know is an empty text: the result of 3-D Secure and the anti-fraud provider of an order; it announces that 2.6 lists the former.',
  because: '2.14: how "no value" is written is not shown, and an empty text breaks no shape.',
  change: allOf(
    onEveryAnswer((value) => emptied(value, 'threeds_result')),
    onEveryList((entries) => entries.map((entry) => emptied(entry, 'antifraud_provider'))),
  ),
};

function emptied(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, names.includes(name) ? '' : member]),
  );
}
