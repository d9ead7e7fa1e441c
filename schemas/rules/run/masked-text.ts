// What evidence puts in place of letters and digits, beyond ASCII included.
const maskSigns = /^[xX0øØ０]*$/;
const sign = /[\p{L}\p{N}]/gu;
// Part of a longer text, or a text that was shortened.
const inPart = /x{3,}|…/i;

/**
 * Tells whether evidence may have masked a text, whole or in part, in which case it compares with nothing: what is masked in
 * one exchange need not be masked in another, where nothing says that it is somebody's. The first two signs of a longer one
 * may be a tag.
 */
export function mayBeMasked(text: string): boolean {
  if (inPart.test(text)) return true;
  const signs = text.match(sign) ?? [];
  return signs.length > 0 && maskSigns.test(signs.slice(signs.length < 6 ? 0 : 2).join(''));
}
