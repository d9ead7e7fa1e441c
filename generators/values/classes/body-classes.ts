import type { BodyStyle } from '../../../schemas/media/body-style.ts';
import type { Encoding } from '../../../schemas/types.ts';

/** One way to serialize a body that its media type allows. */
export interface BodyClass {
  /** Stable name, which completes "refuses … in the body". */
  readonly id: string;
  /** Description, with the section of the standard. */
  readonly sentence: string;
  readonly style: BodyStyle;
  /** A text that makes the difference visible; by default the values of any request do. */
  readonly text?: string;
  /** Sends the members in reverse order; the signature covers them as sent. */
  readonly order?: 'reversed';
  /** True for the way in which most bodies are written. */
  readonly usual?: true;
  /** True for what the document does not show: the layout of XML, and whether a signature depends on an order (5.5). */
  readonly odd?: true;
}

const json: readonly BodyClass[] = [
  {
    id: 'json-escaped-texts',
    sentence: 'Every character of a text is an escape as in \\u0041 (RFC 8259, 7).',
    style: { json: { escaped: 'texts' } },
  },
  {
    id: 'json-escaped-names',
    sentence: 'Every character of a member name is an escape (RFC 8259, 7).',
    style: { json: { escaped: 'names' } },
  },
  {
    id: 'json-escaped-pairs',
    sentence: 'A character beyond the basic plane is two escapes (RFC 8259, 7).',
    style: { json: { ascii: true } },
    text: 'Thanks 👍 𠮷',
  },
  {
    id: 'json-escaped-slashes',
    sentence: 'A slash is written as \\/ (RFC 8259, 7).',
    style: { json: { slashes: true } },
    text: 'One/two/three',
  },
  {
    id: 'json-blanks',
    sentence: 'There are blanks and line breaks between the members (RFC 8259, 2).',
    style: { json: { indent: 2 } },
  },
  {
    id: 'json-reverse-order',
    sentence: 'The members come in the opposite order (RFC 8259, 4).',
    style: {},
    order: 'reversed',
    odd: true,
  },
];

const fiveSigns = `Tom's "A" < B & C > D`;

const xml: readonly BodyClass[] = [
  {
    id: 'xml-declaration',
    sentence: 'The document begins with an XML declaration (XML 1.0, 2.8).',
    style: { xml: { declaration: true } },
    usual: true,
  },
  {
    id: 'no-xml-declaration',
    sentence: 'The document has no XML declaration (XML 1.0, 2.8).',
    style: { xml: { declaration: false } },
  },
  {
    id: 'xml-cdata',
    sentence: 'Texts are CDATA sections (XML 1.0, 2.7).',
    style: { xml: { cdata: true } },
  },
  {
    id: 'xml-decimal-references',
    sentence: 'Every character of a text is a reference as in &#65; (XML 1.0, 4.1).',
    style: { xml: { references: 'decimal' } },
  },
  {
    id: 'xml-hexadecimal-references',
    sentence: 'Every character of a text is a reference as in &#x41; (XML 1.0, 4.1).',
    style: { xml: { references: 'hexadecimal' } },
  },
  {
    id: 'xml-named-references',
    sentence: 'The five characters that have a name are written by it (XML 1.0, 4.6).',
    style: { xml: { references: 'named' } },
    text: fiveSigns,
  },
  {
    id: 'xml-blanks',
    sentence: 'There are blanks and line breaks between the elements (no layout is shown).',
    style: { xml: { indent: '  ' } },
    odd: true,
  },
  {
    id: 'xml-reverse-order',
    sentence: 'The elements come in the opposite order (no layout is shown).',
    style: {},
    order: 'reversed',
    odd: true,
  },
];

const form: readonly BodyClass[] = [
  {
    id: 'form-plain-names',
    sentence: 'Names are written as they are, their brackets included (URL Standard, 5.1).',
    style: { form: { brackets: 'plain' } },
    usual: true,
  },
  {
    id: 'form-escaped-names',
    sentence: 'Every character of a name is a percent escape (URL Standard, 5.1).',
    style: { form: { escaped: 'names' } },
  },
  {
    id: 'form-escaped-values',
    sentence: 'Every character of a value is a percent escape (URL Standard, 5.1).',
    style: { form: { escaped: 'values' } },
  },
  {
    id: 'form-small-escapes',
    sentence: 'The digits of percent escapes are small letters (RFC 3986, 2.1).',
    style: { form: { digits: 'small' } },
    text: 'One/two/three',
  },
  {
    id: 'form-escaped-blanks',
    sentence: 'A blank is %20 and not a plus sign (URL Standard, 5.1).',
    style: { form: { blanks: 'escaped' } },
    text: 'One two three',
  },
  {
    id: 'form-reverse-order',
    sentence: 'The fields come in the opposite order.',
    style: {},
    order: 'reversed',
    odd: true,
  },
];

/** Ways to serialize a body, by media type; all of them are the same request. */
export const bodyClasses: Readonly<Record<Encoding, readonly BodyClass[]>> = { json, xml, form };
