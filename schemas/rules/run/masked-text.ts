import { passesLuhn } from '../../luhn.ts';

// What evidence puts in place of letters and digits, beyond ASCII included.
const maskSigns = /^[xX0øØ０]*$/;
const sign = /[\p{L}\p{N}]/gu;
// Part of a longer text, or a text that was shortened.
const inPart = /x{3,}|…/i;

// The masked digits of a card number, or the zeros that stand for them where evidence is read again, and a check digit.
const hiddenDigits = /^[1-6]\d{5}(?:(x{3,9})|0{2,8}\d)\d{4}$/;
const cardLengths = [13, 14, 15, 16, 17, 18, 19];

/**
 * Tells whether an identifier holds what evidence may have masked as a card number: then it identifies nothing, since
 * others have the same mask.
 */
export function mayHoldMaskedCard(identifier: string): boolean {
  return (identifier.match(/\d(?:[ -]?[\dx]){12,}/g) ?? []).some((run) => {
    const digits = run.replaceAll(/[ -]/g, '');
    return cardLengths.some((length) => {
      const found = digits.length < length ? null : hiddenDigits.exec(digits.slice(0, length));
      if (found === null) return false;
      // What follows the number, such as the digits of a refund, may have been read as part of it.
      return found[1] !== undefined || passesLuhn(found[0]) || passesLuhn(digits);
    });
  });
}

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
