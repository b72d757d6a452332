/**
 * Returns the remainder by 97 of letters and digits, letters as 10 to 35 (ISO 7064, MOD 97-10). 1 is valid in an IBAN
 * and a creditor reference, whose first four characters come last.
 */
export function remainderBy97(text: string): number {
  let remainder = 0;
  for (const character of text) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** Moves the first four characters, country and check digits, to the end. */
export const rotateFour = (text: string) => text.slice(4) + text.slice(0, 4);

/** Separates groups of four by blanks, as IBANs and references are printed. */
export const groupByFour = (text: string) => text.replace(/(.{4})(?=.)/g, '$1 ');
