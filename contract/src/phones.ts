/** Country prefixes of a phone field, the preset first (specification, section 9: about 38). */
export const phonePrefixes = [
  ['GR', '+30'],
  ['US', '+1'],
  ['GB', '+44'],
  ['DE', '+49'],
  ['FR', '+33'],
  ['IT', '+39'],
  ['ES', '+34'],
  ['CY', '+357'],
  ['AT', '+43'],
  ['BE', '+32'],
  ['BG', '+359'],
  ['HR', '+385'],
  ['CZ', '+420'],
  ['DK', '+45'],
  ['EE', '+372'],
  ['FI', '+358'],
  ['HU', '+36'],
  ['IE', '+353'],
  ['LV', '+371'],
  ['LT', '+370'],
  ['LU', '+352'],
  ['MT', '+356'],
  ['NL', '+31'],
  ['PL', '+48'],
  ['PT', '+351'],
  ['RO', '+40'],
  ['SK', '+421'],
  ['SI', '+386'],
  ['SE', '+46'],
  ['NO', '+47'],
  ['CH', '+41'],
  ['AL', '+355'],
  ['MK', '+389'],
  ['RS', '+381'],
  ['ME', '+382'],
  ['TR', '+90'],
  ['UA', '+380'],
  ['AU', '+61'],
] as const;

/**
 * Maximum digits of a national mobile number where it is not ten. It distinguishes a national number from one that
 * begins with its country code.
 */
const maxNationalDigits: Readonly<Record<string, number>> = { '+45': 8, '+47': 8, '+372': 8, '+49': 11 };

/**
 * Joins a country prefix and a typed number. Removes a leading zero and adds the prefix (specification, section 5).
 * Does not add it to a number that already has a country code: after `+` or `00`, or as the prefix's digits in a number
 * that is too long for a national one.
 */
export function joinPhone(prefix: string, typed: string): string {
  const digits = typed.replace(/\D/g, '');
  if (typed.trim().startsWith('+')) return `+${digits}`;
  if (digits.startsWith('00')) return `+${digits.replace(/^0+/, '')}`;
  const hasPrefix = digits.startsWith(prefix.slice(1)) && digits.length > (maxNationalDigits[prefix] ?? 10);
  return hasPrefix ? `+${digits}` : `${prefix}${digits.replace(/^0/, '')}`;
}

/** Masks all but the last three digits: `…678`. */
export function maskPhone(phone: string): string {
  return `…${phone.slice(-3)}`;
}
