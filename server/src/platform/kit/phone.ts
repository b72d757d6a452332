import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The country whose plan a number without a prefix is read in. */
const homeCountry: CountryCode = 'GR';

/**
 * A mobile number in E.164, from however it was typed: blanks, dashes, leading zeros, with or without `+` (product,
 * "Names"). Null where it is no number, or is a plain fixed line, which cannot receive an SMS.
 */
export function readMobile(typed: string): string | null {
  const bare = typed.replace(/[\s\-().]/g, '');
  for (const candidate of [
    bare,
    `+${bare.replace(/^[+0]+/, '')}`,
    bare.replace(/^0+/, ''),
    bare.replace(/^(\+30)0+/, '$1'),
  ]) {
    const number = parsePhoneNumberFromString(candidate, homeCountry);
    if (number?.isValid() && number.getType() !== 'FIXED_LINE') return number.number;
  }
  return null;
}

/** Whether what was typed could be a whole phone number: seven digits or more. */
export function looksLikePhone(typed: string): boolean {
  return /^[+\d\s\-().]+$/.test(typed) && typed.replace(/\D/g, '').length >= 7;
}
