import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The country whose plan a number without a prefix is read in. */
const homeCountry: CountryCode = 'GR';

/** As long as every subscriber's number of the Greek plan is: `isPossible` would also take the lengths of call centers. */
const homeNumber = /^(\+30)?0*\d{10}$/;

/**
 * A mobile number in E.164, from however it was typed: blanks, dashes, leading zeros, with or without `+` (product,
 * "Names"). Null where it is no number, or is a plain fixed line, which cannot receive an SMS. A country's code without
 * its `+` is looked for only in what has another length than a number at home: a fixed line of Chalkidiki is no mobile of São Tomé.
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

/** Whether what was typed could be a whole phone number: seven digits or more. */
export function isPhoneLike(typed: string): boolean {
  return /^[+\d\s\-().]+$/.test(typed) && typed.replace(/\D/g, '').length >= 7;
}
