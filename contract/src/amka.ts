/**
 * Checks a Greek social security number (AMKA): 11 digits, DDMMYY first, the last one a Luhn check digit. The AMKA is
 * optional everywhere, stored encrypted, and never the key of a record.
 */
export function isValidAmka(amka: string): boolean {
  if (!/^\d{11}$/.test(amka)) return false;
  let sum = 0;
  for (let position = 0; position < 11; position += 1) {
    const digit = Number(amka[10 - position]);
    const doubled = position % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/**
 * Checks whether the AMKA's first six digits match a birth date `YYYY-MM-DD`. Two year digits leave the century open.
 */
export function isAmkaForBirthDate(amka: string, birthDate: string): boolean {
  const [year = '', month = '', day = ''] = birthDate.split('-');
  return amka.slice(0, 6) === `${day}${month}${year.slice(2)}`;
}

/** Replaces all but the last four digits by `*`. */
export function maskAmka(amka: string): string {
  return `${'*'.repeat(Math.max(0, amka.length - 4))}${amka.slice(-4)}`;
}
