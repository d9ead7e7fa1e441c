import type { SecretClass } from '../../schemas/contract.ts';
import { classOf, isFreeText, isIdentifier } from './classes.ts';
import { isDocumentedName } from './documented.ts';
import { isSuspicious } from './free-text.ts';
import { entriesOf, type Leaf, leafOf } from './leaves.ts';

/** What the names on the way to a value say about it: looked up once in a process, not once for each message. */
export interface KnownName {
  readonly leaf: Leaf;
  /** Class of the value, or of everything in it. */
  readonly secret: SecretClass | undefined;
  /** Whether the document leaves it open what the value may be: an undocumented field, or one of free text. */
  readonly open: boolean;
  readonly identifier: boolean;
  readonly documented: boolean;
  /** Whether the name itself may hold something that is recognised by its look. */
  readonly suspicious: boolean;
  /** The name as JSON writes it before a value, with its colon. */
  readonly written: string;
  readonly members: Map<string, KnownName>;
  entries: KnownName | undefined;
  /** The members that stood first in an object of this name and behind this one when they were last met. */
  first: KnownName | undefined;
  next: KnownName | undefined;
  /** Numbers of the object, of the listing and of the marking in which it was last met. */
  object: number;
  listed: number;
  marked: number;
}

// The document has some 400 places; a hostile service must not grow the table without end.
const mostNames = 5000;
let names = 0;
let roots = new Map<SecretClass | undefined, KnownName>();

function learn(leaf: Leaf, secret: SecretClass | undefined): KnownName {
  names += 1;
  const { name } = leaf;
  const documented = isDocumentedName(name);
  return {
    leaf,
    secret,
    open: !documented || isFreeText(name),
    identifier: isIdentifier(name),
    documented,
    suspicious: !documented && isSuspicious(name),
    written: `${JSON.stringify(name)}:`,
    members: new Map(),
    entries: undefined,
    first: undefined,
    next: undefined,
    object: 0,
    listed: 0,
    marked: 0,
  };
}

/** The value of a whole message, whose enclosing value has a class or none; forgets all names when there are too many. */
export function rootOf(inherited: SecretClass | undefined): KnownName {
  if (names >= mostNames) {
    roots = new Map();
    names = 0;
  }
  const known = roots.get(inherited) ?? learn({ name: '', path: '', inherited }, inherited);
  roots.set(inherited, known);
  return known;
}

/** The entries of a list of this name. */
export function entriesIn(list: KnownName): KnownName {
  const { leaf, secret } = list;
  list.entries ??= learn({ name: leaf.name, path: entriesOf(leaf.path), inherited: secret }, secret);
  return list.entries;
}

// These come back from JSON.parse in another order, or not as members.
const moved = /^\d|^__proto__$/;

/** A member by its name as JSON writes it; undefined when it is written otherwise than JSON.stringify writes names, or beyond all reason. */
export function memberIn(object: KnownName, written: string): KnownName | undefined {
  const known = object.members.get(written);
  if (known !== undefined) return known;
  if (names >= mostNames || written.length > 200 || moved.test(written)) return undefined;
  if (JSON.stringify(written) !== `"${written}"`) return undefined;
  // A part of a message would keep the whole message in memory.
  const name: string = JSON.parse(`"${written}"`);
  const made = learn(leafOf(object.leaf.path, name, object.secret), object.secret ?? classOf(name));
  object.members.set(name, made);
  return made;
}
