import { expect, test } from 'vitest';
import { defaultContext } from '../../generators/context.ts';
import { sample } from '../../generators/seed.ts';
import { validRequest } from '../../generators/valid.ts';
import { placeIn } from '../../reports/redact/body-text.ts';
import { classOf } from '../../reports/redact/classes.ts';
import { maskFormText } from '../../reports/redact/form-text.ts';
import { maskLeaf, maskName } from '../../reports/redact/leaves.ts';
import { createScope, mark, type Place, taint } from '../../reports/redact/scope.ts';
import { maskValue } from '../../reports/redact/values.ts';
import { startRedaction } from '../../reports/redact.ts';
import { key as ownKey } from './canaries.ts';
import { type Draw, drawing } from './odd-bodies.ts';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const encoded = (text: string) => new URLSearchParams({ v: text }).toString().slice(2);

/** Pair by pair, as if no name had ever been met. */
function maskedAnew(text: string, place: Place): string {
  const maskPair = (pair: string) => {
    const cut = pair.indexOf('=');
    if (cut < 0) {
      const whole = { ...place, depth: Number.POSITIVE_INFINITY };
      const masked = maskLeaf(decoded(pair), { name: '', path: '', inherited: undefined }, whole);
      return masked === decoded(pair) ? pair : encoded(masked);
    }
    const key = decoded(pair.slice(0, cut));
    const shown = maskName(key, place);
    if (shown !== key) mark(place, '');
    const steps = shown.split(/[.[\]]+/).filter((step) => step !== '');
    const names = steps.filter((step) => !/^\d+$/.test(step));
    const path = steps.reduce(
      (before, step) => (/^\d+$/.test(step) ? `${before}[]` : before ? `${before}.${step}` : step),
      '',
    );
    if (path !== '') place.fields?.add(path);
    const inherited = names.slice(0, -1).map(classOf).find(Boolean);
    const raw = pair.slice(cut + 1);
    const masked = maskLeaf(decoded(raw), { name: names.at(-1) ?? '', path, inherited }, place);
    const name = shown === key ? pair.slice(0, cut) : encoded(shown);
    if (masked === decoded(raw)) return `${name}=${raw}`;
    return `${name}=${raw === decoded(raw) ? masked : encoded(masked)}`;
  };
  return text.split('&').map(maskPair).join('&');
}

const oddNames = [
  'a[0][card]',
  'card.0.x',
  'shopper%5Bemail%5D',
  'a+b',
  '%zz',
  '',
  '__proto__',
  'note',
  '0',
  'pan[]',
];

/** A form of some fields, some of whose names and values are none that the document knows. */
function formOf(
  fields: readonly (readonly [string, string])[],
  secrets: readonly string[],
  draw: Draw,
): string {
  const pairs = Array.from({ length: 3 }, () => {
    const [name, value] = fields[draw(fields.length)] ?? ['note', ''];
    const secret = secrets[draw(secrets.length)] ?? ownKey;
    const names = [name, name, encoded(name), oddNames[draw(oddNames.length)] ?? '', secret, `x[${secret}]`];
    const values = [value, encoded(value), secret, encoded(secret), '%', `{"card":"${secret}"}`, 'a=1&b'];
    const written = values[draw(values.length)] ?? '';
    return draw(20) === 0 ? written : `${names[draw(names.length)]}=${written}`;
  });
  return pairs.join('&');
}

test('masks forms as if it had never met a name of theirs before', () => {
  startRedaction({ seed: 7, secrets: [ownKey] });
  const draw = drawing(31);
  const [requests, forms] = [100, 100];
  let changed = 0;
  for (const { body } of sample(validRequest('direct-payment', defaultContext, 'full'), 5, requests)) {
    const fields = Object.entries(body).map(([name, value]) => [name, String(value)] as const);
    const placeOf = (): Place => {
      const scope = createScope();
      maskValue(body, placeIn(scope, 'sent.body', true));
      taint(scope);
      return { ...placeIn(scope, 'received.body', true), fields: new Set<string>() };
    };
    const [first, second] = [placeOf(), placeOf()];
    const secrets = [...first.scope.secrets.keys()];
    for (let count = 0; count < forms; count += 1) {
      const form = formOf(fields, secrets, draw);
      const masked = maskFormText(form, first);
      expect(masked).toBe(maskedAnew(form, second));
      changed += Number(masked !== form);
    }
    expect([...(first.fields ?? [])]).toEqual([...(second.fields ?? [])]);
    expect([...first.scope.masked]).toEqual([...second.scope.masked]);
    expect([...first.scope.secrets]).toEqual([...second.scope.secrets]);
  }
  // Enough was masked to make the comparison worth anything.
  expect(changed).toBeGreaterThan((requests * forms) / 4);
});
