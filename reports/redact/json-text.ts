import { visit } from 'jsonc-parser';
import type { SecretClass } from '../../schemas/contract.ts';
import type { JsonValue } from '../../schemas/types.ts';
import { classOf } from './classes.ts';
import { sweep } from './free-text.ts';
import { entriesOf, type Leaf, leafOf, maskLeaf, maskNumber } from './leaves.ts';
import type { Place } from './scope.ts';
import { replaceSpans, type Span } from './spans.ts';
import { maskValue } from './values.ts';

/** Masks a JSON text; layout, order, repeated members and errors of the text stay as they are. */
export function maskJsonText(text: string, place: Place, inherited?: SecretClass): string {
  const value = plainValue(text);
  if (value !== undefined) return JSON.stringify(maskValue(value, place, { name: '', path: '', inherited }));
  return maskInPlace(text, place, inherited);
}

// Only a text that is written exactly as JSON.stringify writes it comes back unharmed from being parsed.
function plainValue(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An object or list that is open while a text is read; `name` is the member that stands next. */
interface Open {
  readonly path: string;
  readonly name: string;
  readonly inherited: SecretClass | undefined;
  member: Leaf | undefined;
}

function maskInPlace(text: string, place: Place, inherited: SecretClass | undefined): string {
  const spans: Span[] = [];
  const read: [number, number][] = [];
  const stack: Open[] = [{ path: '', name: '', inherited, member: undefined }];
  const next = (): Leaf => {
    const { path, name, inherited: outer, member } = stack.at(-1) as Open;
    return member ?? { path, name, inherited: outer };
  };
  const enter = (path: (leaf: Leaf) => string) => {
    const leaf = next();
    const secret = leaf.inherited ?? (leaf.name === '' ? undefined : classOf(leaf.name));
    stack.push({ path: path(leaf), name: leaf.name, inherited: secret, member: undefined });
  };
  const leave = () => void (stack.length > 1 && stack.pop());
  visit(text, {
    onObjectBegin: () => enter(({ path }) => path),
    onArrayBegin: () => enter(({ path }) => entriesOf(path)),
    onObjectEnd: leave,
    onArrayEnd: leave,
    onObjectProperty(name) {
      const open = stack.at(-1) as Open;
      open.member = leafOf(open.path, name, open.inherited);
    },
    onLiteralValue(value: JsonValue, start, length) {
      const leaf = next();
      if (leaf.path !== '') place.fields?.add(leaf.path);
      read.push([start, start + length]);
      const masked =
        typeof value === 'string'
          ? maskLeaf(value, leaf, place)
          : typeof value === 'number'
            ? maskNumber(value, leaf, place)
            : value;
      if (masked !== value) spans.push({ start, end: start + length, text: JSON.stringify(masked) });
    },
  });
  return replaceSpans(text, spans.concat(gapsOf(text, read, place)));
}

// What is no literal: member names, and whatever the parser did not understand.
function gapsOf(text: string, read: readonly (readonly [number, number])[], place: Place): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const [start, end] of [...read, [text.length, text.length] as const]) {
    const gap = text.slice(at, start);
    const swept = /[^\s{}[\],:"]/.test(gap) ? sweep(gap, place) : gap;
    if (swept !== gap) spans.push({ start: at, end: start, text: swept });
    at = end;
  }
  return spans;
}
