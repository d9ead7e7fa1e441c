import { expect, test } from 'vitest';
import { plainText } from '../../schemas/plain-text.ts';

test('what would move the cursor or turn the text is escaped', () => {
  const [bell, clear, right] = ['\u0007', '\u001b[2J', '\u202e'];
  expect(plainText(`a${bell}b${clear}c${right}d\ne`)).toBe('a\\u0007b\\u001b[2Jc\\u202ed\ne');
});
