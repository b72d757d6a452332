/** Formats a card number: at most 16 digits in groups of four, at most 19 characters (specification, section 5). */
export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 16);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Formats an expiry as `MM/YY`, at most 5 characters. The slash appears with the third digit. */
export function formatExpiry(typed: string): string {
  const digits = typed.replace(/\D/g, '').slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

/** Keeps the digits of a card's check number, at most 4. */
export function formatCvv(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, 4);
}

// ISO/IEC 7812 ranges of the networks common in Europe.
const brands = [
  ['Visa', /^4/],
  ['Mastercard', /^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/],
  ['American Express', /^3[47]/],
  ['Maestro', /^(?:5[0678]|6)/],
  ['Diners Club', /^3(?:0[0-5]|[689])/],
] as const;

/** Returns the card's network by its first digits, or undefined if unknown. */
export function cardBrand(number: string): string | undefined {
  const digits = number.replace(/\D/g, '');
  return brands.find(([, range]) => range.test(digits))?.[0];
}

/** Returns the caret's index after formatting: behind the same digit as before. */
export function caretAfter(formatted: string, digitsBefore: number): number {
  if (digitsBefore === 0) return 0;
  let digitCount = 0;
  for (const [index, character] of [...formatted].entries()) {
    if (/\d/.test(character)) digitCount += 1;
    if (digitCount === digitsBefore) return index + 1;
  }
  return formatted.length;
}

/** Formats an input's value as it is typed and keeps the caret behind its digit. */
export function formatInPlace(input: HTMLInputElement, format: (typed: string) => string): void {
  const caret = input.selectionStart ?? input.value.length;
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length;
  const formatted = format(input.value);
  if (formatted === input.value) return;
  input.value = formatted;
  const index = caretAfter(formatted, digitsBefore);
  input.setSelectionRange(index, index);
}
