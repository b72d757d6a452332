import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The country whose numbering plan applies to numbers without a prefix. */
const homeCountry: CountryCode = 'GR';

/** The length of subscriber numbers of the Greek plan. `isPossible` would also accept the lengths of call centers. */
const homeNumber = /^(\+30)?0*\d{10}$/;

/**
 * Parses a mobile number to E.164. Accepts spaces, dashes, leading zeros, with or without `+` (product, "Names"). Null
 * if it is no number, or a fixed line, which cannot receive an SMS. A country code without `+` is recognized only if
 * the length differs from a Greek number: a fixed line of Chalkidiki is not a mobile of São Tomé.
 */
export function parseMobile(typed: string): string | null {
  const compact = typed.replace(/[\s\-().]/g, '');
  const domestic = [compact, compact.replace(/^0+/, ''), compact.replace(/^(\+30)0+/, '$1')].map(parseNumber);
  const number = domestic.find((each) => each?.isValid());
  if (number) return toMobile(number);
  if (homeNumber.test(compact)) return null;
  const foreign = parseNumber(`+${compact.replace(/^[+0]+/, '')}`);
  return foreign?.isValid() ? toMobile(foreign) : null;
}

const parseNumber = (text: string): PhoneNumber | undefined => parsePhoneNumberFromString(text, homeCountry);

const toMobile = (number: PhoneNumber): string | null => (number.getType() === 'FIXED_LINE' ? null : number.number);

/** Returns whether the text could be a complete phone number: seven digits or more. */
export function isPhoneLike(typed: string): boolean {
  return /^[+\d\s\-().]+$/.test(typed) && typed.replace(/\D/g, '').length >= 7;
}
