import { rewiring } from '../manner.ts';
import type { Dialect } from './dialect.ts';

// windows-1252, which browsers read under the name of ISO-8859-1, differs between 7F and 9F.
const beyondLatin = /[\u007f-\u009f\u0100-\u{10ffff}]/gu;

/** Writes what the encoding lacks as an escape where a script is, and as a character reference elsewhere. */
function inLatin(page: string): string {
  return page
    .split(/(<script\b[\s\S]*?<\/script>)/i)
    .map((part, at) =>
      part.replace(beyondLatin, (character) =>
        at % 2 === 0
          ? `&#${character.codePointAt(0)};`
          : [...Array(character.length).keys()]
              .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, '0')}`)
              .join(''),
      ),
    )
    .join('');
}

/** Redirect pages in ISO-8859-1, whose forms post in that encoding. */
export const latinPages: Dialect = {
  name: 'latin-pages',
  reason:
    'The document names no encoding of the page (1.4, 2.8), nor that in which its form posts: a browser writes what it lacks as a reference.',
  declares: { warns: [] },
  touches: ['redirect-payment'],
  change: rewiring((wire, _about, reply) => {
    if (reply.form !== 'page' || typeof wire.body !== 'string') return wire;
    return {
      ...wire,
      headers: { ...wire.headers, 'content-type': 'text/html; charset=ISO-8859-1' },
      body: Buffer.from(inLatin(wire.body), 'latin1'),
    };
  }),
};
