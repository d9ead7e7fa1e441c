import { describe, expect, it } from 'vitest';
import { redactExchange } from '../../reports/redact.ts';
import { judged } from './hand-made.ts';

const written = (sent: { body: string; encoding: 'form'; value: { note: string } }) => {
  const { body, value } = redactExchange(judged({ sent })).sent;
  return [body, JSON.stringify(value)].join(' ');
};

describe('redaction of a form', () => {
  it('knows a card number whose blanks are written as plus', () => {
    const text = written({
      body: 'note=4111+1111+1111+1111',
      encoding: 'form',
      value: { note: '4111 1111 1111 1111' },
    });
    expect(text).not.toMatch(/1111[ +]1111[ +]1111/);
  });
});
