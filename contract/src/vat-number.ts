/**
 * Forms of the VAT numbers of the EU's countries without their prefix, as the VIES system publishes them. The keys are
 * the EU's countries (ISO 3166).
 */
const forms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GR: /^\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
};

/** Returns whether a country (ISO 3166) belongs to the EU. */
export const isEuCountry = (country: string) => Object.hasOwn(forms, country);

/** A VAT number's prefix is its country's code, but for Greece's (Directive 2006/112/EC, Art. 215). */
export const vatPrefix = (country: string) => (country === 'GR' ? 'EL' : country);

/**
 * Returns a country's VAT number without prefix, blanks, dots and hyphens; null if it has another country's prefix,
 * another form or, in Greece, a wrong check digit. Outside the EU every number is accepted as it is.
 */
export function parseVatNumber(text: string, country: string): string | null {
  const plain = text.toUpperCase().replace(/[\s.-]/g, '');
  const form = forms[country];
  if (form === undefined) return plain === '' ? null : plain;
  const prefix = vatPrefix(country);
  const number = plain.startsWith(prefix) && !form.test(plain) ? plain.slice(prefix.length) : plain;
  if (!form.test(number)) return null;
  return country !== 'GR' || hasGreekCheckDigit(number) ? number : null;
}

/** Formats a VAT number with its prefix: `EL094014201`. */
export const formatVatNumber = (country: string, number: string) =>
  isEuCountry(country) ? `${vatPrefix(country)}${number}` : number;

/** The last digit is the sum of the others by falling powers of two, modulo 11 and then 10. */
function hasGreekCheckDigit(number: string): boolean {
  const sum = [...number.slice(0, 8)].reduce((total, digit, index) => total + Number(digit) * 2 ** (8 - index), 0);
  return Number(number) > 0 && (sum % 11) % 10 === Number(number.at(-1));
}
