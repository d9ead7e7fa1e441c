import { expect, test } from 'vitest';
import { redactValue } from '../../reports/redact.ts';

test('a name of signs that are neither letters nor digits is masked', () => {
  const family = '\u{1F469}\u200D\u{1F469}\u200D\u{1F467} \u{1F1E7}\u{1F1F7}';
  const masked = redactValue({ first_name: family }) as { first_name: string };
  expect(masked.first_name).not.toMatch(/\p{So}|\u200D/u);
  expect(masked.first_name).toContain(' ');
});
