// What a service sends must not move the cursor, change colours or turn the reading order.
const unsafe = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu;

/** A text that a terminal shows as it is: control and direction signs are written as escapes, line feeds stay. */
export function plainText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '  ')
    .replaceAll(unsafe, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
