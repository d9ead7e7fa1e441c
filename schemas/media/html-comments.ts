// Elements whose content is text up to their own end tag, as the DOM library reads them.
const rawText = /^(?:script|style|title|textarea|xmp)$/i;

/**
 * Leaves the comments out of a page, which is what a reader of forms does with them, in one pass; whatever looks like a
 * comment inside a tag, a script, a style, a title or a text area stays.
 */
export function withoutComments(html: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (!html.startsWith('<!--', at)) {
      at = endOfMarkup(html, at);
      continue;
    }
    kept.push(html.slice(from, at));
    // The shortest comment is "<!-->".
    at = after(html, '-->', at + 2);
    from = at;
  }
  return kept.join('') + html.slice(from);
}

function after(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at === -1 ? html.length : at + mark.length;
}

/** Where the markup that starts at a "<" ends, the text of a script and its like included. */
function endOfMarkup(html: string, at: number): number {
  const next = html.charAt(at + 1);
  if (html.startsWith('<![CDATA[', at)) return after(html, ']]>', at);
  if (next === '/' || next === '!' || next === '?') return after(html, '>', at);
  if (!/[A-Za-z]/.test(next)) return at + 1;
  const end = endOfTag(html, at);
  const [name = ''] = /^[^\t\n\f\r />]+/.exec(html.slice(at + 1, at + 10)) ?? [];
  if (!rawText.test(name) || html.charAt(end - 2) === '/') return end;
  const endTag = new RegExp(`</${name}[\\t\\n\\f\\r >]`, 'gi');
  endTag.lastIndex = end;
  return endTag.exec(html)?.index ?? html.length;
}

const isBlank = (sign: string) => /[\t\n\f\r ]/.test(sign);

/** Where a start tag ends: at a ">" that stands in no quoted value. */
function endOfTag(html: string, start: number): number {
  let hasName = false;
  let at = start + 1;
  while (at < html.length && !/[\t\n\f\r />]/.test(html.charAt(at))) at += 1;
  for (; at < html.length; at += 1) {
    const sign = html.charAt(at);
    if (sign === '>') return at + 1;
    if (sign === '=' && hasName) {
      at = endOfValue(html, at + 1) - 1;
      hasName = false;
    } else if (!isBlank(sign)) hasName = sign !== '/';
  }
  return at;
}

function endOfValue(html: string, start: number): number {
  let at = start;
  while (at < html.length && isBlank(html.charAt(at))) at += 1;
  const quote = html.charAt(at);
  if (quote === '"' || quote === "'") return after(html, quote, at + 1);
  while (at < html.length && html.charAt(at) !== '>' && !isBlank(html.charAt(at))) at += 1;
  return at;
}
