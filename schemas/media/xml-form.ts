import { SaxesParser } from 'saxes';
import { type MediaProblem, type NoteCollector, placeOf } from './decoded.ts';
import { limits } from './limits.ts';
import { predefined } from './xml-references.ts';

const entityName = '[\\p{L}_:][\\p{L}\\p{N}_:.-]*';
const wholeName = new RegExp(`^${entityName}$`, 'u');
const quoted = `(?:"[^"]*"|'[^']*')`;
const doctypeHead = new RegExp(`^[\\t\\n ][^<>"'[]*(?:${quoted}[^<>"'[]*)*(\\[|$)`);
// Content between the brackets of a document type declaration.
const doctypePart = new RegExp(
  `[\\t\\n ]+|(%)${entityName};|<!--[^]*?-->|<\\?[^]*?\\?>|` +
    `<!(?:ELEMENT|ATTLIST|NOTATION|ENTITY(?:[\\t\\n ]+([^\\s%"'<>]+))?)[\\t\\n ][^<>"']*(?:${quoted}[^<>"']*)*>`,
  'guy',
);

/** Returns a test for entities that a document type declaration may define; undefined if it is not well formed. */
function entitiesOf(doctype: string): ((name: string) => boolean) | undefined {
  const [head, bracket] = doctypeHead.exec(doctype) ?? [];
  if (head === undefined) return undefined;
  const entities = new Set<string>();
  // External declarations and parameter entities may define more.
  let isOpen = /[\t\n ](?:SYSTEM|PUBLIC)[\t\n ]/.test(head);
  const subset = doctype.slice(head.length);
  let end = 0;
  for (const [part, parameter, name] of subset.matchAll(doctypePart)) {
    end += part.length;
    isOpen ||= parameter !== undefined;
    if (name !== undefined) entities.add(name);
  }
  const isWhole = bracket === '' || /^\][\t\n ]*$/.test(subset.slice(end));
  return isWhole ? (name) => isOpen || entities.has(name) : undefined;
}

/** Where the document starts behind its document type declaration, or the first error in it. */
export type XmlForm = { readonly start: number } | { readonly problem: MediaProblem };

/**
 * Judges whether a document, whose line ends are line feeds, is well formed and within the limits. A document type
 * declaration is noted and passed over; only entities that it may define are permitted besides the predefined ones.
 */
export function judgeForm(text: string, pad: NoteCollector): XmlForm {
  const parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  let start = 0;
  let depth = 0;
  let hasRoot = false;
  let members = 0;
  let mayDefine: ((name: string) => boolean) | undefined;
  let problem: MediaProblem | undefined;

  function stop(kind: MediaProblem['kind'], detail: string, offset = parser.position - 1): never {
    problem = { kind, detail, at: placeOf(text, offset) };
    throw new Error(detail);
  }
  function countMember(): void {
    members += 1;
    if (members > limits.members) stop('too-many-members', `more than ${limits.members} elements`);
  }

  // The parser's message after a colon quotes the body.
  parser.on('error', ({ message }) => stop('malformed', message.replace(/\.$|:.*/s, '')));
  parser.on('doctype', (doctype) => {
    mayDefine = entitiesOf(doctype);
    if (mayDefine === undefined) stop('malformed', 'a document type declaration that is not well formed');
    pad.add('dtd', 'a document type declaration, passed over without loading or expanding anything');
    start = parser.position;
  });
  parser.ENTITIES = new Proxy<Record<string, string>>(predefined, {
    get(_, name: string) {
      const sign = predefined[name];
      if (sign !== undefined) return sign;
      const offset = parser.position - name.length - 2;
      if (!wholeName.test(name)) stop('malformed', '"&" that does not start a reference', offset);
      if (!mayDefine?.(name)) stop('undefined-entity', 'an entity that nothing defines', offset);
      return '';
    },
  });
  parser.on('opentagstart', () => {
    if (depth === 0 && hasRoot) stop('several-roots', 'more than one root element');
    countMember();
    hasRoot = true;
    depth += 1;
    if (depth > limits.depth) stop('too-deep', `nested more than ${limits.depth} levels deep`);
  });
  parser.on('attribute', countMember);
  parser.on('closetag', () => {
    depth -= 1;
  });
  try {
    // The parser passes over a mark, and the decoder of the bytes has taken the only one that may be there.
    if (text.startsWith('\ufeff')) stop('malformed', 'text before the first element', 0);
    parser.write(text);
    // Completes an unterminated reference, so that the error shows where it began.
    if (depth > 0) parser.write(';');
    parser.close();
  } catch (error) {
    if (problem === undefined) throw error;
    return { problem };
  }
  return { start };
}
