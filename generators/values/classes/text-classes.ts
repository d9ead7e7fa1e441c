import { textOf } from '../text.ts';
import { type ValueClass, valueClass } from './value-class.ts';

/** Longest text that the document's own reading counts as ordinary input. */
const longest = 255;

/** A call that shows in a browser which value ran as script: the number is that value's own. */
function alarm(number: string): string {
  return `alert(${number})`;
}

const quotes = [
  ['single-quote', "'"],
  ['double-quote', '"'],
] as const;

/** Classes of free text: each is input that the document allows wherever a field is a string without a shape. */
export const textClasses: readonly ValueClass[] = [
  valueClass('one-character', 'A single letter.', ({ word }) => word(1).toUpperCase()),
  valueClass('255-characters', 'As long as common columns are wide.', ({ word }) =>
    `${word(4)} ${textOf(longest)}`.slice(0, longest - 1).concat('z'),
  ),
  valueClass(
    'latin-letters',
    'Latin letters beyond ASCII.',
    ({ pick, word }) =>
      `${pick(['Zażółć gęślą', 'Ærøskøbing Øl', 'Señor Núñez', 'Straße ẞ', 'Nguyễn Ánh'])} ${word(3)}`,
  ),
  valueClass(
    'greek-or-cyrillic',
    'Letters of two other alphabets.',
    ({ pick, word }) => `${pick(['Ελένη Παππά', 'Дарья Ёлкина', 'Γιώργος', 'Щука'])} ${word(3)}`,
  ),
  valueClass('right-to-left', 'Letters written from right to left.', ({ pick }) =>
    pick(['محمد العربي', 'שרה כהן', 'فاطمة', 'דוד לוי']),
  ),
  valueClass('cjk', 'Chinese, Japanese and Korean characters.', ({ pick }) =>
    pick(['山田 太郎', '김민수', '李小龍', '渡辺 花子']),
  ),
  valueClass(
    'emoji',
    'Characters beyond the basic plane, each two units of UTF-16.',
    ({ pick, word }) => `${word(3)} ${pick(['👩‍👩‍👧', '🇧🇷', '👍🏽', '𠮷', '𝒜'])}`,
  ),
  valueClass(
    'combining-marks',
    'Letters with marks of their own beside them.',
    ({ pick, word }) => `${pick(['Zoe\u0308', 'Rene\u0301', 'A\u030angstro\u0308m', 'n\u0303'])} ${word(3)}`,
  ),
  valueClass(
    'markup-signs',
    'The five signs that XML and HTML have to escape.',
    ({ word }) => `${word(3)} & <${word(2)}> "${word(2)}" '${word(1)}'`,
  ),
  valueClass('cdata-end', 'What ends a CDATA section.', ({ word }) => `${word(3)} ]]> ${word(2)}`),
  valueClass(
    'script-end',
    'What ends a script, and a script of its own.',
    ({ digits }) => `</script><script>${alarm(digits(8))}</script>`,
  ),
  ...quotes.map(([name, quote]) =>
    valueClass(
      `script-${name}-end`,
      `What ends a text inside a script, which stands in ${name.replace('-', ' ')}s.`,
      ({ digits }) => `${quote};${alarm(digits(8))};//`,
    ),
  ),
  ...quotes.map(([name, quote]) =>
    valueClass(
      `attribute-${name}-end`,
      `What ends the attribute of an element, which stands in ${name.replace('-', ' ')}s.`,
      ({ digits }) => `${quote}><img src=x onerror=${alarm(digits(8))}>`,
    ),
  ),
  valueClass(
    'script-in-any-place',
    'What ends a text, an attribute and a script, with scripts of its own.',
    ({ digits }) => {
      const call = alarm(digits(8));
      return `';${call};//"><img src=x onerror=${call}></script><script>${call}</script>`;
    },
  ),
  valueClass(
    'percent-and-plus',
    'What forms write for other characters.',
    ({ digits }) => `${digits(2)}%25 +${digits(1)}%2B %zz%`,
  ),
  valueClass(
    'backslash',
    'What texts of JSON and scripts escape with.',
    ({ word }) => `C:\\${word(3)}\\n\\u0041\\`,
  ),
  valueClass('leading-zeros', 'Digits only, which a number would shorten.', ({ digits }) => `00${digits(6)}`),
  valueClass('blanks-around', 'Blanks before and behind.', ({ word }) => `  ${word(4)} ${word(2)}  `),
  valueClass(
    'line-ends-and-tabs',
    'More than one line.',
    ({ word }) => `${word(3)}\n${word(3)}\t${word(2)}\n${word(1)}`,
  ),
  valueClass(
    'like-json',
    'A text that could be read as a JSON object.',
    ({ word, digits }) => `{"${word(3)}":[${digits(2)},null]}`,
  ),
  valueClass('like-a-number', 'A text that could be read as a number.', ({ pick }) =>
    pick(['1e5', '12.50', '-0', '1234567890123456789']),
  ),
  valueClass('like-null', 'A text that programs take for nothing.', ({ pick }) =>
    pick(['null', 'undefined', 'NULL', 'None', 'false']),
  ),
  valueClass(
    'form-pair',
    'A text that could be read as fields of a form.',
    ({ word, digits }) => `amount=${digits(1)}.00&${word(3)}=${digits(2)};`,
  ),
];
