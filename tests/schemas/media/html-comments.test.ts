import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeHtml, withoutComments } from '../../../schemas/media/html.ts';
import { limits } from '../../../schemas/media/limits.ts';
import { bytesOf, problemOf, valueIn } from './read-text.ts';

const read = (html: string) => decodeHtml(bytesOf(html));
const form = '<form name=theForm method=post action=/v1/checkout><input type=hidden name=a></form>';
const page = (comment: string) => `<!DOCTYPE html><html><!--${comment}--><body>${form}</body></html>`;
const prose = (length: number) => 'what nobody reads, said at length. '.repeat(length / 35);

describe('a page with a long comment', () => {
  test.each([
    ['of 4 MB of prose', prose(limits.bytes - 1000)],
    ['of more tags than are read', '<p>old</p><form name=b>'.repeat(limits.htmlMarks)],
    ['of more references than are read', '&amp;'.repeat(limits.htmlReferences + 1)],
    ['of line ends', '\n'.repeat(3_000_000)],
    ['of quotes that do not close', `"'${prose(100_000)}`],
  ])('is read as the page without it: %s', (_what, comment) => {
    expect(valueIn(read(page(comment)))).toEqual(valueIn(read(page(''))));
  });

  test('is still too much when the page itself is', () => {
    expect(problemOf(read(`${page(prose(900_000))}${'<p>'.repeat(limits.htmlMarks)}`))).toBe(
      'too-many-members',
    );
    expect(problemOf(read(`<!---->${'<input '}${'a '.repeat(limits.htmlBlanksInTag + 1)}>`))).toBe(
      'too-many-members',
    );
  });
});

describe('withoutComments', () => {
  test.each([
    ['a<!-- x -->b', 'ab'],
    ['a<!-->b', 'ab'],
    ['a<!--->b', 'ab'],
    ['a<!-- x --!> y -->b', 'ab'],
    ['a<!-- <input name=x> -- > -->b', 'ab'],
    ['a<!-- x', 'a'],
    ['<a ="><!-- x -->">', '<a =">">'],
  ])('leaves the comment out of %s', (html, kept) => {
    expect(withoutComments(html)).toBe(kept);
  });

  test.each([
    '<a b="<!-- x -->">',
    "<a b='>' <!-- c=d -->",
    '<a b = "x>y" c=<!-- -->',
    '<script>if (a <!--b) "-->"</script>',
    '<STYLE><!-- p {} --></STYLE >',
    '<title><!-- t --></title>',
    '<textarea><!-- t --></textarea\n>',
    '<![CDATA[ <!-- x --> ]]>',
    '<!doctype <!-- x -->',
    '< <a>b</a> <',
  ])('keeps %s as it is', (html) => {
    expect(withoutComments(html)).toBe(html);
  });

  test('leaves 10,000 pages of odd pieces as the DOM library reads them', () => {
    const pieces = fc.constantFrom(
      ...[
        '<!--',
        '-->',
        '<!-->',
        '--!>',
        '--',
        '<!',
        '>',
        '<',
        '/>',
        '"',
        "'",
        '=',
        ' ',
        '/',
        'x',
        'a="',
        "b='",
      ],
      ...['<form name=f>', '</form>', '<input name=a', '<input name="b" value=">">', '<script>', '</script>'],
      ...[
        '<textarea name=t>',
        '</textarea >',
        '<title>',
        '</title>',
        '<base href=x>',
        '<![CDATA[',
        ']]>',
        '<?x',
      ],
      ...[
        '<style/>',
        '</style>',
        '<p ',
        'f.submit()',
        '<body onload=g()>',
        '<option selected>',
        '<select name=s>',
      ],
    );
    const pages = fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join(''));
    const agrees = fc.property(pages, (html) => {
      // A page of comments alone is empty, and text that a comment split is one.
      if (withoutComments(html).trim() !== '') expect(read(withoutComments(html))).toEqual(read(html));
    });
    fc.assert(agrees, { numRuns: 10_000, seed: 4 });
  });
});
