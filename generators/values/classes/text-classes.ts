import { textOf } from '../text.ts';
import { type ValueClass, valueClass } from './value-class.ts';

/** Length up to which a text counts as ordinary input, in characters. */
const longest = 255;

/** A script call whose number shows in a browser which value was executed. */
function alertScript(number: string): string {
  return `alert(${number})`;
}

const quotes = [
  ['single-quote', "'"],
  ['double-quote', '"'],
] as const;

/** Classes of text for any text field: the document allows them wherever a string has no stated shape. */
export const anyTextClasses: readonly ValueClass[] = [
  valueClass('one-character', 'A single letter.', ({ word }) => word(1).toUpperCase()),
  valueClass('255-characters', 'As long as common columns are wide.', ({ word }) =>
    `${word(4)} ${textOf(longest)}`.slice(0, longest - 1).concat('z'),
  ),
  valueClass(
    'latin-letters',
    'Latin letters beyond ASCII.',
    ({ word }) => `Zażółć Ærøskøbing Núñez Straße ẞ Nguyễn ${word(3)}`,
  ),
  valueClass(
    'greek-or-cyrillic',
    'Letters of two other alphabets.',
    ({ word }) => `Ελένη Γιώργος Дарья Щука ${word(3)}`,
  ),
  valueClass(
    'right-to-left',
    'Letters of two alphabets written from right to left.',
    () => 'محمد العربي שרה כהן',
  ),
  valueClass('cjk', 'Chinese, Japanese and Korean characters.', () => '李小龍 渡辺 さくら カナ 김민수'),
  valueClass(
    'emoji',
    'Characters beyond the basic plane, some of them joined into one.',
    ({ word }) => `${word(3)} 👩‍👩‍👧 🇧🇷 👍🏽 ❤️ 𠮷 𝒜`,
  ),
  valueClass(
    'combining-marks',
    'Letters with separate combining marks.',
    ({ word }) => `Zoe\u0308 Rene\u0301 A\u030angstro\u0308m n\u0303 ${word(3)}`,
  ),
  valueClass(
    'markup-signs',
    'The five characters that XML and HTML must escape.',
    ({ word }) => `${word(3)} & <${word(2)}> "${word(2)}" '${word(1)}'`,
  ),
  valueClass('cdata-end', 'Ends a CDATA section.', ({ word }) => `${word(3)} ]]> ${word(2)}`),
  valueClass(
    'script-end',
    'Ends a script, and starts another.',
    ({ digits }) => `</script><script>${alertScript(digits(8))}</script>`,
  ),
  ...quotes.map(([name, quote]) =>
    valueClass(
      `script-${name}-end`,
      `Ends a text inside a script that is in ${name.replace('-', ' ')}s.`,
      ({ digits }) => `${quote};${alertScript(digits(8))};//`,
    ),
  ),
  ...quotes.map(([name, quote]) =>
    valueClass(
      `attribute-${name}-end`,
      `Ends an attribute of an element that is in ${name.replace('-', ' ')}s.`,
      ({ digits }) => `${quote}><img src=x onerror=${alertScript(digits(8))}>`,
    ),
  ),
  valueClass(
    'script-in-any-place',
    'Ends a text, an attribute and a script, and starts other scripts.',
    ({ digits }) => {
      const call = alertScript(digits(8));
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
    ({ word }) => `C:\\${word(3)}\\n\\u0041\\1\\`,
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
    pick(['12.50', '-0', '+1', '1234567890123456789']),
  ),
  valueClass('like-null', 'A text that programs take for nothing.', ({ pick }) =>
    pick(['null', 'undefined', 'NULL', 'None', 'NaN']),
  ),
  valueClass(
    'form-pair',
    'A text that could be read as fields of a form.',
    ({ word, digits }) => `amount=${digits(1)}.00&${word(3)}=${digits(2)};`,
  ),
  valueClass('like-zero', 'A zero, which programs take for nothing.', () => '0'),
  valueClass('like-a-power', 'A number in the writing of programs.', ({ pick, digits }) =>
    pick([`${digits(1)}e5`, `0x${digits(2)}F`]),
  ),
  valueClass('like-a-truth-value', 'A text that could be read as true or false.', ({ pick }) =>
    pick(['true', 'false', 'yes', 'no']),
  ),
  valueClass('like-a-date', 'A text that could be read as a point in time.', ({ pick }) =>
    pick(['2031-04-05T06:07:08Z', '2031-04-05T06:07:08.000+02:00']),
  ),
  valueClass(
    'like-a-formula',
    'What tables of numbers calculate.',
    ({ pick, digits }) => `${pick(['=', '@', '+', '-'])}SUM(${digits(1)};${digits(1)})`,
  ),
  valueClass('reserved-word', 'A name that programs or disks give a meaning.', ({ pick }) =>
    pick(['constructor', '__proto__', 'toString', 'select', 'CON']),
  ),
  valueClass('quotes-around', 'A text in quotes.', ({ pick, word }) => {
    const quote = pick(['"', "'"]);
    return `${quote}${word(4)}${quote}`;
  }),
  valueClass(
    'character-references',
    'What XML and HTML write for other characters.',
    ({ word }) => `${word(3)} &amp; &lt;${word(2)}&gt; &#65; &#x42; &eacute;`,
  ),
  valueClass(
    'placeholders',
    'Placeholders that programs replace by values.',
    ({ word }) => `%s %1$d {} {0} {{${word(3)}}} \${${word(3)}} #{${word(2)}} :${word(2)}`,
  ),
  valueClass(
    'replacement-patterns',
    'Placeholders that programs replace by what they have found.',
    ({ word, digits }) => `$& $1 $$ $\` ${word(3)} $${digits(2)}`,
  ),
  valueClass(
    'typographic-signs',
    'Quotes, dashes and other characters that word processors insert.',
    ({ word }) => `“${word(3)}” ‘${word(2)}’ – — • € ™ „${word(1)}‟`,
  ),
];

/** Classes of text for free-text fields only. */
const proseClasses: readonly ValueClass[] = [
  valueClass(
    '255-wide-characters',
    'As many letters as common columns have bytes, of three bytes each.',
    ({ pick }) => pick(['თბილისი', 'ქუთაისი', 'ბათუმი']).repeat(50).slice(0, longest),
  ),
  valueClass(
    'letters-that-fold',
    'Letters that become others, or more, where the case or the form of letters is made alike.',
    ({ word }) => `${word(3)} \u0130\u0131 \u1e9e \u0149 \u01f0 \u017f \ufb01 \u212b \u00bd \u00b2 \uff21`,
  ),
  valueClass('digits-of-other-scripts', 'Digits other than those of ASCII.', () => '१२३४ ۴۵۶۷ １２３４'),
  valueClass(
    'no-break-blanks',
    'Blanks other than those of ASCII, also around a text.',
    ({ word }) => `\u00a0${word(3)}\u00a0${word(2)}\u202f${word(2)}\u3000`,
  ),
  valueClass(
    'invisible-signs',
    'Characters without width, and those that change the writing direction.',
    ({ word }) =>
      `${word(2)}\u200b${word(2)}\u00ad${word(2)}\u2060${word(1)}\ufeff${word(1)} \u202e${word(3)}\u202c\u200e`,
  ),
  valueClass(
    'line-separators',
    'Ends of lines and paragraphs other than those of ASCII.',
    ({ word }) => `${word(3)}\u2028${word(3)}\u2029${word(2)}`,
  ),
  valueClass(
    'double-blanks',
    'Several blanks in a row.',
    ({ word }) => `${word(3)}  ${word(3)}   ${word(2)}`,
  ),
  valueClass(
    'other-ascii-signs',
    'The ASCII characters that no other class has.',
    ({ word }) => `${word(2)}|${word(2)}~^*!?@[${word(1)}]\`_,`,
  ),
  valueClass(
    'markup-comment',
    'What begins a comment and a script in it, and does not end them.',
    ({ word }) => `${word(3)} <!--<script ${word(2)}`,
  ),
  valueClass(
    'like-sql',
    'Quotes, a doubled one and a comment, as in a query.',
    ({ word, digits }) => `O''${word(3)}' OR ${digits(1)}=${digits(1)} --`,
  ),
  valueClass(
    'like-a-path',
    'A text that could be read as the path of a file.',
    ({ word }) => `../../${word(3)}/./${word(2)}.txt`,
  ),
];

/** All classes of free text. */
export const textClasses: readonly ValueClass[] = [...anyTextClasses, ...proseClasses];
