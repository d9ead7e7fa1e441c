import type { JsonObject, JsonValue } from '../types.ts';
import { createNotePad, type MediaNote } from './decoded.ts';
import { limits } from './limits.ts';
import { ownMember } from './member.ts';
import { resolveReferences } from './xml-scan.ts';

/** A plain document as a value, with what was odd about its text before and about itself. */
export interface PlainXml {
  readonly value: JsonObject;
  readonly notes: readonly MediaNote[];
}

// "&" starts nothing but the five names that XML predefines.
const otherReference = /&(?!(?:amp|lt|gt|quot|apos);)/;

/** One element that is open, and what was read of it so far. */
interface Open {
  readonly name: string;
  readonly path: string;
  readonly value: JsonObject;
  text: string;
  hasElements: boolean;
}

const declaration =
  /^<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")? ?\?>[\t\n\r ]*/;
// A tag and the text up to the next one: any other markup, and any tag with more than a name in it, does not fit;
// nor do carriage returns and characters beyond the basic plane.
const piece = /<(\/?)([A-Za-z][\w.-]*)(\/?)>([\t\n -;=-\ud7ff\ue000-\ufffd]*)/y;

/**
 * Reads a document of elements and text alone in one pass: no attributes, comments, CDATA sections, prefixes, carriage
 * returns or numeric references. Anything else, and anything that is not well formed, gives undefined: the general reader decides.
 */
export function readPlainXml(text: string, before: readonly MediaNote[] = []): PlainXml | undefined {
  const pad = createNotePad(before);
  const top: Open = { name: '', path: '', value: {}, text: '', hasElements: false };
  const open: Open[] = [];
  let current = top;
  let elements = 0;
  piece.lastIndex = declaration.exec(text)?.[0].length ?? 0;
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text);
    if (found === null) return undefined;
    const [, ends, name = '', isEmpty, following = ''] = found;
    if (ends !== '') {
      if (isEmpty !== '' || name !== current.name) return undefined;
      const outer = open.pop();
      if (outer === undefined) return undefined;
      close(current, outer, pad.add);
      current = outer;
    } else {
      elements += 1;
      // One root; and what every object inherits is the general reader's business.
      if (current === top && top.hasElements) return undefined;
      if (elements > limits.members || name in Object.prototype) return undefined;
      current.hasElements = true;
      const path = current === top ? name : `${current.path}.${name}`;
      const element = { name, path, value: {}, text: '', hasElements: false };
      if (isEmpty !== '') close(element, current, pad.add);
      else {
        if (open.length >= limits.depth) return undefined;
        open.push(current);
        current = element;
      }
    }
    if (following === '') continue;
    if (following.includes(']]>') || otherReference.test(following)) return undefined;
    if (current === top && !/^[\t\n ]*$/.test(following)) return undefined;
    current.text += resolveReferences(following);
  }
  return current === top && top.hasElements ? { value: top.value, notes: pad.notes } : undefined;
}

type Note = ReturnType<typeof createNotePad>['add'];

/** Puts an element that ended into the one around it. */
function close({ name, path, value, text, hasElements }: Open, outer: Open, note: Note): void {
  if (hasElements && text.trim() !== '') {
    note('mixed-content', 'text stands between child elements', path);
    value['#text'] = text;
  }
  const whole: JsonValue = hasElements ? value : text;
  const before = ownMember(outer.value, name);
  if (before === undefined) outer.value[name] = whole;
  else if (Array.isArray(before)) before.push(whole);
  else {
    note('repeated-element', 'the element is repeated', path);
    outer.value[name] = [before, whole];
  }
}
