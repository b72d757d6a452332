// ITU-T E.164 country codes of one and two digits; every other code has three.
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

function groupDigits(digits: string): string[] {
  if (digits.length <= 5) return digits === '' ? [] : [digits];
  return [digits.slice(0, 3), ...groupDigits(digits.slice(3))];
}

/**
 * Formats `+306945550182` as `+30 694 555 0182`: groups of three, the last of up to five digits. Returns other texts
 * unchanged.
 */
export function formatPhone(phone: string): string {
  if (!/^\+\d{7,15}$/.test(phone)) return phone;
  const digits = phone.slice(1);
  const code = countryCode.exec(digits)?.[0] ?? '';
  return [`+${code}`, ...groupDigits(digits.slice(code.length))].join(' ');
}

/** Returns a `tel:` link with only the digits and the leading plus. */
export function telLink(phone: string): string {
  const plus = phone.trim().startsWith('+') ? '+' : '';
  return `tel:${plus}${phone.replace(/\D/g, '')}`;
}
