import { encodeJson } from '../../schemas/media/json.ts';
import { allOf, onPage, rewiring, styling } from '../behaviour.ts';
import { writePage } from '../write/html.ts';
import { writeXml } from '../write/xml.ts';
import { allBut, type DialectTable } from './dialect.ts';

// Browsers read ISO-8859-1 as windows-1252, which differs from it between 7F and 9F.
const beyondLatin = /[\u007f-\u009f\u0100-\u{10ffff}]/gu;

/** Replaces characters outside ISO-8859-1 by an escape in scripts and by a character reference elsewhere. */
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

/** Variants of the writing of answers, by name. */
export const styleDialects = {
  /** JSON with members in reverse order, indentation, and escapes for non-ASCII characters and slashes. */
  'json-style': {
    reason: 'JSON leaves order of members, white space and escapes to its writer (1.4).',
    touches: allBut('direct-payment', 'redirect-payment'),
    change: styling({
      json: (value) =>
        `\r\n${encodeJson(value, { indent: 2, ascii: true, slashes: true, order: 'reversed' })}\n`,
    }),
  },
  /** XML without declaration, with reversed, indented and self-closing elements, CDATA and comments. */
  'xml-style': {
    reason:
      'XML leaves declaration, order, white space between elements, CDATA, comments and self-closing to its writer (1.4, 2.6).',
    touches: ['direct-payment', 'apm-payment'],
    change: styling({
      xml: (root, value) =>
        `${writeXml(root, value, { indent: '\t', cdata: true, selfClose: true, comment: ' node 7 ', reversed: true })}\n`,
    }),
  },
  /** XML in UTF-16 with a byte order mark. */
  'xml-utf-16': {
    reason:
      'XML 1.0 makes every reader understand UTF-16 with a byte order mark; the document names no encoding (1.4).',
    touches: ['direct-payment', 'apm-payment'],
    change: allOf(
      styling({
        xml: (root, value) =>
          writeXml(root, value, { declaration: '<?xml version="1.0" encoding="UTF-16"?>\n' }),
      }),
      rewiring((wire, _about, reply) => {
        if (reply.form !== 'xml' || typeof wire.body !== 'string') return wire;
        return {
          ...wire,
          headers: { 'content-type': 'text/xml' },
          body: Buffer.from(`\ufeff${wire.body}`, 'utf16le'),
        };
      }),
    ),
  },
  /**
   * HTML with upper-case tags, single quotes, a relative action, a post from `onload`, and semicolons in `allParams`.
   */
  'html-style': {
    reason:
      'HTML leaves case, quoting, order of attributes and layout to its writer; an action is resolved against its page; what joins the parameters of a query-style string is not stated (2.8).',
    touches: ['redirect-payment'],
    change: allOf(
      onPage((page) => ({
        ...page,
        post: 'onload',
        form: { ...page.form, method: 'post', action: 'checkout/pay?step=1' },
        added: page.added.map(([name, value]) => [
          name,
          name === 'allParams' ? value.replaceAll('&', ';') : value,
        ]),
      })),
      styling({
        html: (page) =>
          writePage(page, {
            doctype: '<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">',
            upperCase: true,
            quote: "'",
            attributes: ['value', 'name', 'type'],
            lineBreak: '\r\n',
            prelude:
              '<!-- please wait --><form name="other" method="get" action="https://help.example/"><input name="q"></form><p>One moment &hellip;',
            wrapper: 'div',
          }),
      }),
    ),
  },
  /** The action of the redirect page is relative to a base element. */
  'base-element': {
    reason:
      '2.8 names a checkout path, and a browser resolves an action against the base element of its page.',
    touches: ['redirect-payment'],
    change: onPage((page) => {
      const [path = '', last = ''] = [
        page.form.action.slice(0, page.form.action.lastIndexOf('/') + 1),
        'pay',
      ];
      return { ...page, base: path, form: { ...page.form, action: last } };
    }),
  },
  /** Redirect pages and their posted forms are in ISO-8859-1. */
  'latin-pages': {
    reason:
      'The document names no encoding of the page (1.4, 2.8), nor that in which its form posts: a browser writes what it lacks as a reference.',
    touches: ['redirect-payment'],
    change: rewiring((wire, _about, reply) => {
      if (reply.form !== 'page' || typeof wire.body !== 'string') return wire;
      return {
        ...wire,
        headers: { ...wire.headers, 'content-type': 'text/html; charset=ISO-8859-1' },
        body: Buffer.from(inLatin(wire.body), 'latin1'),
      };
    }),
  },
  /** A script file of the service posts the redirect page. */
  'script-file': {
    reason: '2.8 says that a script adds inputs and that the page posts on load, not where the script is.',
    touches: ['redirect-payment'],
    change: onPage((page) => ({ ...page, post: 'never', file: 'leave.js' })),
  },
  /** Answers have no Content-Type. */
  'no-types': {
    reason: 'The Content-Type of an answer is stated nowhere; HTTP lets a sender leave it out.',
    change: styling({ types: { json: undefined, xml: undefined, html: undefined } }),
  },
  /** The Content-Type does not name the medium of the body. */
  'other-types': {
    reason: 'The Content-Type of an answer is stated nowhere; only the medium of the body is (1.4).',
    change: styling({ types: { json: 'text/html;charset=UTF-8', xml: 'text/plain', html: 'text/html' } }),
  },
} satisfies DialectTable;
