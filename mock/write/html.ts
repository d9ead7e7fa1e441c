import type { Input, Page } from '../reply.ts';
import { escapeMarkup } from './xml.ts';

/** The style choices of HTML. */
export interface HtmlStyle {
  readonly doctype?: string;
  readonly upperCase?: boolean;
  readonly quote?: '"' | "'";
  /** Order of the attributes of an input. */
  readonly attributes?: readonly ('type' | 'name' | 'value')[];
  readonly lineBreak?: string;
  /** Additional markup before the form. */
  readonly prelude?: string;
  /** Name of an element around the static inputs. */
  readonly wrapper?: string;
}

function quoted(text: string, quote: '"' | "'"): string {
  return `${quote}${escapeMarkup(text)}${quote}`;
}

function writeInput([name, value]: Input, style: HtmlStyle): string {
  const quote = style.quote ?? '"';
  const texts = { type: 'hidden', name, value };
  const cased = (word: string) => (style.upperCase ? word.toUpperCase() : word);
  const attributes = (style.attributes ?? ['type', 'name', 'value']).map(
    (one) => `${cased(one)}=${quoted(texts[one], quote)}`,
  );
  return `<${cased('input')} ${attributes.join(' ')}>`;
}

// Only "<" could end a script element; old scripts treat the two separators as line ends.
function scriptText(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const leavingScripts: Record<Page['post'], string> = {
  script: 'addInputs();\nform.submit();',
  onload: 'function leave() { addInputs(); form.submit(); }',
  late: 'setTimeout(function () { addInputs(); form.submit(); }, 300);',
  never: 'addInputs();',
  throws: 'throw new Error("the page is broken");\nform.submit();',
};

function writeScript(page: Page): string {
  return [
    `var form = document.forms[${scriptText(page.form.name)}];`,
    `var inputs = ${scriptText(page.added)};`,
    'function addInputs() {',
    '  for (var at = 0; at < inputs.length; at += 1) {',
    '    var input = document.createElement("input");',
    '    input.type = "hidden"; input.name = inputs[at][0]; input.value = inputs[at][1];',
    '    form.appendChild(input);',
    '  }',
    '}',
    leavingScripts[page.post],
  ].join('\n');
}

function siblingAddress(action: string, file: string): string {
  return action.replace(/[^/]*$/, file);
}

/** Writes the redirect page of 2.8: a form with its static inputs, and a script that adds the others and posts. */
export function writePage(page: Page, style: HtmlStyle = {}): string {
  const quote = style.quote ?? '"';
  const cased = (word: string) => (style.upperCase ? word.toUpperCase() : word);
  const open = (tag: string, ...attributes: readonly (readonly [string, string])[]) =>
    `<${cased(tag)}${attributes.map(([name, value]) => ` ${cased(name)}=${quoted(value, quote)}`).join('')}>`;
  const { form } = page;
  const inputs = form.inputs.map((input) => writeInput(input, style));
  return [
    style.doctype ?? '<!DOCTYPE html>',
    open('html'),
    `${open('head')}${open('meta', ['charset', 'utf-8'])}${page.base === undefined ? '' : open('base', ['href', page.base])}<title>Payment</title></${cased('head')}>`,
    page.post === 'onload' ? open('body', ['onload', 'leave()']) : open('body'),
    style.prelude ?? '',
    open('form', ['name', form.name], ['method', form.method], ['action', form.action]),
    style.wrapper === undefined ? '' : `<${style.wrapper}>`,
    ...inputs,
    style.wrapper === undefined ? '' : `</${style.wrapper}>`,
    `</${cased('form')}>`,
    `<script>\n${writeScript(page)}\n</script>`,
    page.file === undefined
      ? ''
      : `${open('script', ['src', siblingAddress(form.action, page.file)])}</script>`,
    `</${cased('body')}>`,
    `</${cased('html')}>`,
  ]
    .filter((line) => line !== '')
    .join(style.lineBreak ?? '\n');
}
