import { plainText } from '../../schemas/plain-text.ts';
import { writeEntities } from '../redact/markup.ts';

/** Markup that needs no escaping any more. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | undefined | false | readonly Part[];

function written(part: Part): string {
  if (part === undefined || part === false) return '';
  if (typeof part === 'string' || typeof part === 'number') return writeEntities(plainText(String(part)));
  return 'html' in part ? part.html : part.map(written).join('');
}

/** Builds markup; every value that is not markup itself is escaped, and its invisible signs are shown. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { html: texts.map((text, index) => text + written(parts[index])).join('') };
}

/** Text that may break after a slash, dot or underscore, for ids in narrow cells. */
export function breakable(text: string): Html {
  return { html: writeEntities(plainText(text)).replaceAll(/([/._])(?=[A-Za-z0-9])/g, '$1<wbr>') };
}

/** `1 clause`, `2 clauses`. */
export function plural(count: number, singular: string, many = `${singular}s`): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? singular : many}`;
}
