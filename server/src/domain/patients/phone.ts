import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** The country whose numbering plan applies to numbers without a prefix. */
const homeCountry: CountryCode = 'GR';

/** The length of subscriber numbers of the Greek plan. `isPossible` would also accept the lengths of call centers. */
const homeNumber = /^(\+30)?0*\d{10}$/;

/** A typed phone: the number in E.164, or why no SMS can be sent to it. */
export type ParsedPhone = { number: string } | { number: null; reason: 'not-mobile' | 'kind-refused' };

/**
 * Parses a mobile number to E.164. Accepts spaces, dashes, leading zeros, with or without `+` (product, "Names"). A
 * fixed line cannot receive an SMS. Premium, shared-cost, personal, satellite and international-network numbers are
 * refused, because an SMS to them may cost more than one to a person's phone. A country code without `+` is recognized only if
 * the length differs from a Greek number: a fixed line of Chalkidiki is not a mobile of São Tomé.
 */
export function parsePhone(typed: string): ParsedPhone {
  const compact = typed.replace(/[\s\-().]/g, '');
  const domestic = [compact, compact.replace(/^0+/, ''), compact.replace(/^(\+30)0+/, '$1')].map(parseNumber);
  const number = domestic.find((each) => each?.isValid());
  if (number) return toMobile(number);
  if (homeNumber.test(compact)) return notMobile;
  const foreign = parseNumber(`+${compact.replace(/^[+0]+/, '')}`);
  return foreign?.isValid() || foreign?.isNonGeographic() ? toMobile(foreign) : notMobile;
}

/** Parses a mobile number to E.164; null if no SMS can be sent to it. */
export const parseMobile = (typed: string): string | null => parsePhone(typed).number;

const notMobile: ParsedPhone = { number: null, reason: 'not-mobile' };

const parseNumber = (text: string): PhoneNumber | undefined => parsePhoneNumberFromString(text, homeCountry);

/** Country codes such as +881 (satellite) and +882 (international networks) belong to no country. */
function toMobile(number: PhoneNumber): ParsedPhone {
  const type = number.getType();
  if (number.isNonGeographic()) return { number: null, reason: 'kind-refused' };
  if (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') return { number: number.number };
  return type === 'FIXED_LINE' ? notMobile : { number: null, reason: 'kind-refused' };
}

/** Returns whether the text could be a complete phone number: seven digits or more. */
export function isPhoneLike(typed: string): boolean {
  return /^[+\d\s\-().]+$/.test(typed) && typed.replace(/\D/g, '').length >= 7;
}
