import { describe, expect, it } from 'vitest';
import { redactExchange, redactText, startRedaction } from '../../reports/redact.ts';
import { answer, judged } from './hand-made.ts';

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

describe('redaction of a text in which a plus stands for a blank', () => {
  it.each([
    ['before a sign that joins', '"last_name"+:"Zoey"'],
    ['before a sign of equality', 'last_name+=Zoey'],
    ['before a comma', '["last_name"+,+"Zoey"]'],
    ['behind a sign that joins', '"last_name":+"Zoey"'],
    ['behind an arrow', 'last_name=>+"Zoey"'],
    ['before the value of an input', 'name="last_name"+value="Zoey"'],
    ['before another attribute of an input', 'name="last_name"+class="x" value="Zoey"'],
    ['within the value of an input', 'name="last_name" value+="Zoey"'],
    ['within an attribute', 'name="last_name" class+="x" value="Zoey"'],
    ['before a value without quotes', 'name="last_name" value+=Zoey'],
    ['behind the name of an element', '<last_name+lang>Zoey</last_name>'],
  ])('knows a value by its name: %s', (_where, text) => {
    startRedaction({ seed: 7 });
    expect(redactText(`%20${text}`)).not.toContain('Zoey');
  });

  it.each(['cvv+123', 'cvv:+123', 'cvv+is+123', 'cvv is+"123"', '"cvv"+was 123'])(
    'knows a security code by its name: %s',
    (text) => {
      startRedaction({ seed: 7 });
      expect(redactText(`%20${text}`)).not.toContain('123');
    },
  );

  it.each(['4111+1111+1111+1111', '4111 1111+1111 1111', '4111 +1111 +1111 +1111'])(
    'knows a card number: %s',
    (text) => {
      startRedaction({ seed: 7 });
      const { received } = redactExchange(judged({ received: answer(`%20${text}`) }));
      expect(JSON.stringify(received)).not.toMatch(/1111[ +]+1111[ +]+1111/);
    },
  );

  it('knows a registered secret', () => {
    startRedaction({ seed: 7, secrets: ['a key of mine'] });
    expect(redactText('%20a+key+of+mine')).not.toContain('mine');
  });
});
