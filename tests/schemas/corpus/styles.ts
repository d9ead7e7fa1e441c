import { encodeJson, type JsonStyle } from '../../../schemas/media/json.ts';
import { encodeXml, type XmlLayout } from '../../../schemas/media/xml-write.ts';
import type { DocumentedOperationId, JsonObject } from '../../../schemas/types.ts';
import { answers } from './answers.ts';
import { pageOf, staticNames } from './page.ts';

/** A body in one style, with the Content-Type that comes with it. */
export interface Styled {
  readonly style: string;
  readonly body: string;
  readonly contentType?: string;
}

const jsonStyles: Readonly<Record<string, JsonStyle>> = {
  plain: {},
  indented: { indent: 2 },
  escaped: { ascii: true, slashes: true },
  backwards: { order: 'reversed', indent: 1 },
};
const xmlStyles: Readonly<Record<string, Omit<XmlLayout, 'root'>>> = {
  plain: {},
  'without declaration': { declaration: false },
  indented: { indent: '    ', empty: 'short' },
  'CDATA sections': { cdata: true },
};

/** The conforming answer of an operation in every style of its medium. */
export function stylesOf(operation: DocumentedOperationId): readonly Styled[] {
  if (operation === 'redirect-payment') return pageStyles();
  const value = answers[operation];
  const isXml = operation === 'direct-payment' || operation === 'apm-payment';
  return isXml ? xmlTexts(value) : jsonTexts(value);
}

function jsonTexts(value: JsonObject): readonly Styled[] {
  const texts = Object.entries(jsonStyles).map(([style, how]) => ({ style, body: encodeJson(value, how) }));
  return [
    ...texts,
    { style: 'text/html', body: encodeJson(value), contentType: 'text/html; charset=UTF-8' },
    { style: 'white space around', body: `\r\n\t ${encodeJson(value)} \n` },
    { style: 'further members', body: encodeJson({ ...value, trace: 'abc', took: '12 ms' }) },
  ];
}

function xmlTexts(value: JsonObject): readonly Styled[] {
  const texts = Object.entries(xmlStyles).map(([style, how]) => ({
    style,
    body: encodeXml(value, { root: 'respon', ...how }),
  }));
  const reversed = Object.fromEntries(Object.entries(value).reverse());
  return [
    ...texts,
    {
      style: 'backwards with a comment',
      body: `<!-- result -->${encodeXml(reversed, { root: 'respon', declaration: false })}\n`,
    },
    {
      style: 'byte order mark',
      body: `\uFEFF${encodeXml(value, { root: 'respon' })}`,
      contentType: 'text/plain',
    },
    { style: 'further elements', body: encodeXml({ ...value, trace: 'abc' }, { root: 'respon' }) },
    ...['\n', '\r\n\t\t', '\n    '].map((gap) => ({
      style: `${JSON.stringify(gap)} around each value`,
      body: encodeXml(value, { root: 'respon' }).replaceAll(/>([^<>]+)</g, `>${gap}$1${gap}<`),
    })),
  ];
}

function pageStyles(): readonly Styled[] {
  const upper = staticNames.map((name) => `<INPUT TYPE=HIDDEN NAME='${name}' VALUE=''>`);
  const outside = staticNames.map((name) => `<input form="f" type="hidden" name="${name}">`).join('');
  return [
    { style: 'plain', body: pageOf() },
    {
      style: 'upper case',
      body: pageOf({
        form: "<FORM METHOD='post' NAME='theForm' ACTION='http://pay.example/v1/checkout'>",
        inputs: upper,
      }),
    },
    {
      style: 'base element',
      body: pageOf({
        head: '<base href="/v1/checkout/">',
        form: '<form action="go?x=1" name=theForm method=post>',
      }),
    },
    {
      style: 'inputs outside the form',
      body: pageOf({
        form: '<form id="f" name="theForm" method="post" action="">',
        inputs: [],
        after: outside,
      }),
    },
    {
      style: 'another form first',
      body: pageOf({
        form: '<form name="lang"></form><form name="theForm" method="POST" action="checkout">',
      }),
    },
    { style: 'no Content-Type worth the name', body: pageOf(), contentType: 'application/octet-stream' },
  ];
}
