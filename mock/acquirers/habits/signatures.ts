import { digestOf } from '../../derive.ts';
import { onEveryAnswer } from '../../dialects/change-replies.ts';
import type { Habit } from '../habit.ts';

const because =
  '5.5: algorithm, fields and key are not shown; 64 hexadecimal characters may be capitals (5.2).';

/** Requests are signed by SHA-256 over some fields and the key. */
export function signsFields(fields: readonly string[]): Habit {
  return {
    insists: `encryption_data is the SHA-256 of ${fields.join(', ')} and the key, joined without separator.`,
    because,
    setting: { signing: { recipe: 'sha256-concat', fields } },
  };
}

/** Requests are signed by HMAC over some fields, in capitals. */
export function signsFieldsByHmac(fields: readonly string[]): Habit {
  return {
    insists: `encryption_data is the HMAC-SHA-256 of ${fields.join(', ')}, joined by a vertical bar, in capitals; small letters are refused.`,
    because,
    setting: { signing: { recipe: 'hmac-of-fields', fields, uppercase: true } },
  };
}

/** Answers carry a signature of their own. */
export const signsAnswers: Habit = {
  insists: 'Answers carry a signature of their own in encryption_data, not the one of the request.',
  because: '5.1: answers echo a value, and 5.5 does not show which (C-02).',
  change: onEveryAnswer((value) => ({
    ...value,
    encryption_data: digestOf('answer', JSON.stringify(value)).toUpperCase(),
  })),
};
