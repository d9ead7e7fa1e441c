import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../schemas/media/decode.ts';
import { decodeHtml } from '../../../schemas/media/html.ts';
import { bytesOf, problemOf, valueIn } from './read-text.ts';

const read = (html: string) => decodeHtml(bytesOf(html));
const hidden = (name: string, value = '') => ({ name, type: 'hidden', value });
const form = (inputs: unknown[], more = {}) => ({
  name: 'theForm',
  method: 'POST',
  action: '/v1/checkout',
  inputs,
  ...more,
});

describe('decodeHtml', () => {
  test('reads any case and any quoting', () => {
    const html = `<!DOCTYPE html><HTML><BODY ONLOAD="document.theForm.submit()"><FORM NAME=theForm METHOD='post' ACTION="/v1/checkout">
      <INPUT TYPE=HIDDEN NAME='gbc_id' VALUE=7><input value="a &quot;b&quot; &amp; c" name=pm_id type="hidden" /></FORM></BODY></HTML>`;
    expect(valueIn(read(html))).toEqual({
      forms: [form([hidden('gbc_id', '7'), hidden('pm_id', 'a "b" & c')])],
      looseInputs: [],
      autoPost: 'possible',
    });
  });
  test('keeps forms in order and takes GET by default and no action from nowhere', () => {
    expect(
      valueIn(read('<form name=a></form><div><form name=b method=dialog action=" x "></form></div>')),
    ).toMatchObject({
      forms: [
        { name: 'a', method: 'GET' },
        { name: 'b', method: 'DIALOG', action: 'x' },
      ],
    });
  });
  test('takes a keyword with blanks around it for another one, as a browser does', () => {
    const html = '<form name=f method="POST "><input name=a type=" hidden"></form>';
    expect(valueIn(read(html))).toMatchObject({
      forms: [{ method: 'POST ', inputs: [{ name: 'a', type: ' hidden' }] }],
    });
  });
  test('gives inputs outside forms no owner', () => {
    expect(valueIn(read('<input name=a><form name=f><input name=b></form><input name=c>'))).toMatchObject({
      forms: [{ inputs: [{ name: 'b', type: 'text', value: '' }] }],
      looseInputs: [{ name: 'a' }, { name: 'c' }],
    });
  });
  test('follows the form attribute wherever the input stands', () => {
    const html =
      '<input name=a form=x><form id=x name=f><input name=b form=none></form><form id=y name=g><input name=c form=x></form>';
    expect(valueIn(read(html))).toMatchObject({
      forms: [{ inputs: [{ name: 'a' }, { name: 'c' }] }, { inputs: [] }],
      looseInputs: [{ name: 'b' }],
    });
  });
  test('ignores a form inside a form as a browser does', () => {
    const html = '<form name=f><input name=a><form name=g><input name=b></form><input name=c></form>';
    expect(valueIn(read(html))).toMatchObject({
      forms: [{ name: 'f', inputs: [{ name: 'a' }, { name: 'b' }] }],
      looseInputs: [{ name: 'c' }],
    });
  });
  test('sees no form in comments, scripts, templates or noscript', () => {
    const html =
      '<!-- <form name=a> --><script>var x = "<form name=b>";</script><template><form name=c></form></template><noscript><form name=d></form></noscript><form name=e>';
    expect(valueIn(read(html))).toMatchObject({ forms: [{ name: 'e' }] });
  });
  test('reads textareas and selects', () => {
    const html =
      '<form><textarea name=t>a<b></textarea><select name=s><option>x<option value=y selected>z</select></form>';
    expect(valueIn(read(html))).toMatchObject({
      forms: [
        {
          inputs: [
            { name: 't', type: 'textarea', value: 'a<b>' },
            { name: 's', type: 'select', value: 'y' },
          ],
        },
      ],
    });
  });
  test('keeps the address of the first base element', () => {
    expect(
      valueIn(read('<head><base target=_top><base href="https://a.example/x/"><base href="/y"></head>')),
    ).toMatchObject({ base: 'https://a.example/x/' });
    expect(valueIn(read('<p>x</p>'))).not.toHaveProperty('base');
  });
  test('takes the first of two equal attributes', () => {
    expect(valueIn(read('<form NAME=a name=b></form>'))).toMatchObject({ forms: [{ name: 'a' }] });
  });
  test.each([
    ['<body onload="document.forms[0].submit()"><form></form>', 'possible'],
    ['<body onload="go()"><script>function go() { document.theForm.submit(); }</script>', 'possible'],
    ['<form name=f></form><script>document.f.submit()</script>', 'possible'],
    ['<form name=f></form><script>document.f.requestSubmit()</script>', 'possible'],
    ['<script>addEventListener("load", () => document.f["submit"]())</script>', 'possible'],
    ['<script>setTimeout(() => document.getElementById("b").click(), 10)</script>', 'possible'],
    ['<script src="/post.js"></script>', 'possible'],
    ['<img src=x onerror="theForm.submit()">', 'possible'],
    ['<body onload="hello()"><form onsubmit="return true"><input type=submit></form>', 'possible'],
    ['<script>\n // document.theForm.submit();\n var x = "http://a.example";</script>', 'possible'],
    ['<script>var x = "http://a.example"; document.f.submit()</script>', 'possible'],
    ['<noscript><script>f.submit()</script></noscript><!-- <script>f.submit()</script> -->', 'never'],
    ['<form><a href="javascript:f.submit()">x</a></form>', 'never'],
    [
      '<script type="application/json">{}</script><script>// nothing\n</script><template><script>f.submit()</script></template>',
      'never',
    ],
    ['<button onclick="f.submit()">x</button>', 'possible'],
    ['<meta http-equiv=Refresh content="0;url=/x">', 'possible'],
    ['<iframe src="/x"></iframe>', 'possible'],
    ['<script type=module>let x</script>', 'possible'],
    ['<SCRIPT TYPE="text/JavaScript">let x</SCRIPT>', 'possible'],
  ])('tells whether %s may post itself', (html, expected) => {
    expect(valueIn(read(html))).toMatchObject({ autoPost: expected });
  });
  test('marks the controls that are not posted', () => {
    const html = `<form><input name=a><input name=b DISABLED><fieldset disabled><legend><input name=c></legend>
      <legend><input name=d></legend><input name=e><fieldset><legend><input name=f></legend></fieldset></fieldset><input name=g>
      <fieldset disabled><legend><fieldset disabled><input name=h></fieldset><input name=i></legend></fieldset></form>`;
    const { forms } = valueIn(read(html)) as unknown as {
      forms: { inputs: { name: string; disabled?: true }[] }[];
    };
    const off = forms[0]?.inputs.filter(({ disabled }) => disabled).map(({ name }) => name);
    expect(off).toEqual(['b', 'd', 'e', 'f', 'h']);
  });
  test('reads the charset of mark, Content-Type and meta element', () => {
    const page = (value: string) => `<meta charset="ISO-8859-1"><input name=a value="${value}">`;
    const value = (bytes: Uint8Array, contentType?: string) => valueIn(decodeHtml(bytes, contentType));
    const expected = { looseInputs: [{ name: 'a', type: 'text', value: 'é' }] };
    expect(value(Uint8Array.from(Buffer.from(page('\xe9'), 'latin1')))).toMatchObject(expected);
    expect(value(bytesOf(page('é')), 'text/html; charset=utf-8')).toMatchObject(expected);
    expect(value(Uint8Array.from([0xef, 0xbb, 0xbf, ...bytesOf(page('é'))]))).toMatchObject(expected);
    const broken = Uint8Array.from([...bytesOf('<input name=a value="'), 0xe9, ...bytesOf('">')]);
    expect(value(broken)).toMatchObject({ looseInputs: [{ value: '\ufffd' }] });
  });
  test('reads any text as a page and refuses an empty one', () => {
    expect(valueIn(read('{"error":"x"}'))).toEqual({ forms: [], looseInputs: [], autoPost: 'never' });
    expect(problemOf(read(' \n'))).toBe('empty');
  });
});

describe('decode', () => {
  test('reads each medium by the operation, not by the header', () => {
    expect(valueIn(decode('json', bytesOf('{}'), 'text/html'))).toEqual({});
    expect(valueIn(decode('xml', bytesOf('<respon/>'), 'application/json'))).toEqual({ respon: '' });
    expect(valueIn(decode('html', bytesOf('<form>'), 'text/plain'))).toMatchObject({ forms: [{}] });
  });
  test('loads the DOM library only when a page comes', () => {
    const source = readFileSync(new URL('../../../schemas/media/html.ts', import.meta.url), 'utf8');
    expect(source).not.toMatch(/^import .*linkedom/m);
  });
});
